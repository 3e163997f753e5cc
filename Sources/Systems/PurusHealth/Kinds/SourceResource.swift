public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A record of another system as it came, kept beside the entry that was made of it: an entry has room only for the
/// data that people read, but a FHIR resource has much more. It is exported as it came.
///
/// There is one even for resources of which no entry is made, such as a care plan, and for those that belong to no
/// single record, such as a clinic.
public struct SourceResource: RecordEntry {
  public var id = ID()
  /// `fhir`, `ccda` or `apple-health`.
  public var format = ""
  /// Its type in the format, such as `Observation`.
  public var resourceType = ""
  /// Its id in the system from which it came.
  public var sourceID = ""
  /// Its URL there, such as `https://clinic.example/fhir/Observation/7`; empty if unknown.
  public var sourceURL = ""
  /// When it was last changed there, or when the document that holds it was written; nil where the source does not say.
  /// Anything older than this is not imported.
  public var sourceTime: Date?
  /// The resource in UTF-8; empty if it is longer than ``textSizeBytesMax``.
  public var text = ""
  /// The resource if it is longer, stored beside the log.
  public var data: Data?
  /// The kind of the entry that was made of it; empty if none was made.
  public var entryKind = ""
  /// The id of the entry that was made of it, of the kind ``entryKind``; empty if none was made.
  public var entryID = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/sourceResources``; nil for one of no single record.
  public var record: Ref<MedicalRecord>?

  /// Longer ones are kept in ``data``.
  public static let textSizeBytesMax = 16 << 10

  public init() {}

  public static let schema = Schema("purus.sourceResource") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.sourceID, \.sourceURL, \.text, \.data)
    One(\.record, inverse: \MedicalRecord.sourceResources)
    Bound(\.sourceTime, .far)
  }
}
