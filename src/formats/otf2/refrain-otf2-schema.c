/* refrain-otf2-schema.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The words for numbers are OTF2's own, without what all of an enum have in common.
 */
#include "refrain-otf2-schema.h"

/* clang-format off */
static const char schema[] =
  "enum Paradigm unknown=0 user=1 compiler=2 openmp=3 mpi=4 cuda=5 measurement-system=6"
  " pthread=7 hmpp=8 ompss=9 hardware=10 gaspi=11 upc=12 shmem=13 winthread=14 qtthread=15"
  " acethread=16 tbbthread=17 openacc=18 opencl=19 mtapi=20 sampling=21 none=22 hip=23"
  " kokkos=24\n"
  "enum ParadigmClass process=0 thread-fork-join=1 thread-create-wait=2 accelerator=3\n"
  "enum ParadigmProperty comm-name-template=0 rma-win-name-template=1 rma-only=2\n"
  "enum IoParadigmClass serial=0 parallel=1\n"
  "flags IoParadigmFlag none=0 os=1\n"
  "enum Type none=0 uint8=1 uint16=2 uint32=3 uint64=4 int8=5 int16=6 int32=7 int64=8"
  " float=9 double=10 string=11 attribute=12 location=13 region=14 group=15 metric=16"
  " comm=17 parameter=18 rma-win=19 source-code-location=20 calling-context=21"
  " interrupt-generator=22 io-file=23 io-handle=24 location-group=25\n"
  "enum LocationGroupType unknown=0 process=1 accelerator=2\n"
  "enum LocationType unknown=0 cpu-thread=1 accelerator-stream=2"
  " metric=3\n"
  "enum RegionRole unknown=0 function=1 wrapper=2 loop=3 code=4 parallel=5 sections=6"
  " section=7 workshare=8 single=9 single-sblock=10 master=11 critical=12"
  " critical-sblock=13 atomic=14 barrier=15 implicit-barrier=16 flush=17 ordered=18"
  " ordered-sblock=19 task=20 task-create=21 task-wait=22 coll-one2all=23 coll-all2one=24"
  " coll-all2all=25 coll-other=26 file-io=27 point2point=28 rma=29 data-transfer=30"
  " artificial=31 thread-create=32 thread-wait=33 task-untied=34 allocate=35 deallocate=36"
  " reallocate=37 file-io-metadata=38\n"
  "flags RegionFlag none=0 dynamic=1 phase=2\n"
  "enum GroupType unknown=0 locations=1 regions=2 metric=3 comm-locations=4 comm-group=5"
  " comm-self=6\n"
  "flags GroupFlag none=0 global-members=1\n"
  "enum MetricType other=0 papi=1 rusage=2 user=3\n"
  "enum MetricMode accumulated-start=0 accumulated-point=16 accumulated-last=32"
  " accumulated-next=48 absolute-point=17 absolute-last=33 absolute-next=49 relative-point=18"
  " relative-last=34 relative-next=50\n"
  "enum Base binary=0 decimal=1\n"
  "enum MetricOccurrence synchronous-strict=0 synchronous=1 asynchronous=2\n"
  "enum RecorderKind unknown=0 abstract=1 cpu=2 gpu=3\n"
  "enum MetricScope location=0 location-group=1 system-tree-node=2 group=3\n"
  "flags CommFlag none=0 create-destroy-events=1\n"
  "enum ParameterType string=0 int64=1 uint64=2\n"
  "flags RmaWinFlag none=0 create-destroy-events=1\n"
  "enum SystemTreeDomain machine=0 shared-memory=1 numa=2 socket=3 cache=4 core=5 pu=6"
  " accelerator-device=7 networking-device=8\n"
  "enum CartPeriodicity false=0 true=1\n"
  "enum InterruptGeneratorMode time=0 count=1\n"
  "flags IoHandleFlag none=0 pre-created=1 all-proxy=2\n"
  "enum IoAccessMode read-only=0 write-only=1 read-write=2 execute-only=3 search-only=4\n"
  "flags IoStatusFlag none=0 close-on-exec=1 append=2 non-blocking=4 async=8 sync=16"
  " data-sync=32 avoid-caching=64 no-access-time=128 delete-on-close=256\n"
  "enum MeasurementMode on=1 off=2\n"
  "enum CollectiveOp barrier=0 bcast=1 gather=2 gatherv=3 scatter=4 scatterv=5 allgather=6"
  " allgatherv=7 alltoall=8 alltoallv=9 alltoallw=10 allreduce=11 reduce=12"
  " reduce-scatter=13 scan=14 exscan=15 reduce-scatter-block=16 create-handle=17"
  " destroy-handle=18 allocate=19 deallocate=20 create-handle-and-allocate=21"
  " destroy-handle-and-deallocate=22\n"
  "flags RmaSyncLevel none=0 process=1 memory=2\n"
  "enum LockType exclusive=0 shared=1\n"
  "enum RmaSyncType memory=0 notify-in=1 notify-out=2\n"
  "enum RmaAtomicType accumulate=0 increment=1 test-and-set=2 compare-and-swap=3 swap=4"
  " fetch-and-add=5 fetch-and-increment=6 fetch-and-accumulate=7\n"
  "flags IoCreationFlag none=0 create=1 truncate=2 directory=4 exclusive=8"
  " no-controlling-terminal=16 no-follow=32 path=64 temporary-file=128 largefile=256"
  " no-seek=512 unique=1024\n"
  "enum IoSeekOption from-start=0 from-current=1 from-end=2 data=3 hole=4\n"
  "enum IoOperationMode read=0 write=1 flush=2\n"
  "flags IoOperationFlag none=0 non-blocking=1 collective=2\n"
  "enum MappingType string=0 attribute=1 location=2 region=3 group=4 metric=5 comm=6"
  " parameter=7 rma-win=8 source-code-location=9 calling-context=10 interrupt-generator=11"
  " io-file=12 io-handle=13 location-group=14\n"
  "enum IdMapMode dense=0 sparse=1\n"
  "enum IoParadigmProperty version=0\n"
  "enum Compression undefined=0 none=1\n"

#define DEFINITION(name, ...) "definition " #name SCHEMA (__VA_ARGS__) "\n"
#define GLOBAL_DEFINITION     DEFINITION
#define EVENT(name, ...)      "event " #name SCHEMA (__VA_ARGS__) "\n"
#define OTHER_EVENT           EVENT
#include "refrain-otf2-records.h"

#define DEFINITION(name, ...) "definition " #name SCHEMA (__VA_ARGS__) "\n"
#define EVENT(name, ...)      "event " #name SCHEMA (__VA_ARGS__) "\n"
#include "refrain-otf2-own-records.h"
;
/* clang-format on */

const char *
refrain_otf2_get_schema (void)
{
  return schema;
}
