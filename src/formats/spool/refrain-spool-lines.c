/* refrain-spool-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With elfutils' libdw; without it nothing is known. Each file is opened once.
 */
#include "config.h"

#include "refrain-spool-lines.h"

#ifdef HAVE_LIBDW

#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "refrain-free.h"

struct RefrainSpoolLines
{
  GHashTable *modules; /* path: Module */
};

typedef struct
{
  Dwfl *dwfl;
  Dwfl_Module *module; /* NULL where the file cannot be read */
  GElf_Addr bias;
} Module;

/* What stands in the file itself is enough; nothing is searched for elsewhere. */
static int
find_no_debuginfo (Dwfl_Module *module,
                   void **data,
                   const char *name,
                   Dwarf_Addr base,
                   const char *file,
                   const char *link,
                   GElf_Word crc,
                   char **found)
{
  return -1;
}

static const Dwfl_Callbacks callbacks = {
  .find_debuginfo = find_no_debuginfo,
  .section_address = dwfl_offline_section_address,
};

static void
module_free (gpointer data)
{
  Module *module = data;

  if (module->dwfl != NULL)
    dwfl_end (module->dwfl);
  g_free (module);
}

RefrainSpoolLines *
refrain_spool_lines_new (void)
{
  RefrainSpoolLines *self = g_new0 (RefrainSpoolLines, 1);

  self->modules = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, module_free);
  return self;
}

REFRAIN_DEFINE_FREE_OR_NULL (refrain_spool_lines_free,
                             RefrainSpoolLines,
                             g_hash_table_unref (x->modules))

static Module *
open_module (const char *path)
{
  Module *module = g_new0 (Module, 1);
  struct stat info;

  if (stat (path, &info) != 0 || !S_ISREG (info.st_mode))
    return module;
  module->dwfl = dwfl_begin (&callbacks);
  if (module->dwfl == NULL)
    return module;
  module->module = dwfl_report_offline (module->dwfl, "", path, -1);
  dwfl_report_end (module->dwfl, NULL, NULL);
  if (module->module != NULL && dwfl_module_getelf (module->module, &module->bias) == NULL)
    module->module = NULL;
  return module;
}

/* Where the routine is declared, by what says what it is. */
static const char *
find_declaration (Dwfl_Module *module, Dwarf_Addr address, int *line)
{
  Dwarf_Addr bias;
  Dwarf_Die *unit = dwfl_module_addrdie (module, address, &bias), *scopes = NULL;
  const int n = unit != NULL ? dwarf_getscopes (unit, address - bias, &scopes) : 0;
  const char *file = NULL;

  for (int i = 0; file == NULL && i < n; i++)
    if (dwarf_tag (&scopes[i]) == DW_TAG_subprogram && dwarf_decl_line (&scopes[i], line) == 0)
      file = dwarf_decl_file (&scopes[i]);
  free (scopes);
  return file;
}

const char *
refrain_spool_lines_find (RefrainSpoolLines *self, const char *path, guint64 address, guint *line)
{
  Module *module = g_hash_table_lookup (self->modules, path);
  Dwfl_Line *found;
  const char *file;
  int number = 0;

  *line = 0;
  if (module == NULL)
    {
      module = open_module (path);
      g_hash_table_insert (self->modules, g_strdup (path), module);
    }
  if (module->module == NULL)
    return NULL;
  file = find_declaration (module->module, address + module->bias, &number);
  found = file == NULL ? dwfl_module_getsrc (module->module, address + module->bias) : NULL;
  if (file == NULL)
    file = found != NULL ? dwfl_lineinfo (found, NULL, &number, NULL, NULL, NULL) : NULL;
  if (file != NULL && number > 0)
    *line = (guint) number;
  return file;
}

#else

struct RefrainSpoolLines
{
  int unused;
};

RefrainSpoolLines *
refrain_spool_lines_new (void)
{
  return g_new0 (RefrainSpoolLines, 1);
}

void
refrain_spool_lines_free (RefrainSpoolLines *self)
{
  g_free (self);
}

const char *
refrain_spool_lines_find (RefrainSpoolLines *self, const char *path, guint64 address, guint *line)
{
  *line = 0;
  return NULL;
}

#endif
