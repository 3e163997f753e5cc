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
