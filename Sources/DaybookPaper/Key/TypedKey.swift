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
    // The digits after `=`, while they are read.
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
        // The number at the beginning of a line.
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

  /// Removes numbers typed without their bracket, and check digits typed without their sign, if every line has them.
  private mutating func removeNumbers() {
    guard lines.count == KeyLayout.ranges.count else { return }
    // No key contains the number of the first line.
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

extension TypedKey {
  /// The key, or the most exact place of the mistake.
  func key() throws(RecoveryPaperError) -> RecoveryKey {
    let characters = characters
    if let key = Self.key(characters) { return key }
    throw RecoveryPaperError(reason: mistake(in: characters))
  }

  private static func key(_ characters: [UInt8]) -> RecoveryKey? {
    guard characters.count == KeyLayout.count else { return nil }
    return try? RecoveryKey(paper: KeyLayout.beginning + String(decoding: characters, as: UTF8.self))
  }

  private func mistake(in characters: [UInt8]) -> RecoveryPaperError.Reason {
    if characters.isEmpty { return .nothing }
    if !hasBeginning {
      if characters.starts(with: Array("AGE1".utf8)) { return .recipient }
      // More than all groups with an extra character in each line.
      if characters.count > KeyLayout.count + KeyLayout.ranges.count { return .beginning }
    }
    let strange = strangePlaces
    if !strange.isEmpty { return .characters(strange) }
    if let index = Self.singleMistake(in: characters) { return .group(KeyLayout.place(of: index)) }
    let wrong = wrongLines
    if !wrong.isEmpty { return .lines(wrong) }
    return characters.count == KeyLayout.count ? .unknown : .length(characters.count)
  }

  /// Whether each line of the paper was typed as one.
  private var isInLines: Bool { lines.count == KeyLayout.ranges.count }

  /// The groups with characters that no key has, each once.
  private var strangePlaces: [RecoveryPaperError.Place] {
    var places: [RecoveryPaperError.Place] = []
    // Lines as they were typed, so that a missing character in one does not move the places in the next.
    for (index, typed) in (isInLines ? lines : [Line(characters: characters)]).enumerated() {
      for (offset, character) in typed.characters.enumerated() where !KeyLayout.alphabet.contains(character) {
        let line = KeyLayout.ranges[index]
        let place = KeyLayout.place(
          of: isInLines ? min(line.lowerBound + offset, line.upperBound - 1) : offset)
        if !places.contains(place) { places.append(place) }
      }
    }
    return places
  }

  /// The lines that are too short or too long, or do not fit the check digits typed with them.
  private var wrongLines: [Int] {
    guard isInLines else { return [] }
    return zip(lines, KeyLayout.ranges).enumerated().compactMap { index, pair in
      let (typed, range) = pair
      let fits = typed.check.map { $0 == KeyLayout.check(typed.characters, line: index + 1) } ?? true
      return typed.characters.count == range.count && fits ? nil : index + 1
    }
  }

  /// The index of the only character that must be replaced, inserted, removed or swapped with the next to get a valid
  /// key, if there is one. Keys differ in at least five characters (BIP 173), so with at most three wrong characters no
  /// other place fits. Beyond that, or if the length is wrong, one fits by chance in about 2¹⁹ cases.
  private static func singleMistake(in characters: [UInt8]) -> Int? {
    let indices = characters.indices
    func changed(_ change: (inout [UInt8]) -> Void) -> Bool {
      var other = characters
      change(&other)
      return key(other) != nil
    }
    switch characters.count {
    case KeyLayout.count:
      return indices.first { index in
        KeyLayout.alphabet.contains { letter in changed { $0[index] = letter } }
      } ?? indices.dropLast().first { index in changed { $0.swapAt(index, index + 1) } }
    case KeyLayout.count - 1:
      return (0...characters.count).first { index in
        KeyLayout.alphabet.contains { letter in changed { $0.insert(letter, at: index) } }
      }
    case KeyLayout.count + 1:
      return indices.first { index in changed { $0.remove(at: index) } }
    default: return nil
    }
  }
}
