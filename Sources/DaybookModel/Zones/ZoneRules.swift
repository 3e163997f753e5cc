/// The rules of one zone from a TZif file (RFC 8536): its past changes, and a rule for all years after.
package struct ZoneRules: ZoneOffsets {
  /// Ascending, with the offset that applies from each.
  private var changes: [(at: Int64, offset: Int64)] = []
  private var first: Int64 = 0
  private var footer: ZoneFooter?

  package func offset(at seconds: Int64) -> Int64 {
    guard let last = changes.last else { return footer?.offset(at: seconds) ?? first }
    if seconds >= last.at { return footer?.offset(at: seconds) ?? last.offset }
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].at <= seconds { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : changes[low - 1].offset
  }

  package init(_ footer: ZoneFooter) { self.footer = footer }

  /// nil for an invalid TZif file. Version 1 holds 32-bit times only; later versions repeat everything in 64 bits,
  /// followed by the rule.
  package init?(file bytes: [UInt8]) {
    var reader = BigEndianReader(bytes)
    guard let header = reader.header() else { return nil }
    guard header.version >= 2 else {
      guard read(&reader, header, timeBytes: 4) else { return nil }
      return
    }
    guard reader.skip(header.sizeBytes(timeBytes: 4)), let second = reader.header(),
      read(&reader, second, timeBytes: 8)
    else { return nil }
    let rest = bytes[reader.position...]
    if rest.first == 0x0a, let end = rest.dropFirst().firstIndex(of: 0x0a) {
      footer = ZoneFooter(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
    }
  }

  private mutating func read(
    _ reader: inout BigEndianReader, _ header: BigEndianReader.Header, timeBytes: Int
  ) -> Bool {
    guard reader.remaining >= header.sizeBytes(timeBytes: timeBytes), header.types > 0 else { return false }
    let times = (0..<header.times).map { _ in reader.integer(timeBytes) }
    let indexes = (0..<header.times).map { _ in Int(reader.integer(1)) & 0xff }
    let types = (0..<header.types).map { _ in
      let offset = reader.integer(4)
      _ = reader.skip(2)
      return offset
    }
    _ = reader.skip(
      header.sizeBytes(timeBytes: timeBytes) - header.times * (timeBytes + 1) - header.types * 6)
    guard indexes.allSatisfy({ $0 < types.count }), types.allSatisfy({ abs($0) < 100_000 }),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return false }
    first = types[0]
    changes = zip(times, indexes).map { ($0, types[$1]) }
    return true
  }
}

private struct BigEndianReader {
  struct Header {
    var version: Int
    var isUT, isStandard, leaps, times, types, characters: Int

    func sizeBytes(timeBytes: Int) -> Int {
      times * (timeBytes + 1) + types * 6 + characters + leaps * (timeBytes + 4) + isStandard + isUT
    }
  }

  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var remaining: Int { bytes.count - position }

  mutating func skip(_ count: Int) -> Bool {
    guard count <= remaining else { return false }
    position += count
    return true
  }

  /// Sign-extended; `count` bytes must exist.
  mutating func integer(_ count: Int) -> Int64 {
    var value: Int64 = bytes[position] >= 0x80 ? -1 : 0
    for byte in bytes[position..<position + count] { value = value << 8 | Int64(byte) }
    position += count
    return value
  }

  mutating func header() -> Header? {
    guard remaining >= 44, bytes[position...].starts(with: Array("TZif".utf8)) else { return nil }
    let digit = bytes[position + 4]
    position += 20
    let counts = (0..<6).map { _ in Int(integer(4)) }
    guard counts.allSatisfy({ (0...0xffff).contains($0) }) else { return nil }
    return Header(
      version: digit >= 0x32 ? Int(digit) - 0x30 : 1, isUT: counts[0], isStandard: counts[1],
      leaps: counts[2], times: counts[3], types: counts[4], characters: counts[5])
  }
}
