/* refrain-otf2-other-events.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event types of OTF2 that Refrain keeps by time and type alone: OTHER_EVENT (name, arguments).
 * Included where OTHER_EVENT is defined. The place in this list, from 1, is the record's id: add at
 * the end only.
 */
OTHER_EVENT (OmpFork, uint32_t numberOfRequestedThreads)
OTHER_EVENT (OmpJoin)
OTHER_EVENT (OmpAcquireLock, uint32_t lockID, uint32_t acquisitionOrder)
OTHER_EVENT (OmpReleaseLock, uint32_t lockID, uint32_t acquisitionOrder)
OTHER_EVENT (OmpTaskCreate, uint64_t taskID)
OTHER_EVENT (OmpTaskSwitch, uint64_t taskID)
OTHER_EVENT (OmpTaskComplete, uint64_t taskID)
OTHER_EVENT (Metric, OTF2_MetricRef metric, uint8_t numberOfMetrics, const OTF2_Type* typeIDs,
             const OTF2_MetricValue* metricValues)
OTHER_EVENT (ParameterString, OTF2_ParameterRef parameter, OTF2_StringRef string)
OTHER_EVENT (ParameterInt, OTF2_ParameterRef parameter, int64_t value)
OTHER_EVENT (ParameterUnsignedInt, OTF2_ParameterRef parameter, uint64_t value)
OTHER_EVENT (RmaWinCreate, OTF2_RmaWinRef win)
OTHER_EVENT (RmaWinDestroy, OTF2_RmaWinRef win)
OTHER_EVENT (RmaCollectiveBegin)
OTHER_EVENT (RmaCollectiveEnd, OTF2_CollectiveOp collectiveOp, OTF2_RmaSyncLevel syncLevel,
             OTF2_RmaWinRef win, uint32_t root, uint64_t bytesSent, uint64_t bytesReceived)
OTHER_EVENT (RmaGroupSync, OTF2_RmaSyncLevel syncLevel, OTF2_RmaWinRef win, OTF2_GroupRef group)
OTHER_EVENT (RmaRequestLock, OTF2_RmaWinRef win, uint32_t remote, uint64_t lockId, OTF2_LockType
             lockType)
OTHER_EVENT (RmaAcquireLock, OTF2_RmaWinRef win, uint32_t remote, uint64_t lockId, OTF2_LockType
             lockType)
OTHER_EVENT (RmaTryLock, OTF2_RmaWinRef win, uint32_t remote, uint64_t lockId, OTF2_LockType
             lockType)
OTHER_EVENT (RmaReleaseLock, OTF2_RmaWinRef win, uint32_t remote, uint64_t lockId)
OTHER_EVENT (RmaSync, OTF2_RmaWinRef win, uint32_t remote, OTF2_RmaSyncType syncType)
OTHER_EVENT (RmaWaitChange, OTF2_RmaWinRef win)
OTHER_EVENT (RmaPut, OTF2_RmaWinRef win, uint32_t remote, uint64_t bytes, uint64_t matchingId)
OTHER_EVENT (RmaGet, OTF2_RmaWinRef win, uint32_t remote, uint64_t bytes, uint64_t matchingId)
OTHER_EVENT (RmaAtomic, OTF2_RmaWinRef win, uint32_t remote, OTF2_RmaAtomicType type, uint64_t
             bytesSent, uint64_t bytesReceived, uint64_t matchingId)
OTHER_EVENT (RmaOpCompleteBlocking, OTF2_RmaWinRef win, uint64_t matchingId)
OTHER_EVENT (RmaOpCompleteNonBlocking, OTF2_RmaWinRef win, uint64_t matchingId)
OTHER_EVENT (RmaOpTest, OTF2_RmaWinRef win, uint64_t matchingId)
OTHER_EVENT (RmaOpCompleteRemote, OTF2_RmaWinRef win, uint64_t matchingId)
OTHER_EVENT (ThreadFork, OTF2_Paradigm model, uint32_t numberOfRequestedThreads)
OTHER_EVENT (ThreadJoin, OTF2_Paradigm model)
OTHER_EVENT (ThreadTeamBegin, OTF2_CommRef threadTeam)
OTHER_EVENT (ThreadTeamEnd, OTF2_CommRef threadTeam)
OTHER_EVENT (ThreadAcquireLock, OTF2_Paradigm model, uint32_t lockID, uint32_t acquisitionOrder)
OTHER_EVENT (ThreadReleaseLock, OTF2_Paradigm model, uint32_t lockID, uint32_t acquisitionOrder)
OTHER_EVENT (ThreadTaskCreate, OTF2_CommRef threadTeam, uint32_t creatingThread, uint32_t
             generationNumber)
OTHER_EVENT (ThreadTaskSwitch, OTF2_CommRef threadTeam, uint32_t creatingThread, uint32_t
             generationNumber)
OTHER_EVENT (ThreadTaskComplete, OTF2_CommRef threadTeam, uint32_t creatingThread, uint32_t
             generationNumber)
OTHER_EVENT (ThreadCreate, OTF2_CommRef threadContingent, uint64_t sequenceCount)
OTHER_EVENT (ThreadWait, OTF2_CommRef threadContingent, uint64_t sequenceCount)
OTHER_EVENT (CallingContextEnter, OTF2_CallingContextRef callingContext, uint32_t unwindDistance)
OTHER_EVENT (CallingContextLeave, OTF2_CallingContextRef callingContext)
OTHER_EVENT (CallingContextSample, OTF2_CallingContextRef callingContext, uint32_t unwindDistance,
             OTF2_InterruptGeneratorRef interruptGenerator)
OTHER_EVENT (IoCreateHandle, OTF2_IoHandleRef handle, OTF2_IoAccessMode mode, OTF2_IoCreationFlag
             creationFlags, OTF2_IoStatusFlag statusFlags)
OTHER_EVENT (IoDestroyHandle, OTF2_IoHandleRef handle)
OTHER_EVENT (IoDuplicateHandle, OTF2_IoHandleRef oldHandle, OTF2_IoHandleRef newHandle,
             OTF2_IoStatusFlag statusFlags)
OTHER_EVENT (IoSeek, OTF2_IoHandleRef handle, int64_t offsetRequest, OTF2_IoSeekOption whence,
             uint64_t offsetResult)
OTHER_EVENT (IoChangeStatusFlags, OTF2_IoHandleRef handle, OTF2_IoStatusFlag statusFlags)
OTHER_EVENT (IoDeleteFile, OTF2_IoParadigmRef ioParadigm, OTF2_IoFileRef file)
OTHER_EVENT (IoOperationBegin, OTF2_IoHandleRef handle, OTF2_IoOperationMode mode,
             OTF2_IoOperationFlag operationFlags, uint64_t bytesRequest, uint64_t matchingId)
OTHER_EVENT (IoOperationTest, OTF2_IoHandleRef handle, uint64_t matchingId)
OTHER_EVENT (IoOperationIssued, OTF2_IoHandleRef handle, uint64_t matchingId)
OTHER_EVENT (IoOperationComplete, OTF2_IoHandleRef handle, uint64_t bytesResult, uint64_t
             matchingId)
OTHER_EVENT (IoOperationCancelled, OTF2_IoHandleRef handle, uint64_t matchingId)
OTHER_EVENT (IoAcquireLock, OTF2_IoHandleRef handle, OTF2_LockType lockType)
OTHER_EVENT (IoReleaseLock, OTF2_IoHandleRef handle, OTF2_LockType lockType)
OTHER_EVENT (IoTryLock, OTF2_IoHandleRef handle, OTF2_LockType lockType)
OTHER_EVENT (ProgramBegin, OTF2_StringRef programName, uint32_t numberOfArguments, const
             OTF2_StringRef* programArguments)
OTHER_EVENT (ProgramEnd, int64_t exitStatus)
OTHER_EVENT (CommCreate, OTF2_CommRef communicator)
OTHER_EVENT (CommDestroy, OTF2_CommRef communicator)
