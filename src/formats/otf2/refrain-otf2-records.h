/* refrain-otf2-records.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All records of OTF2 with their fields, in the order of the arguments of OTF2's callbacks and
 * writers, which are the same. Included where the macros below are defined; those that are not are
 * passed over, and none is left defined.
 *
 *   GLOBAL_DEFINITION (name, fields...)   a definition that only the whole archive has
 *   DEFINITION (name, fields...)          one that a location may have, too
 *   EVENT (name, fields...)               an event that the model keeps
 *   OTHER_EVENT (name, fields...)         one that it keeps by time and type alone: the place in
 * this list, from 1, is the record's id. Add at the end only
 *
 * A field is (KIND, type, name, class or words), with the kinds of refrain-otf2-fields.h.
 */
#ifndef GLOBAL_DEFINITION
#define GLOBAL_DEFINITION(...)
#endif
#ifndef DEFINITION
#define DEFINITION(...)
#endif
#ifndef EVENT
#define EVENT(...)
#endif
#ifndef OTHER_EVENT
#define OTHER_EVENT(...)
#endif

/* clang-format off */
GLOBAL_DEFINITION (ClockProperties, (UNSIGNED, uint64_t, timerResolution),
                   (UNSIGNED, uint64_t, globalOffset), (UNSIGNED, uint64_t, traceLength),
                   (UNSIGNED, uint64_t, realtimeTimestamp))
GLOBAL_DEFINITION (Paradigm, (ENUM, OTF2_Paradigm, paradigm, Paradigm),
                   (REFERENCE, OTF2_StringRef, name, String),
                   (ENUM, OTF2_ParadigmClass, paradigmClass, ParadigmClass))
GLOBAL_DEFINITION (ParadigmProperty, (ENUM, OTF2_Paradigm, paradigm, Paradigm),
                   (ENUM, OTF2_ParadigmProperty, property, ParadigmProperty),
                   (VALUE, OTF2_AttributeValue, value))
GLOBAL_DEFINITION (IoParadigm, (REFERENCE, OTF2_IoParadigmRef, self, IoParadigm),
                   (REFERENCE, OTF2_StringRef, identification, String),
                   (REFERENCE, OTF2_StringRef, name, String),
                   (ENUM, OTF2_IoParadigmClass, ioParadigmClass, IoParadigmClass),
                   (FLAGS, OTF2_IoParadigmFlag, ioParadigmFlags, IoParadigmFlag),
                   (PROPERTIES, uint8_t, numberOfProperties, IoParadigmProperty))
DEFINITION (String, (REFERENCE, OTF2_StringRef, self, String), (TEXT, const char *, string))
DEFINITION (Attribute, (REFERENCE, OTF2_AttributeRef, self, Attribute),
            (REFERENCE, OTF2_StringRef, name, String),
            (REFERENCE, OTF2_StringRef, description, String), (ENUM, OTF2_Type, type, Type))
DEFINITION (SystemTreeNode, (REFERENCE, OTF2_SystemTreeNodeRef, self, SystemTreeNode),
            (REFERENCE, OTF2_StringRef, name, String),
            (REFERENCE, OTF2_StringRef, className, String),
            (REFERENCE, OTF2_SystemTreeNodeRef, parent, SystemTreeNode))
DEFINITION (LocationGroup, (REFERENCE, OTF2_LocationGroupRef, self, LocationGroup),
            (REFERENCE, OTF2_StringRef, name, String),
            (ENUM, OTF2_LocationGroupType, locationGroupType, LocationGroupType),
            (REFERENCE, OTF2_SystemTreeNodeRef, systemTreeParent, SystemTreeNode),
            (REFERENCE, OTF2_LocationGroupRef, creatingLocationGroup, LocationGroup))
DEFINITION (Location, (REFERENCE, OTF2_LocationRef, self, Location),
            (REFERENCE, OTF2_StringRef, name, String),
            (ENUM, OTF2_LocationType, locationType, LocationType),
            (UNSIGNED, uint64_t, numberOfEvents),
            (REFERENCE, OTF2_LocationGroupRef, locationGroup, LocationGroup))
DEFINITION (Region, (REFERENCE, OTF2_RegionRef, self, Region),
            (REFERENCE, OTF2_StringRef, name, String),
            (REFERENCE, OTF2_StringRef, canonicalName, String),
            (REFERENCE, OTF2_StringRef, description, String),
            (ENUM, OTF2_RegionRole, regionRole, RegionRole),
            (ENUM, OTF2_Paradigm, paradigm, Paradigm),
            (FLAGS, OTF2_RegionFlag, regionFlags, RegionFlag),
            (REFERENCE, OTF2_StringRef, sourceFile, String),
            (UNSIGNED, uint32_t, beginLineNumber), (UNSIGNED, uint32_t, endLineNumber))
DEFINITION (Callsite, (REFERENCE, OTF2_CallsiteRef, self, Callsite),
            (REFERENCE, OTF2_StringRef, sourceFile, String), (UNSIGNED, uint32_t, lineNumber),
            (REFERENCE, OTF2_RegionRef, enteredRegion, Region),
            (REFERENCE, OTF2_RegionRef, leftRegion, Region))
DEFINITION (Callpath, (REFERENCE, OTF2_CallpathRef, self, Callpath),
            (REFERENCE, OTF2_CallpathRef, parent, Callpath),
            (REFERENCE, OTF2_RegionRef, region, Region))
DEFINITION (Group, (REFERENCE, OTF2_GroupRef, self, Group),
            (REFERENCE, OTF2_StringRef, name, String),
            (ENUM, OTF2_GroupType, groupType, GroupType),
            (ENUM, OTF2_Paradigm, paradigm, Paradigm),
            (FLAGS, OTF2_GroupFlag, groupFlags, GroupFlag),
            (NUMBERS, uint32_t, numberOfMembers, uint64_t, members))
DEFINITION (MetricMember, (REFERENCE, OTF2_MetricMemberRef, self, MetricMember),
            (REFERENCE, OTF2_StringRef, name, String),
            (REFERENCE, OTF2_StringRef, description, String),
            (ENUM, OTF2_MetricType, metricType, MetricType),
            (ENUM, OTF2_MetricMode, metricMode, MetricMode), (ENUM, OTF2_Type, valueType, Type),
            (ENUM, OTF2_Base, base, Base), (SIGNED, int64_t, exponent),
            (REFERENCE, OTF2_StringRef, unit, String))
DEFINITION (MetricClass, (REFERENCE, OTF2_MetricRef, self, Metric),
            (REFERENCES, uint8_t, numberOfMetrics, OTF2_MetricMemberRef, metricMembers, MetricMember),
            (ENUM, OTF2_MetricOccurrence, metricOccurrence, MetricOccurrence),
            (ENUM, OTF2_RecorderKind, recorderKind, RecorderKind))
DEFINITION (MetricInstance, (REFERENCE, OTF2_MetricRef, self, Metric),
            (REFERENCE, OTF2_MetricRef, metricClass, Metric),
            (REFERENCE, OTF2_LocationRef, recorder, Location),
            (ENUM, OTF2_MetricScope, metricScope, MetricScope), (UNSIGNED, uint64_t, scope))
DEFINITION (Comm, (REFERENCE, OTF2_CommRef, self, Comm),
            (REFERENCE, OTF2_StringRef, name, String), (REFERENCE, OTF2_GroupRef, group, Group),
            (REFERENCE, OTF2_CommRef, parent, Comm), (FLAGS, OTF2_CommFlag, flags, CommFlag))
DEFINITION (Parameter, (REFERENCE, OTF2_ParameterRef, self, Parameter),
            (REFERENCE, OTF2_StringRef, name, String),
            (ENUM, OTF2_ParameterType, parameterType, ParameterType))
DEFINITION (RmaWin, (REFERENCE, OTF2_RmaWinRef, self, RmaWin),
            (REFERENCE, OTF2_StringRef, name, String), (REFERENCE, OTF2_CommRef, comm, Comm),
            (FLAGS, OTF2_RmaWinFlag, flags, RmaWinFlag))
DEFINITION (MetricClassRecorder, (REFERENCE, OTF2_MetricRef, metric, Metric),
            (REFERENCE, OTF2_LocationRef, recorder, Location))
DEFINITION (SystemTreeNodeProperty,
            (REFERENCE, OTF2_SystemTreeNodeRef, systemTreeNode, SystemTreeNode),
            (REFERENCE, OTF2_StringRef, name, String), (VALUE, OTF2_AttributeValue, value))
DEFINITION (SystemTreeNodeDomain,
            (REFERENCE, OTF2_SystemTreeNodeRef, systemTreeNode, SystemTreeNode),
            (ENUM, OTF2_SystemTreeDomain, systemTreeDomain, SystemTreeDomain))
DEFINITION (LocationGroupProperty,
            (REFERENCE, OTF2_LocationGroupRef, locationGroup, LocationGroup),
            (REFERENCE, OTF2_StringRef, name, String), (VALUE, OTF2_AttributeValue, value))
DEFINITION (LocationProperty, (REFERENCE, OTF2_LocationRef, location, Location),
            (REFERENCE, OTF2_StringRef, name, String), (VALUE, OTF2_AttributeValue, value))
DEFINITION (CartDimension, (REFERENCE, OTF2_CartDimensionRef, self, CartDimension),
            (REFERENCE, OTF2_StringRef, name, String), (UNSIGNED, uint32_t, size),
            (ENUM, OTF2_CartPeriodicity, cartPeriodicity, CartPeriodicity))
DEFINITION (CartTopology, (REFERENCE, OTF2_CartTopologyRef, self, CartTopology),
            (REFERENCE, OTF2_StringRef, name, String),
            (REFERENCE, OTF2_CommRef, communicator, Comm),
            (REFERENCES, uint8_t, numberOfDimensions, OTF2_CartDimensionRef, cartDimensions, CartDimension))
DEFINITION (CartCoordinate, (REFERENCE, OTF2_CartTopologyRef, cartTopology, CartTopology),
            (UNSIGNED, uint32_t, rank),
            (NUMBERS, uint8_t, numberOfDimensions, uint32_t, coordinates))
DEFINITION (SourceCodeLocation, (REFERENCE, OTF2_SourceCodeLocationRef, self, SourceCodeLocation),
            (REFERENCE, OTF2_StringRef, file, String), (UNSIGNED, uint32_t, lineNumber))
DEFINITION (CallingContext, (REFERENCE, OTF2_CallingContextRef, self, CallingContext),
            (REFERENCE, OTF2_RegionRef, region, Region),
            (REFERENCE, OTF2_SourceCodeLocationRef, sourceCodeLocation, SourceCodeLocation),
            (REFERENCE, OTF2_CallingContextRef, parent, CallingContext))
DEFINITION (CallingContextProperty,
            (REFERENCE, OTF2_CallingContextRef, callingContext, CallingContext),
            (REFERENCE, OTF2_StringRef, name, String), (VALUE, OTF2_AttributeValue, value))
DEFINITION (InterruptGenerator, (REFERENCE, OTF2_InterruptGeneratorRef, self, InterruptGenerator),
            (REFERENCE, OTF2_StringRef, name, String),
            (ENUM, OTF2_InterruptGeneratorMode, interruptGeneratorMode, InterruptGeneratorMode),
            (ENUM, OTF2_Base, base, Base), (SIGNED, int64_t, exponent),
            (UNSIGNED, uint64_t, period))
DEFINITION (IoFileProperty, (REFERENCE, OTF2_IoFileRef, ioFile, IoFile),
            (REFERENCE, OTF2_StringRef, name, String), (VALUE, OTF2_AttributeValue, value))
DEFINITION (IoRegularFile, (REFERENCE, OTF2_IoFileRef, self, IoFile),
            (REFERENCE, OTF2_StringRef, name, String),
            (REFERENCE, OTF2_SystemTreeNodeRef, scope, SystemTreeNode))
DEFINITION (IoDirectory, (REFERENCE, OTF2_IoFileRef, self, IoFile),
            (REFERENCE, OTF2_StringRef, name, String),
            (REFERENCE, OTF2_SystemTreeNodeRef, scope, SystemTreeNode))
DEFINITION (IoHandle, (REFERENCE, OTF2_IoHandleRef, self, IoHandle),
            (REFERENCE, OTF2_StringRef, name, String), (REFERENCE, OTF2_IoFileRef, file, IoFile),
            (REFERENCE, OTF2_IoParadigmRef, ioParadigm, IoParadigm),
            (FLAGS, OTF2_IoHandleFlag, ioHandleFlags, IoHandleFlag),
            (REFERENCE, OTF2_CommRef, comm, Comm),
            (REFERENCE, OTF2_IoHandleRef, parent, IoHandle))
DEFINITION (IoPreCreatedHandleState, (REFERENCE, OTF2_IoHandleRef, ioHandle, IoHandle),
            (ENUM, OTF2_IoAccessMode, mode, IoAccessMode),
            (FLAGS, OTF2_IoStatusFlag, statusFlags, IoStatusFlag))
DEFINITION (CallpathParameter, (REFERENCE, OTF2_CallpathRef, callpath, Callpath),
            (REFERENCE, OTF2_ParameterRef, parameter, Parameter),
            (VALUE, OTF2_AttributeValue, value))
DEFINITION (InterComm, (REFERENCE, OTF2_CommRef, self, Comm),
            (REFERENCE, OTF2_StringRef, name, String), (REFERENCE, OTF2_GroupRef, groupA, Group),
            (REFERENCE, OTF2_GroupRef, groupB, Group),
            (REFERENCE, OTF2_CommRef, commonCommunicator, Comm),
            (FLAGS, OTF2_CommFlag, flags, CommFlag))

EVENT (BufferFlush, (STAMP, OTF2_TimeStamp, stopTime))
EVENT (MeasurementOnOff, (ENUM, OTF2_MeasurementMode, measurementMode, MeasurementMode))
EVENT (Enter, (REFERENCE, OTF2_RegionRef, region, Region))
EVENT (Leave, (REFERENCE, OTF2_RegionRef, region, Region))
EVENT (MpiSend, (UNSIGNED, uint32_t, receiver), (REFERENCE, OTF2_CommRef, communicator, Comm),
       (UNSIGNED, uint32_t, msgTag), (UNSIGNED, uint64_t, msgLength))
EVENT (MpiIsend, (UNSIGNED, uint32_t, receiver), (REFERENCE, OTF2_CommRef, communicator, Comm),
       (UNSIGNED, uint32_t, msgTag), (UNSIGNED, uint64_t, msgLength),
       (UNSIGNED, uint64_t, requestID))
EVENT (MpiIsendComplete, (UNSIGNED, uint64_t, requestID))
EVENT (MpiIrecvRequest, (UNSIGNED, uint64_t, requestID))
EVENT (MpiRecv, (UNSIGNED, uint32_t, sender), (REFERENCE, OTF2_CommRef, communicator, Comm),
       (UNSIGNED, uint32_t, msgTag), (UNSIGNED, uint64_t, msgLength))
EVENT (MpiIrecv, (UNSIGNED, uint32_t, sender), (REFERENCE, OTF2_CommRef, communicator, Comm),
       (UNSIGNED, uint32_t, msgTag), (UNSIGNED, uint64_t, msgLength),
       (UNSIGNED, uint64_t, requestID))
EVENT (MpiRequestTest, (UNSIGNED, uint64_t, requestID))
EVENT (MpiRequestCancelled, (UNSIGNED, uint64_t, requestID))
EVENT (MpiCollectiveBegin)
EVENT (MpiCollectiveEnd, (ENUM, OTF2_CollectiveOp, collectiveOp, CollectiveOp),
       (REFERENCE, OTF2_CommRef, communicator, Comm), (UNSIGNED, uint32_t, root),
       (UNSIGNED, uint64_t, sizeSent), (UNSIGNED, uint64_t, sizeReceived))
EVENT (ThreadBegin, (REFERENCE, OTF2_CommRef, threadContingent, Comm),
       (UNSIGNED, uint64_t, sequenceCount))
EVENT (ThreadEnd, (REFERENCE, OTF2_CommRef, threadContingent, Comm),
       (UNSIGNED, uint64_t, sequenceCount))
EVENT (NonBlockingCollectiveRequest, (UNSIGNED, uint64_t, requestID))
EVENT (NonBlockingCollectiveComplete, (ENUM, OTF2_CollectiveOp, collectiveOp, CollectiveOp),
       (REFERENCE, OTF2_CommRef, communicator, Comm), (UNSIGNED, uint32_t, root),
       (UNSIGNED, uint64_t, sizeSent), (UNSIGNED, uint64_t, sizeReceived),
       (UNSIGNED, uint64_t, requestID))

OTHER_EVENT (OmpFork, (UNSIGNED, uint32_t, numberOfRequestedThreads))
OTHER_EVENT (OmpJoin)
OTHER_EVENT (OmpAcquireLock, (UNSIGNED, uint32_t, lockID),
             (UNSIGNED, uint32_t, acquisitionOrder))
OTHER_EVENT (OmpReleaseLock, (UNSIGNED, uint32_t, lockID),
             (UNSIGNED, uint32_t, acquisitionOrder))
OTHER_EVENT (OmpTaskCreate, (UNSIGNED, uint64_t, taskID))
OTHER_EVENT (OmpTaskSwitch, (UNSIGNED, uint64_t, taskID))
OTHER_EVENT (OmpTaskComplete, (UNSIGNED, uint64_t, taskID))
OTHER_EVENT (Metric, (REFERENCE, OTF2_MetricRef, metric, Metric),
             (METRICS, uint8_t, numberOfMetrics))
OTHER_EVENT (ParameterString, (REFERENCE, OTF2_ParameterRef, parameter, Parameter),
             (REFERENCE, OTF2_StringRef, string, String))
OTHER_EVENT (ParameterInt, (REFERENCE, OTF2_ParameterRef, parameter, Parameter),
             (SIGNED, int64_t, value))
OTHER_EVENT (ParameterUnsignedInt, (REFERENCE, OTF2_ParameterRef, parameter, Parameter),
             (UNSIGNED, uint64_t, value))
OTHER_EVENT (RmaWinCreate, (REFERENCE, OTF2_RmaWinRef, win, RmaWin))
OTHER_EVENT (RmaWinDestroy, (REFERENCE, OTF2_RmaWinRef, win, RmaWin))
OTHER_EVENT (RmaCollectiveBegin)
OTHER_EVENT (RmaCollectiveEnd, (ENUM, OTF2_CollectiveOp, collectiveOp, CollectiveOp),
             (FLAGS, OTF2_RmaSyncLevel, syncLevel, RmaSyncLevel),
             (REFERENCE, OTF2_RmaWinRef, win, RmaWin), (UNSIGNED, uint32_t, root),
             (UNSIGNED, uint64_t, bytesSent), (UNSIGNED, uint64_t, bytesReceived))
OTHER_EVENT (RmaGroupSync, (FLAGS, OTF2_RmaSyncLevel, syncLevel, RmaSyncLevel),
             (REFERENCE, OTF2_RmaWinRef, win, RmaWin), (REFERENCE, OTF2_GroupRef, group, Group))
OTHER_EVENT (RmaRequestLock, (REFERENCE, OTF2_RmaWinRef, win, RmaWin),
             (UNSIGNED, uint32_t, remote), (UNSIGNED, uint64_t, lockId),
             (ENUM, OTF2_LockType, lockType, LockType))
OTHER_EVENT (RmaAcquireLock, (REFERENCE, OTF2_RmaWinRef, win, RmaWin),
             (UNSIGNED, uint32_t, remote), (UNSIGNED, uint64_t, lockId),
             (ENUM, OTF2_LockType, lockType, LockType))
OTHER_EVENT (RmaTryLock, (REFERENCE, OTF2_RmaWinRef, win, RmaWin),
             (UNSIGNED, uint32_t, remote), (UNSIGNED, uint64_t, lockId),
             (ENUM, OTF2_LockType, lockType, LockType))
OTHER_EVENT (RmaReleaseLock, (REFERENCE, OTF2_RmaWinRef, win, RmaWin),
             (UNSIGNED, uint32_t, remote), (UNSIGNED, uint64_t, lockId))
OTHER_EVENT (RmaSync, (REFERENCE, OTF2_RmaWinRef, win, RmaWin), (UNSIGNED, uint32_t, remote),
             (ENUM, OTF2_RmaSyncType, syncType, RmaSyncType))
OTHER_EVENT (RmaWaitChange, (REFERENCE, OTF2_RmaWinRef, win, RmaWin))
OTHER_EVENT (RmaPut, (REFERENCE, OTF2_RmaWinRef, win, RmaWin), (UNSIGNED, uint32_t, remote),
             (UNSIGNED, uint64_t, bytes), (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (RmaGet, (REFERENCE, OTF2_RmaWinRef, win, RmaWin), (UNSIGNED, uint32_t, remote),
             (UNSIGNED, uint64_t, bytes), (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (RmaAtomic, (REFERENCE, OTF2_RmaWinRef, win, RmaWin), (UNSIGNED, uint32_t, remote),
             (ENUM, OTF2_RmaAtomicType, type, RmaAtomicType), (UNSIGNED, uint64_t, bytesSent),
             (UNSIGNED, uint64_t, bytesReceived), (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (RmaOpCompleteBlocking, (REFERENCE, OTF2_RmaWinRef, win, RmaWin),
             (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (RmaOpCompleteNonBlocking, (REFERENCE, OTF2_RmaWinRef, win, RmaWin),
             (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (RmaOpTest, (REFERENCE, OTF2_RmaWinRef, win, RmaWin),
             (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (RmaOpCompleteRemote, (REFERENCE, OTF2_RmaWinRef, win, RmaWin),
             (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (ThreadFork, (ENUM, OTF2_Paradigm, model, Paradigm),
             (UNSIGNED, uint32_t, numberOfRequestedThreads))
OTHER_EVENT (ThreadJoin, (ENUM, OTF2_Paradigm, model, Paradigm))
OTHER_EVENT (ThreadTeamBegin, (REFERENCE, OTF2_CommRef, threadTeam, Comm))
OTHER_EVENT (ThreadTeamEnd, (REFERENCE, OTF2_CommRef, threadTeam, Comm))
OTHER_EVENT (ThreadAcquireLock, (ENUM, OTF2_Paradigm, model, Paradigm),
             (UNSIGNED, uint32_t, lockID), (UNSIGNED, uint32_t, acquisitionOrder))
OTHER_EVENT (ThreadReleaseLock, (ENUM, OTF2_Paradigm, model, Paradigm),
             (UNSIGNED, uint32_t, lockID), (UNSIGNED, uint32_t, acquisitionOrder))
OTHER_EVENT (ThreadTaskCreate, (REFERENCE, OTF2_CommRef, threadTeam, Comm),
             (UNSIGNED, uint32_t, creatingThread), (UNSIGNED, uint32_t, generationNumber))
OTHER_EVENT (ThreadTaskSwitch, (REFERENCE, OTF2_CommRef, threadTeam, Comm),
             (UNSIGNED, uint32_t, creatingThread), (UNSIGNED, uint32_t, generationNumber))
OTHER_EVENT (ThreadTaskComplete, (REFERENCE, OTF2_CommRef, threadTeam, Comm),
             (UNSIGNED, uint32_t, creatingThread), (UNSIGNED, uint32_t, generationNumber))
OTHER_EVENT (ThreadCreate, (REFERENCE, OTF2_CommRef, threadContingent, Comm),
             (UNSIGNED, uint64_t, sequenceCount))
OTHER_EVENT (ThreadWait, (REFERENCE, OTF2_CommRef, threadContingent, Comm),
             (UNSIGNED, uint64_t, sequenceCount))
OTHER_EVENT (CallingContextEnter,
             (REFERENCE, OTF2_CallingContextRef, callingContext, CallingContext),
             (UNSIGNED, uint32_t, unwindDistance))
OTHER_EVENT (CallingContextLeave,
             (REFERENCE, OTF2_CallingContextRef, callingContext, CallingContext))
OTHER_EVENT (CallingContextSample,
             (REFERENCE, OTF2_CallingContextRef, callingContext, CallingContext),
             (UNSIGNED, uint32_t, unwindDistance),
             (REFERENCE, OTF2_InterruptGeneratorRef, interruptGenerator, InterruptGenerator))
OTHER_EVENT (IoCreateHandle, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (ENUM, OTF2_IoAccessMode, mode, IoAccessMode),
             (FLAGS, OTF2_IoCreationFlag, creationFlags, IoCreationFlag),
             (FLAGS, OTF2_IoStatusFlag, statusFlags, IoStatusFlag))
OTHER_EVENT (IoDestroyHandle, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle))
OTHER_EVENT (IoDuplicateHandle, (REFERENCE, OTF2_IoHandleRef, oldHandle, IoHandle),
             (REFERENCE, OTF2_IoHandleRef, newHandle, IoHandle),
             (FLAGS, OTF2_IoStatusFlag, statusFlags, IoStatusFlag))
OTHER_EVENT (IoSeek, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (SIGNED, int64_t, offsetRequest), (ENUM, OTF2_IoSeekOption, whence, IoSeekOption),
             (UNSIGNED, uint64_t, offsetResult))
OTHER_EVENT (IoChangeStatusFlags, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (FLAGS, OTF2_IoStatusFlag, statusFlags, IoStatusFlag))
OTHER_EVENT (IoDeleteFile, (REFERENCE, OTF2_IoParadigmRef, ioParadigm, IoParadigm),
             (REFERENCE, OTF2_IoFileRef, file, IoFile))
OTHER_EVENT (IoOperationBegin, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (ENUM, OTF2_IoOperationMode, mode, IoOperationMode),
             (FLAGS, OTF2_IoOperationFlag, operationFlags, IoOperationFlag),
             (UNSIGNED, uint64_t, bytesRequest), (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (IoOperationTest, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (IoOperationIssued, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (IoOperationComplete, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (UNSIGNED, uint64_t, bytesResult), (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (IoOperationCancelled, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (UNSIGNED, uint64_t, matchingId))
OTHER_EVENT (IoAcquireLock, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (ENUM, OTF2_LockType, lockType, LockType))
OTHER_EVENT (IoReleaseLock, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (ENUM, OTF2_LockType, lockType, LockType))
OTHER_EVENT (IoTryLock, (REFERENCE, OTF2_IoHandleRef, handle, IoHandle),
             (ENUM, OTF2_LockType, lockType, LockType))
OTHER_EVENT (ProgramBegin, (REFERENCE, OTF2_StringRef, programName, String),
             (REFERENCES, uint32_t, numberOfArguments, OTF2_StringRef, programArguments, String))
OTHER_EVENT (ProgramEnd, (SIGNED, int64_t, exitStatus))
OTHER_EVENT (CommCreate, (REFERENCE, OTF2_CommRef, communicator, Comm))
OTHER_EVENT (CommDestroy, (REFERENCE, OTF2_CommRef, communicator, Comm))
/* clang-format on */

#undef GLOBAL_DEFINITION
#undef DEFINITION
#undef EVENT
#undef OTHER_EVENT
