/* refrain-spectrum.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The matrix is symmetric, as edges have no direction here: its eigenvalues are real.
 */
#include "refrain-spectrum.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_sort_vector.h>

/* Eigenvalues of the graphs of the library that differ at all differ by more than this. */
#define TOLERANCE 1e-7

double *
refrain_spectrum_new (RefrainGraph *graph)
{
  gsl_matrix *matrix;
  gsl_vector *values;
  gsl_eigen_symm_workspace *workspace;
  double *spectrum;
  guint n;

  g_return_val_if_fail (REFRAIN_IS_GRAPH (graph), NULL);

  n = refrain_graph_get_n (graph);
  if (n == 0)
    return NULL;
  matrix = gsl_matrix_calloc (n, n);
  values = gsl_vector_alloc (n);
  workspace = gsl_eigen_symm_alloc (n);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < refrain_graph_get_degree (graph, i); k++)
      gsl_matrix_set (matrix, i, refrain_graph_get_neighbours (graph, i)[k], 1);
  gsl_eigen_symm (matrix, values, workspace);
  gsl_sort_vector (values);
  spectrum = g_memdup2 (values->data, n * sizeof *spectrum);
  gsl_eigen_symm_free (workspace);
  gsl_vector_free (values);
  gsl_matrix_free (matrix);
  return spectrum;
}

gboolean
refrain_spectrum_is_equal (const double *a, const double *b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (fabs (a[i] - b[i]) > TOLERANCE * (1 + fabs (a[i])))
      return FALSE;
  return TRUE;
}
