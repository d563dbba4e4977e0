/* refrain-template-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the readers of written patterns share.
 */
#pragma once

#include "refrain-pattern-template.h"

G_BEGIN_DECLS

/* What has been read so far. */
typedef struct
{
  GArray *events;  /* of RefrainTemplateFileEvent */
  guint n_ranks;   /* above all ranks named */
  guint8 *defined; /* bit set of the ranks that have a line */
} RefrainTemplateReader;

typedef struct
{
  guint32 process;
  RefrainTemplateEvent event;
} RefrainTemplateFileEvent;

/* A process' line: what its events are added to. */
typedef struct
{
  guint32 process;
  guint base; /* what counts as the first rank: 0 or 1 */
  guint32 step;
  gboolean open;    /* inside braces */
  GArray *brackets; /* of RefrainTemplateBracket: those that are open */
} RefrainTemplateLine;

/* Where a "(" stands. */
typedef struct
{
  guint event; /* the next one in the reader */
  guint32 step;
} RefrainTemplateBracket;

/* Sets @error (REFRAIN_ERROR_FORMAT); FALSE. */
gboolean refrain_template_fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* At most 40 bytes of what the user wrote. Free with g_free(). */
char *refrain_template_quote (const char *text);
/* Sets @error to why @word is no event to look for; FALSE. */
gboolean refrain_template_refuse_event (const char *word, GError **error);
/* "0" or "P1": begins the line of a process. Without room for
 * brackets. */
gboolean refrain_template_read_label (RefrainTemplateReader *self,
                                      const char *text,
                                      RefrainTemplateLine *line,
                                      GError **error);
/* "S1", "R2", "S1x30" or "S1×30", @times over. */
gboolean refrain_template_read_event (RefrainTemplateReader *self,
                                      const char *word,
                                      guint times,
                                      RefrainTemplateLine *line,
                                      GError **error);
/* The JSON of one communication pattern. */
gboolean refrain_template_read_json (RefrainTemplateReader *self,
                                     const char *text,
                                     gsize length,
                                     const char *source,
                                     GError **error);

G_END_DECLS
