import DaybookLocking

/// What a person typed: the characters of the key in the lines in which they were typed.
struct TypedKey {
  struct Line: Equatable {
    /// ASCII, letters in upper case; other characters as `?`.
    var characters: [UInt8] = []
    var check: Int?
  }

  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private(set) var lines: [Line] = []
  private(set) var hasBeginning = false

  var characters: [UInt8] { lines.flatMap(\.characters) }

  init(_ text: String) {
    var line = Line()
    // The digits behind `=`, while they are read.
    var digits: [UInt8]?
    for scalar in text.uppercased().unicodeScalars {
      let byte = scalar.isASCII ? UInt8(scalar.value) : UInt8(ascii: "?")
      if let read = digits {
        if scalar.properties.isWhitespace && read.isEmpty { continue }
        if Self.digits.contains(byte) && read.count < 2 {
          digits = read + [byte]
          continue
        }
        digits = nil
        end(&line, check: read)
      }
      switch scalar {
      case "=":
        digits = []
      case ")" where line.characters.last.map(Self.digits.contains) == true:
        // The number of a line, which begins it.
        line.characters.removeLast()
        end(&line)
      case _ where scalar.properties.isDash: continue
      case _ where scalar.properties.isWhitespace:
        if scalar == "\n" || scalar == "\r" { end(&line) }
      default: line.characters.append(byte)
      }
    }
    end(&line, check: digits)
    removeBeginning()
    removeNumbers()
  }

  /// Ends a line; one without characters adds its check to the line before.
  private mutating func end(_ line: inout Line, check digits: [UInt8]? = nil) {
    line.check = digits.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    if !line.characters.isEmpty {
      lines.append(line)
    } else if let last = lines.indices.last, let check = line.check {
      lines[last].check = check
    }
    line = Line()
  }

  /// Numbers typed without their bracket, and check digits without their sign: where each line has them.
  private mutating func removeNumbers() {
    guard lines.count == KeyLayout.ranges.count else { return }
    // No key has the number of the first line.
    let numbers = lines.indices.map { UInt8(ascii: "1") + UInt8($0) }
    if zip(lines, numbers).allSatisfy({ $0.characters.first == $1 }) {
      for index in lines.indices { lines[index].characters.removeFirst() }
    }
    guard characters.count > KeyLayout.count + lines.count else { return }
    let endings = lines.map { $0.check == nil ? $0.characters.suffix(2) : [] }
    guard endings.allSatisfy({ $0.count == 2 && $0.allSatisfy(Self.digits.contains) }) else { return }
    for (index, ending) in endings.enumerated() {
      lines[index].check = Int(String(decoding: ending, as: UTF8.self))
      lines[index].characters.removeLast(2)
    }
  }

  private mutating func removeBeginning() {
    let beginning = KeyLayout.beginning.utf8.filter { $0 != UInt8(ascii: "-") }
    guard characters.starts(with: beginning) else { return }
    hasBeginning = true
    var left = beginning.count
    for index in lines.indices {
      let count = min(left, lines[index].characters.count)
      lines[index].characters.removeFirst(count)
      left -= count
    }
    lines.removeAll { $0.characters.isEmpty }
  }
}
