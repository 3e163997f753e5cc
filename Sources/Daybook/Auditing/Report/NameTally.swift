import DaybookModel

/// Counts names as lines hold them, without making a string of each: most events name what an event shortly before them
/// named.
struct NameTally {
  private(set) var names: [String] = []
  private(set) var counts: [Int] = []
  private var numbers: [String: Int] = [:]
  /// Names as bytes, that were met last.
  private var recent: [(bytes: [UInt8], number: Int)] = []

  private static let recentMax = 8

  /// The number of a name, counted once more.
  mutating func count(_ name: JSONString, in bytes: Span<UInt8>) -> Int {
    let number = number(of: name, in: bytes)
    counts[number] += 1
    return number
  }

  mutating func count(_ name: String) -> Int {
    let number = number(of: name)
    counts[number] += 1
    return number
  }

  private mutating func number(of name: JSONString, in bytes: Span<UInt8>) -> Int {
    if name.isEscaped { return number(of: name.text(bytes)) }
    let raw = bytes.extracting(name.range.start..<name.range.end)
    if let known = recent.first(where: { raw.holds($0.bytes) }) { return known.number }
    let number = number(of: name.text(bytes))
    if recent.count == Self.recentMax { recent.removeFirst() }
    recent.append((raw.withUnsafeBufferPointer { Array($0) }, number))
    return number
  }

  private mutating func number(of name: String) -> Int {
    if let known = numbers[name] { return known }
    numbers[name] = names.count
    names.append(name)
    counts.append(0)
    return names.count - 1
  }
}

extension Span<UInt8> {
  /// Whether these are the bytes.
  fileprivate func holds(_ bytes: [UInt8]) -> Bool {
    guard count == bytes.count else { return false }
    for index in 0..<count where self[index] != bytes[index] { return false }
    return true
  }
}
