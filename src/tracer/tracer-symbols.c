/* tracer-symbols.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The dynamic symbols that dladdr() knows are not all: a program's own routines mostly stand in the
 * table .symtab, which is read from the file.
 */
#define _GNU_SOURCE
#include "tracer-symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef ElfW (Ehdr) Head;
typedef ElfW (Shdr) Section;
typedef ElfW (Sym) Symbol;

typedef struct
{
  const unsigned char *bytes;
  size_t n;
} File;

static bool
map_file (const char *path, File *file)
{
  struct stat info;
  int fd = open (path, O_RDONLY | O_CLOEXEC);

  if (fd < 0)
    return false;
  file->n = fstat (fd, &info) == 0 && info.st_size > 0 ? (size_t) info.st_size : 0;
  file->bytes
      = file->n > sizeof (Head) ? mmap (NULL, file->n, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  close (fd);
  return file->bytes != MAP_FAILED;
}

/* Whether [offset, offset + n) lies in the file. */
static bool
holds (const File *file, uint64_t offset, uint64_t n)
{
  return offset <= file->n && n <= file->n - offset;
}

/* The symbol of the table in @section that @offset lies in. */
static bool
search_table (
    const File *file, const Section *section, const Section *strings, uint64_t offset, char *name)
{
  const Symbol *symbols = (const void *) (file->bytes + section->sh_offset);
  const char *text = (const char *) file->bytes + strings->sh_offset;

  if (!holds (file, section->sh_offset, section->sh_size)
      || !holds (file, strings->sh_offset, strings->sh_size))
    return false;
  for (uint64_t i = 0; i < section->sh_size / sizeof *symbols; i++)
    {
      const Symbol *symbol = &symbols[i];

      if ((symbol->st_info & 0xf) == STT_FUNC && symbol->st_shndx != SHN_UNDEF
          && offset >= symbol->st_value
          && (offset == symbol->st_value || offset - symbol->st_value < symbol->st_size)
          && symbol->st_name < strings->sh_size)
        {
          const size_t room = strings->sh_size - symbol->st_name;

          snprintf (name, TRACER_MAX_TEXT, "%.*s",
                    (int) (room < TRACER_MAX_TEXT ? room : TRACER_MAX_TEXT),
                    text + symbol->st_name);
          return true;
        }
    }
  return false;
}

static bool
search_file (const File *file, uint64_t offset, char *name)
{
  const Head *head = (const void *) file->bytes;
  const Section *sections = (const void *) (file->bytes + head->e_shoff);

  if (memcmp (head->e_ident, ELFMAG, SELFMAG) != 0 || head->e_shentsize != sizeof *sections
      || !holds (file, head->e_shoff, (uint64_t) head->e_shnum * sizeof *sections))
    return false;
  for (unsigned i = 0; i < head->e_shnum; i++)
    if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < head->e_shnum
        && search_table (file, &sections[i], &sections[sections[i].sh_link], offset, name))
      return true;
  return false;
}

void
tracer_symbol_find (void *address, TracerSymbol *symbol)
{
  struct link_map *map = NULL;
  Dl_info info = { 0 };
  File file;
  bool found = false;

  symbol->file[0] = '\0';
  symbol->offset = (uint64_t) (uintptr_t) address;
  if (dladdr1 (address, &info, (void **) &map, RTLD_DL_LINKMAP) != 0 && map != NULL)
    {
      const ssize_t n = *map->l_name != '\0'
                            ? snprintf (symbol->file, sizeof symbol->file, "%s", map->l_name)
                            : readlink ("/proc/self/exe", symbol->file, sizeof symbol->file - 1);

      if (*map->l_name == '\0')
        symbol->file[n > 0 ? n : 0] = '\0';
      symbol->offset -= (uint64_t) map->l_addr;
      if (map_file (symbol->file, &file))
        {
          found = search_file (&file, symbol->offset, symbol->name);
          munmap ((void *) (uintptr_t) file.bytes, file.n);
        }
    }
  if (!found && info.dli_sname != NULL)
    snprintf (symbol->name, sizeof symbol->name, "%s", info.dli_sname);
  else if (!found)
    snprintf (symbol->name, sizeof symbol->name, "0x%llx", (unsigned long long) symbol->offset);
}
