public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A letter, a report or a picture, with its bytes.
public struct MedicalDocumentEntry: RecordEntry {
  public var id = ID()
  /// A title, by default the file's name; masked in output.
  public var documentName = ""
  /// Its type: the media type of its file, or a word of the user.
  public var documentType = ""
  /// The bytes, stored beside the log if they are large.
  public var documentData: Data?
  /// Free text; masked in output. Empty if there is none.
  public var comment = ""
  /// The record it belongs to, which lists it in ``MedicalRecord/documents``; deleted with the record.
  public var record: Ref<MedicalRecord>?

  public init() {}

  public static let schema = Schema("purus.medicalDocumentEntry") {
    IDAlias("uuid")
    Personal()
    Sensitive(\.documentName, \.documentData, \.comment)
    One(\.record, inverse: \MedicalRecord.documents)
  }
}
