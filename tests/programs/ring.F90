! ring.F90
!
! SPDX-License-Identifier: GPL-3.0-or-later
!
! A number goes round on a ring, then to both neighbours: the calls of MPI that EZTrace records in
! Fortran, through the interface that the preprocessor chooses: mpif.h, the module mpi (USE_MODULE)
! or the module mpi_f08 (USE_F08).
program ring
#if defined(USE_F08)
  use mpi_f08
#elif defined(USE_MODULE)
  use mpi
#endif
  implicit none
#if !defined(USE_F08) && !defined(USE_MODULE)
  include 'mpif.h'
#endif
#ifdef USE_F08
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: status
#else
  integer :: requests(2), status(MPI_STATUS_SIZE)
#endif
  integer :: rank, nprocs, left, right, ierror, i
  real(8) :: number(2), other(2), total

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, nprocs, ierror)
  left = mod(rank + nprocs - 1, nprocs)
  right = mod(rank + 1, nprocs)
  number = rank
  do i = 1, 20
    if (rank == 0) then
      call MPI_Send(number, 2, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, ierror)
      call MPI_Recv(other, 2, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, status, ierror)
    else
      call MPI_Recv(other, 2, MPI_DOUBLE_PRECISION, left, 1, MPI_COMM_WORLD, status, ierror)
      call MPI_Send(number, 2, MPI_DOUBLE_PRECISION, right, 1, MPI_COMM_WORLD, ierror)
    end if
    call MPI_Irecv(other, 1, MPI_DOUBLE_PRECISION, left, 2, MPI_COMM_WORLD, requests(1), ierror)
    call MPI_Isend(number, 1, MPI_DOUBLE_PRECISION, right, 2, MPI_COMM_WORLD, requests(2), ierror)
    call MPI_Wait(requests(1), status, ierror)
    call MPI_Wait(requests(2), status, ierror)
    call MPI_Allreduce(number(1), total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierror)
  end do
  call MPI_Finalize(ierror)
end program ring
