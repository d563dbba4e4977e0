# SPDX-License-Identifier: GPL-3.0-or-later
# How tests start MPI programs, of Open MPI and of MPICH, within one machine. Sourced.
# shellcheck shell=bash

# Open MPI asks for these where only root exists, as in a container.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# What the libraries take here; else they try all they have, at each start.
export OMPI_MCA_plm=isolated OMPI_MCA_schizo=ompi PMIX_MCA_gds=hash UCX_TLS=self,posix UCX_MODULES=''
# Each rank would look for all that the machine has, to choose cores for itself.
HWLOC_SYNTHETIC="core:$(nproc) pu:1"
export HWLOC_SYNTHETIC
