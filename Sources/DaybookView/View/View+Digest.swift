import Crypto
package import DaybookModel
package import DaybookRecords

extension View {
  /// The SHA-256 over everything the view shows: equal records read through equal schemas give equal
  /// digests. Its text is
  ///
  ///     {"schema":"<fingerprint>","view":1}
  ///     {"fields":{…},"id":"0193…","kind":"sam.person","stamp":"<last write>"}
  ///
  /// one line for each entity that is there, ascending by the bytes of kind and id, each canonical JSON
  /// with an LF; fields as in a ``Row``, of no moment: nothing is to come. O(everything).
  package func digest(of records: borrowing Records) -> Hash256 {
    let moment = moment
    self.moment = nil
    defer { self.moment = moment }
    refresh(records)
    var hasher = SHA256()
    var writer = JSONWriter()
    let header: JSONObject = ["schema": .string(registry.fingerprint.description), "view": 1]
    writer.write(header)
    writer.write(byte: UInt8(ascii: "\n"))
    for kind in records.kindIDs {
      var ids: [(id: String, entity: EntityIndex)] = []
      for entity in records.entities(of: kind) where shows(entity, records) {
        ids.append((records.id(of: entity), entity))
      }
      ids.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
      for (_, entity) in ids {
        writer.write(json(row(entity, isGone: false, records)))
        writer.write(byte: UInt8(ascii: "\n"))
        if writer.bytes.count >= 1 << 16 {
          hasher.update(data: writer.bytes)
          writer.removeAll()
        }
      }
    }
    hasher.update(data: writer.bytes)
    return Hash256(bytes: Array(hasher.finalize())) ?? Hash256(words: (0, 0, 0, 0))
  }

  private func json(_ row: Row) -> JSONObject {
    [
      "kind": .string(row.kind), "id": .string(row.id),
      "stamp": row.stamp.map { .string($0.description) } ?? .null,
      "fields": .object(JSONObject(row.fields.map { ($0.name, $0.value) })),
    ]
  }
}
