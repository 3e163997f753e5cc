// A resource as it came, for the entity in which it is kept.

import Daybook
import DaybookModel
import PurusHealth

/// What is kept of a source's record beside its entry.
struct SourceText {
  var format: String
  var type: String
  var id: String
  var url = ""
  var bytes: [UInt8]
  /// When the source changed it last.
  var time: Instant?

  static let fhir = "fhir"
  static let ccda = "ccda"
  static let appleHealth = "apple-health"

  /// - Parameters:
  ///   - entityID: of the entity that keeps it.
  ///   - record: whose it is; nil for what belongs to nobody, or where that is not known.
  ///   - entry: what was made of it.
  func entity(_ entityID: String, record: String?, entry: (kind: String, id: String)?) -> ImportedEntity {
    var fields: JSONObject = [
      "format": .string(format), "resourceType": .string(type), "sourceID": .string(id),
      "sourceURL": .string(url), "entryKind": .string(entry?.kind ?? ""), "entryID": .string(entry?.id ?? ""),
    ]
    if let record { fields["record"] = .string(record) }
    var blobs: [[UInt8]] = []
    if bytes.count <= SourceResource.textSizeBytesMax {
      fields["text"] = .string(String(decoding: bytes, as: UTF8.self))
      fields["data"] = .null
    } else {
      let (value, blob) = DataValue.stored(bytes)
      fields["text"] = ""
      fields["data"] = value
      if let blob { blobs.append(blob) }
    }
    var entity = ImportedEntity(SourceResource.kind, .id(entityID), fields: fields, blobs: blobs)
    if let time { entity.accompanying["sourceTime"] = .string(time.description) }
    return entity
  }
}
