! api.F90
!
! SPDX-License-Identifier: GPL-3.0-or-later
!
! The calls of api.c in Fortran, through the interface that the preprocessor chooses: mpif.h, the
! module mpi or the module mpi_f08. Every process talks to its neighbours on a ring.
program api
#if defined(USE_F08)
  use mpi_f08
#elif defined(USE_MODULE)
  use mpi
#endif
  implicit none
#if !defined(USE_F08) && !defined(USE_MODULE)
  include 'mpif.h'
#endif
  integer, parameter :: n = 4
#ifdef USE_F08
  type(MPI_Comm) :: grid, half
  type(MPI_Request) :: requests(4), one
  type(MPI_Status) :: status, statuses(4)
#else
  integer :: grid, half, requests(4), one, status(MPI_STATUS_SIZE), statuses(MPI_STATUS_SIZE, 4)
#endif
  integer :: rank, nprocs, left, right, ierror, i, done
  integer :: dims(1)
  logical :: periods(1), flag
  real(8) :: out(n), in(n), sum(n)

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, nprocs, ierror)
  dims(1) = nprocs
  periods(1) = .true.
  call MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, .false., grid, ierror)
  call MPI_Cart_shift(grid, 0, 1, left, right, ierror)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, half, ierror)
  out = rank

  ! Blocking, from anybody.
  if (rank == 0) then
    call MPI_Send(out, n, MPI_DOUBLE_PRECISION, right, 1, grid, ierror)
    call MPI_Recv(in, n, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, MPI_ANY_TAG, grid, status, ierror)
  else
    call MPI_Recv(in, n, MPI_DOUBLE_PRECISION, left, 1, grid, MPI_STATUS_IGNORE, ierror)
    call MPI_Send(out, n, MPI_DOUBLE_PRECISION, right, 1, grid, ierror)
  end if
  call MPI_Sendrecv(out, n, MPI_DOUBLE_PRECISION, right, 2, in, n, MPI_DOUBLE_PRECISION, left, 2, &
                    grid, MPI_STATUS_IGNORE, ierror)

  ! Requests, completed in several ways.
  call MPI_Irecv(in, 1, MPI_DOUBLE_PRECISION, left, 3, grid, requests(1), ierror)
  call MPI_Irecv(in(2), 1, MPI_DOUBLE_PRECISION, right, 4, grid, requests(2), ierror)
  call MPI_Isend(out, 1, MPI_DOUBLE_PRECISION, right, 3, grid, requests(3), ierror)
  call MPI_Isend(out, 1, MPI_DOUBLE_PRECISION, left, 4, grid, requests(4), ierror)
  call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, ierror)
  call MPI_Irecv(in, 1, MPI_DOUBLE_PRECISION, left, 5, grid, requests(1), ierror)
  call MPI_Isend(out, 1, MPI_DOUBLE_PRECISION, right, 5, grid, requests(2), ierror)
  do i = 1, 2
    call MPI_Waitany(2, requests, done, status, ierror)
  end do
  call MPI_Irecv(in, 1, MPI_DOUBLE_PRECISION, MPI_ANY_SOURCE, 6, grid, requests(1), ierror)
  call MPI_Isend(out, 1, MPI_DOUBLE_PRECISION, right, 6, grid, requests(2), ierror)
  flag = .false.
  do while (.not. flag)
    call MPI_Testall(2, requests, flag, statuses, ierror)
  end do

  ! Persistent requests, started twice.
  call MPI_Recv_init(in, 1, MPI_DOUBLE_PRECISION, left, 7, grid, requests(1), ierror)
  call MPI_Send_init(out, 1, MPI_DOUBLE_PRECISION, right, 7, grid, requests(2), ierror)
  do i = 1, 2
    call MPI_Startall(2, requests, ierror)
    call MPI_Waitall(2, requests, statuses, ierror)
  end do
  call MPI_Request_free(requests(1), ierror)
  call MPI_Request_free(requests(2), ierror)
  call MPI_Send(out, 1, MPI_DOUBLE_PRECISION, MPI_PROC_NULL, 8, grid, ierror)

  ! Collectives.
  call MPI_Allreduce(out, sum, n, MPI_DOUBLE_PRECISION, MPI_SUM, half, ierror)
  call MPI_Allreduce(MPI_IN_PLACE, out, n, MPI_DOUBLE_PRECISION, MPI_SUM, grid, ierror)
  call MPI_Ibarrier(MPI_COMM_WORLD, one, ierror)
  call MPI_Wait(one, MPI_STATUS_IGNORE, ierror)
  call MPI_Bcast(out, n, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierror)
  call MPI_Comm_free(half, ierror)
  call MPI_Comm_free(grid, ierror)
  call MPI_Finalize(ierror)
end program api
