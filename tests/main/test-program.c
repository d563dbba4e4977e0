/* test-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "test-program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PROGRAMS 256
#define CHOSEN       "REFRAIN_TEST_PROGRAM"

static struct
{
  const char *name;
  TestProgram run;
} programs[MAX_PROGRAMS];
static int n_programs;

void
test_program_add (const char *name, TestProgram run)
{
  if (n_programs == MAX_PROGRAMS)
    abort ();
  programs[n_programs].name = name;
  programs[n_programs++].run = run;
}

static TestProgram
find_program (const char *name)
{
  for (int i = 0; name != NULL && i < n_programs; i++)
    if (strcmp (programs[i].name, name) == 0)
      return programs[i].run;
  return NULL;
}

int
main (int argc, char **argv)
{
  TestProgram run = argc > 1 ? find_program (argv[1]) : NULL;

  if (run != NULL)
    {
      setenv (CHOSEN, argv[1], 1);
      argv[1] = argv[0];
      return run (argc - 1, argv + 1);
    }
  run = argc > 1 && argv[1][0] == '-' ? find_program (getenv (CHOSEN)) : NULL;
  if (run != NULL)
    return run (argc, argv);
  /* Asked for nothing: what there is to ask for. */
  for (int i = 0; i < n_programs; i++)
    puts (programs[i].name);
  return argc > 1 ? 2 : 0;
}
