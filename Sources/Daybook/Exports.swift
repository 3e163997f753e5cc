// `import Daybook` provides the ledger, its value types, and the types that schemas are written with.
@_exported public import DaybookModel
@_exported public import DaybookView

@_exported public import struct DaybookReplication.CopyTraffic
@_exported public import struct DaybookReplication.Finding
@_exported public import enum DaybookReplication.ReplicationDirection
@_exported public import struct DaybookReplication.ReplicationProgress
@_exported public import struct DaybookSearch.BuiltInEmbedder
@_exported public import struct DaybookSearch.Snippet
