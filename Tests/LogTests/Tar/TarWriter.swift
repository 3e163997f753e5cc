/// Makes tars byte by byte, as they should be and as they should not.
struct TarWriter {
  private(set) var bytes: [UInt8] = []

  /// A header, its content and what fills the last block.
  mutating func add(
    _ name: String, _ content: [UInt8] = [], type: Character = "0", prefix: String = "",
    size: Int? = nil, isGNU: Bool = false
  ) {
    add(name: Array(name.utf8), content, type: type, prefix: prefix, size: size, isGNU: isGNU)
  }

  mutating func add(
    name: [UInt8], _ content: [UInt8] = [], type: Character = "0", prefix: String = "", size: Int? = nil,
    isGNU: Bool = false
  ) {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ text: some Sequence<UInt8>, at place: Int, max: Int) {
      for (index, byte) in text.prefix(max).enumerated() { block[place + index] = byte }
    }
    put(name, at: 0, max: 100)
    put("0000600\u{0}".utf8, at: 100, max: 8)
    put(Self.octal(size ?? content.count, width: 11).utf8, at: 124, max: 12)
    block[156] = type.asciiValue ?? 0
    put((isGNU ? "ustar  \u{0}" : "ustar\u{0}00").utf8, at: 257, max: 8)
    put(prefix.utf8, at: 345, max: 155)
    Self.sum(&block)
    bytes += block + content
    bytes += [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  /// Pax records for the next member, or with type "g" for all that follow.
  mutating func add(records: [(key: String, value: String)], type: Character = "x") {
    let content = records.map { record in
      let rest = " \(record.key)=\(record.value)\n"
      var length = rest.utf8.count + 1
      while "\(length)".utf8.count + rest.utf8.count != length { length += 1 }
      return "\(length)\(rest)"
    }.joined()
    add("PaxHeaders/x", Array(content.utf8), type: type)
  }

  mutating func end() { bytes += [UInt8](repeating: 0, count: 1024) }

  /// With the right checksum.
  static func sum(_ block: inout [UInt8]) {
    for place in 148..<156 { block[place] = UInt8(ascii: " ") }
    let sum = block.reduce(0) { $0 + Int($1) }
    for (index, byte) in (octal(sum, width: 6) + "\u{0} ").utf8.enumerated() { block[148 + index] = byte }
  }

  private static func octal(_ number: Int, width: Int) -> String {
    let digits = String(number, radix: 8)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
