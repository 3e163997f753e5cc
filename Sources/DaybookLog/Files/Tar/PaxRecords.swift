/// The records that a pax header adds to a member: each is "<length> <key>=<value>" and a line feed.
struct PaxRecords {
  private(set) var values: [String: [UInt8]] = [:]

  init() {}

  init(_ bytes: [UInt8], at offset: Int) throws(TarError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard let space = rest.firstIndex(of: UInt8(ascii: " ")),
        let length = Int(String(decoding: rest[..<space], as: UTF8.self)),
        length > space - rest.startIndex + 1,
        length <= rest.count
      else { throw TarError("its records cannot be read", at: offset) }
      let record = rest[space + 1..<rest.startIndex + length]
      guard record.last == UInt8(ascii: "\n"), let sign = record.firstIndex(of: UInt8(ascii: "=")) else {
        throw TarError("its records cannot be read", at: offset)
      }
      values[String(decoding: record[..<sign], as: UTF8.self)] = Array(record[sign + 1..<record.endIndex - 1])
      rest = rest[(rest.startIndex + length)...]
    }
  }

  /// The records of one member take precedence over those of all.
  func over(_ global: PaxRecords) -> PaxRecords {
    var records = global
    records.values.merge(values) { _, own in own }
    return records
  }

  var path: [UInt8]? { values["path"].map { TarHeader.text($0[...]) } }

  /// Nil if there is none.
  func sizeBytes(at offset: Int) throws(TarError) -> Int? {
    guard let text = values["size"] else { return nil }
    guard let size = Int(String(decoding: text, as: UTF8.self)), size >= 0 else {
      throw TarError("a member's size is impossible", at: offset)
    }
    return size
  }

  var isSparse: Bool { values.keys.contains { $0.hasPrefix("GNU.sparse.") } }
}
