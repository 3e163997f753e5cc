public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A record of another system as it came, beside the entry that was made of it: an entry has room for what people
/// read, a resource of FHIR for much more. It goes out again as it came.
///
/// Also of what no entry is made of, such as a care plan, and of what belongs to no one record, such as a clinic.
public struct SourceResource: RecordEntry {
  public var id = ID()
  /// `fhir`, `ccda` or `apple-health`.
  public var format = ""
  /// What the format calls it: `Observation`.
  public var resourceType = ""
  /// Its id in the system from which it came.
  public var sourceID = ""
  /// Where it stood there, such as `https://clinic.example/fhir/Observation/7`; empty where nobody said.
  public var sourceURL = ""
  /// When it was last changed there, or when the document that holds it was written; nil where the source does not say.
  /// Anything older than this is not imported.
  public var sourceTime: Date?
  /// Itself, in UTF-8; empty where it is longer than ``textSizeBytesMax``.
  public var text = ""
  /// Itself where it is long, kept beside the log.
  public var data: Data?
  /// The kind of the entry that was made of it; empty where none was.
  public var entryKind = ""
  /// The id of the entry that was made of it, of the kind ``entryKind``; empty where none was.
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
