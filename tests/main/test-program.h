/* test-program.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tests of a room are one program, whose first argument says which file's: what would be main()
 * there is TEST_PROGRAM ("name"). What a test starts anew of itself is the same file's again.
 */
#pragma once

typedef int (*TestProgram) (int argc, char **argv);

void test_program_add (const char *name, TestProgram run);

#define TEST_PROGRAM(name)                                                                         \
  static int run_test_program (int argc, char **argv);                                             \
  __attribute__ ((constructor)) static void add_test_program (void)                                \
  {                                                                                                \
    test_program_add (name, run_test_program);                                                     \
  }                                                                                                \
  static int run_test_program (int argc, char **argv)
