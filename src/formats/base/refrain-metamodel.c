/* refrain-metamodel.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tables themselves. Order is order in the files: add at the end.
 */
#include "refrain-metamodel.h"

static const RefrainMetaClass classes[] = {
  { "Scenario", "", FALSE, FALSE },
  { "Trace", "", FALSE, FALSE },
  { "ProcessTrace", "Trace", FALSE, FALSE },
  { "MsgTrace", "Trace", FALSE, FALSE },
  { "TracePattern", "", TRUE, FALSE },
  { "CommPattern", "TracePattern", FALSE, FALSE },
  { "RoutinePattern", "TracePattern", FALSE, FALSE },
  { "PatternOccurrence", "", FALSE, FALSE },
  { "TraceableUnit", "", TRUE, FALSE },
  { "Process", "", FALSE, FALSE },
  { "Processor", "", FALSE, FALSE },
  { "Communicator", "", FALSE, FALSE },
  { "Message", "TraceableUnit", FALSE, FALSE },
  { "RoutineCall", "TraceableUnit", FALSE, FALSE },
  { "MPOperation", "RoutineCall", FALSE, FALSE },
  { "Initialize", "MPOperation", FALSE, FALSE },
  { "Finalize", "MPOperation", FALSE, FALSE },
  { "PointToPointOperation", "MPOperation", TRUE, FALSE },
  { "Send", "PointToPointOperation", FALSE, FALSE },
  { "NonBlockingSend", "Send", FALSE, FALSE },
  { "Receive", "PointToPointOperation", FALSE, FALSE },
  { "NonBlockingReceive", "Receive", FALSE, FALSE },
  { "WaitOperation", "MPOperation", FALSE, FALSE },
  { "TestOperation", "MPOperation", FALSE, FALSE },
  { "ProbeOperation", "MPOperation", FALSE, FALSE },
  { "CollectiveOperation", "MPOperation", FALSE, FALSE },
  { "CollectiveData", "", FALSE, FALSE },
  { "Barrier", "CollectiveOperation", FALSE, FALSE },
  { "Broadcast", "CollectiveOperation", FALSE, FALSE },
  { "Gather", "CollectiveOperation", FALSE, FALSE },
  { "Scatter", "CollectiveOperation", FALSE, FALSE },
  { "Reduce", "CollectiveOperation", FALSE, FALSE },
  { "Allgather", "CollectiveOperation", FALSE, FALSE },
  { "AllToAll", "CollectiveOperation", FALSE, FALSE },
  { "ReduceScatter", "CollectiveOperation", FALSE, FALSE },
  { "Scan", "CollectiveOperation", FALSE, FALSE },
  { "Routine", "", FALSE, TRUE },
  { "CancelOperation", "MPOperation", FALSE, TRUE },
  { "TraceRecord", "TraceableUnit", FALSE, TRUE },
  { "Defect", "", FALSE, TRUE },
  { "Extension", "", FALSE, TRUE },
  { "ExtensionRecord", "", FALSE, TRUE },
};

static const RefrainMetaAttribute attributes[] = {
  { "Scenario", "desc", "String", FALSE },
  { "Trace", "TraceID", "String", FALSE },
  { "Trace", "StartTime", "Float", FALSE },
  { "Trace", "EndTime", "Float", FALSE },
  { "Trace", "Comments", "String", FALSE },
  { "Trace", "Version", "Int", TRUE },
  { "Trace", "ClockOrigin", "Int", TRUE },
  { "Trace", "WallClock", "Int", TRUE },
  { "ProcessTrace", "Process", "Locator", FALSE },
  { "ProcessTrace", "ThreadID", "Int", TRUE },
  { "ProcessTrace", "ThreadName", "String", TRUE },
  { "ProcessTrace", "Stream", "Int", TRUE },
  { "TracePattern", "desc", "String", FALSE },
  { "TraceableUnit", "StartTime", "Float", FALSE },
  { "TraceableUnit", "EndTime", "Float", FALSE },
  { "TraceableUnit", "nestingLevel", "Int", FALSE },
  { "TraceableUnit", "Time", "Float", TRUE },
  { "TraceableUnit", "Order", "Int", TRUE },
  { "TraceableUnit", "EnterDetails", "String", TRUE },
  { "TraceableUnit", "BeginDetails", "String", TRUE },
  { "TraceableUnit", "Details", "String", TRUE },
  { "TraceableUnit", "LeaveDetails", "String", TRUE },
  { "Process", "ProcessID", "Int", FALSE },
  { "Process", "Rank", "Int", FALSE },
  { "Process", "ProcessName", "String", FALSE },
  { "Processor", "ProcessorID", "Int", FALSE },
  { "Processor", "ProcessorName", "String", FALSE },
  { "Communicator", "CommID", "Int", FALSE },
  { "Communicator", "CommName", "String", TRUE },
  { "Communicator", "ParentID", "Int", TRUE },
  { "Communicator", "Self", "Bool", TRUE },
  { "Communicator", "Size", "Int", TRUE },
  { "Communicator", "RemoteSize", "Int", TRUE },
  { "Communicator", "Cartesian", "String", TRUE },
  { "Message", "DataType", "String", FALSE },
  { "Message", "DataSize", "Int", FALSE },
  { "Message", "Tag", "Int", FALSE },
  { "RoutineCall", "routineCallName", "String", FALSE },
  { "MPOperation", "MPOperationName", "String", FALSE },
  { "MPOperation", "Communicator", "Locator", FALSE },
  { "MPOperation", "Process", "Locator", FALSE },
  { "MPOperation", "RequestID", "Int", TRUE },
  { "Send", "SendDataAddress", "Int", FALSE },
  { "Send", "SendDataSize", "Int", FALSE },
  { "Send", "SendDataType", "String", FALSE },
  { "Send", "Tag", "Int", FALSE },
  { "Send", "SendType", "String", FALSE },
  { "Receive", "RcvDataAddress", "Int", FALSE },
  { "Receive", "RcvDataSize", "Int", FALSE },
  { "Receive", "RcvDataType", "String", TRUE },
  { "Receive", "Tag", "Int", FALSE },
  { "WaitOperation", "RcvDataSize", "Int", TRUE },
  { "WaitOperation", "Tag", "Int", TRUE },
  { "TestOperation", "Flag", "Bool", FALSE },
  { "TestOperation", "RcvDataSize", "Int", TRUE },
  { "TestOperation", "Tag", "Int", TRUE },
  { "ProbeOperation", "Tag", "Int", FALSE },
  { "ProbeOperation", "Flag", "Bool", FALSE },
  { "CollectiveOperation", "BeginTime", "Float", TRUE },
  { "CollectiveOperation", "OpType", "String", TRUE },
  { "CollectiveOperation", "SendSize", "Int", TRUE },
  { "CollectiveOperation", "RcvSize", "Int", TRUE },
  { "CollectiveData", "SendSize", "Int", FALSE },
  { "CollectiveData", "RcvSize", "Int", FALSE },
  { "CollectiveData", "SendAddress", "Int", FALSE },
  { "CollectiveData", "RcvAddress", "Int", FALSE },
  { "CollectiveData", "SendDataType", "String", FALSE },
  { "CollectiveData", "RcvDataType", "String", FALSE },
  { "Reduce", "OpType", "String", FALSE },
  { "ReduceScatter", "OpType", "String", FALSE },
  { "Scan", "OpType", "String", FALSE },
  { "Edge", "repeat", "Int", FALSE },
  { "Edge", "type", "String", FALSE },
  { "MessageLink", "MessageLinkID", "String", FALSE },
  { "Routine", "routineName", "String", TRUE },
  { "Routine", "file", "String", TRUE },
  { "Routine", "line", "Int", TRUE },
  { "TraceRecord", "Kind", "String", TRUE },
  { "TraceRecord", "ID", "Int", TRUE },
  { "TraceRecord", "RequestID", "Int", TRUE },
  { "TraceRecord", "Size", "Int", TRUE },
  { "TraceRecord", "routineCallName", "String", TRUE },
  { "Defect", "Kind", "String", TRUE },
  { "Defect", "Process", "Locator", TRUE },
  { "Defect", "Count", "Int", TRUE },
  { "Defect", "Time", "Float", TRUE },
  { "Defect", "Detail", "String", TRUE },
  { "Extension", "Source", "String", TRUE },
  { "Extension", "Schema", "String", TRUE },
  { "ExtensionRecord", "Record", "String", TRUE },
};

static const RefrainMetaAssociation associations[] = {
  { "ScenarioTrace", "Scenario", "Trace", 1, -1 },
  { "TraceProcessTrace", "Trace", "ProcessTrace", 0, -1 },
  { "TraceMsgTrace", "Trace", "MsgTrace", 0, 1 },
  { "TracePatternOccurrence", "Trace", "PatternOccurrence", 0, -1 },
  { "PatternOccurrenceTracePattern", "PatternOccurrence", "TracePattern", 1, 1 },
  { "PatternOccurrenceTraceableUnit", "PatternOccurrence", "TraceableUnit", 0, -1 },
  { "ProcessProcessor", "Process", "Processor", 1, 1 },
  { "CommunicatorProcess", "Communicator", "Process", 0, -1 },
  { "CommunicatorRemoteProcess", "Communicator", "Process", 0, -1 },
  { "Edge", "TraceableUnit", "TraceableUnit", 0, -1 },
  { "MessageLink", "MPOperation", "Message", 1, 1 },
  { "PatternOccurrenceOperation", "PatternOccurrence", "MPOperation", 0, -1 },
};

const RefrainMetaClass *
refrain_metamodel_get_classes (gsize *n)
{
  *n = G_N_ELEMENTS (classes);
  return classes;
}

const RefrainMetaAttribute *
refrain_metamodel_get_attributes (gsize *n)
{
  *n = G_N_ELEMENTS (attributes);
  return attributes;
}

const RefrainMetaAssociation *
refrain_metamodel_get_associations (gsize *n)
{
  *n = G_N_ELEMENTS (associations);
  return associations;
}
