package import DaybookModel

extension SegmentHeader {
  /// `{"daybook":2,"ledger":"…","replica":"…","key":"<base64>","first":731,"size":812,"peaks":["<hex>",…]}`
  /// without LF.
  package func line() -> [UInt8] {
    var json = JSONWriter(capacity: 256)
    json.open("daybook", first: true)
    json.write(format)
    json.open("ledger")
    json.write(ledger)
    json.open("replica")
    json.write(replica.description)
    json.open("key")
    json.write(Base64.text(publicKey))
    json.open("first")
    json.write(firstSeq)
    json.open("size")
    json.write(size)
    json.open("peaks")
    json.write(.array(peaks.map { .string($0.description) }))
    json.write(byte: UInt8(ascii: "}"))
    return json.bytes
  }

  /// Reads a header and checks what can be checked in itself: the format, that the replica's id is the hash of the key,
  /// and that the number of peaks fits the size.
  package static func parse(_ line: Span<UInt8>) throws(LineError) -> SegmentHeader {
    var cursor = JSONCursor()
    return try parse(line, &cursor)
  }

  package static func parse(
    _ line: Span<UInt8>, _ cursor: inout JSONCursor
  ) throws(LineError) -> SegmentHeader {
    try LineType.check(line, &cursor)
    let members = HeaderMembers(JSONParser.parse(accepted: line).object ?? [:], endsAt: line.count)
    let format = try members.value("daybook", "a format number") { $0.int }
    guard formats.contains(format) else { throw LineError(.format(format), at: 0) }
    var header = SegmentHeader(
      ledger: try members.value("ledger", "a ledger's id") { value in
        value.string.flatMap { LedgerLayout.isLedgerID($0) ? $0 : nil }
      },
      replica: try members.value("replica", "a replica's id") { $0.string.flatMap { ReplicaID($0) } },
      publicKey: try members.value("key", "a public key in base64") { value in
        value.string.flatMap { Base64.bytes($0) }.flatMap { $0.count == 32 ? $0 : nil }
      },
      firstSeq: try members.value("first", "a seq") { $0.int.flatMap { $0 > 0 ? count($0) : nil } },
      size: try members.value("size", "a size") { $0.int.flatMap { count($0) } },
      peaks: try members.value("peaks", "a list of hashes") { $0.array.flatMap { hashes($0) } })
    header.format = format
    guard Signing.replicaID(ofPublicKey: header.publicKey) == header.replica else {
      throw LineError(.foreignKey, at: 0)
    }
    guard MerkleTree(size: header.size, peaks: header.peaks) != nil else {
      throw LineError(.wrongType(key: "peaks", expected: "one hash for each bit of the size"), at: 0)
    }
    return header
  }

  /// Below 2⁵³, so that counting on from there cannot overflow.
  private static func count(_ number: Int64) -> UInt64? {
    number < 1 << 53 ? UInt64(exactly: number) : nil
  }

  /// The replica's tree at this place. A header that was parsed always has one.
  package var tree: MerkleTree? { MerkleTree(size: size, peaks: peaks) }

  private static func hashes(_ values: [JSONValue]) -> [Hash256]? {
    var hashes: [Hash256] = []
    for value in values {
      guard let text = value.string, let hash = Hash256(text) else { return nil }
      hashes.append(hash)
    }
    return hashes
  }
}

private struct HeaderMembers {
  let object: JSONObject
  let endsAt: Int

  init(_ object: JSONObject, endsAt: Int) { (self.object, self.endsAt) = (object, endsAt) }

  func value<Value>(
    _ key: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) throws(LineError) -> Value {
    guard let raw = object[key] else { throw LineError(.missing(key: key), at: endsAt) }
    guard let value = read(raw) else {
      throw LineError(.wrongType(key: key, expected: expected), at: 0)
    }
    return value
  }
}
