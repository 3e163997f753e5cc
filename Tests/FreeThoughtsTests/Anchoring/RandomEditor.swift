import DaybookTestSupport

/// Edits as people and their programs make them, and some that nobody would: those that set traps.
struct RandomEditor {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func edit(_ text: inout TrackedText) {
    guard text.count > 20 else { return text.insert(Self.words(5, &random), at: text.count) }
    switch Int.random(in: 0..<14, using: &random) {
    case 0, 1: text.insert(Self.words(Int.random(in: 1...12, using: &random), &random), at: place(in: text))
    case 2: text.insert(Self.words(40, &random) + [0x0A, 0x0A], at: lineStart(in: text))
    case 3: text.delete(word(in: text))
    case 4: text.delete(line(in: text))
    case 5: text.delete(span(in: text, countMax: 300))
    case 6: replaceWord(&text)
    case 7: text.duplicate(word(in: text), at: place(in: text))
    case 8: text.duplicate(line(in: text), at: lineStart(in: text))
    case 9: text.duplicate(paragraph(in: text), at: lineStart(in: text))
    case 10: text.move(paragraph(in: text), to: lineStart(in: text))
    case 11: text.move(line(in: text), to: lineStart(in: text))
    case 12: joinTwoPlacesOfOneWord(&text)
    default: rewrap(paragraph(in: text), &text)
    }
  }

  /// Takes a note's words out, and sometimes a similar one takes their place.
  mutating func attack(_ range: Range<Int>, in text: inout TrackedText) {
    guard !range.isEmpty else { return }
    let words = Array(text.scalars[range])
    switch Int.random(in: 0..<4, using: &random) {
    case 0: text.delete(range)
    case 1: text.delete(lineAround(range, in: text))
    case 2:
      // Down to the next place of the same words: that one slips in.
      guard let next = Self.place(of: words, in: text.scalars, from: range.upperBound) else {
        return text.delete(range)
      }
      text.delete(range.lowerBound..<next)
    default:
      guard let last = Self.lastPlace(of: words, in: text.scalars, before: range.lowerBound) else {
        return text.delete(range)
      }
      text.delete((last + words.count)..<range.upperBound)
    }
  }

  // MARK: Kinds of edits

  private mutating func replaceWord(_ text: inout TrackedText) {
    let range = word(in: text)
    let new = Array(Self.words(1, &random).dropLast())
    text.replace(range, with: new, from: new.map { _ in -1 })
  }

  private mutating func joinTwoPlacesOfOneWord(_ text: inout TrackedText) {
    let range = word(in: text)
    let words = Array(text.scalars[range])
    guard let next = Self.place(of: words, in: text.scalars, from: range.upperBound),
      next - range.lowerBound < 400
    else { return }
    text.delete(range.lowerBound..<next)
  }

  /// Spaces and single line feeds change places, as in a paragraph that is filled anew.
  private mutating func rewrap(_ range: Range<Int>, _ text: inout TrackedText) {
    for place in range {
      let isBreak = text.scalars[place] == 0x0A
      guard isBreak || text.scalars[place] == 0x20, place > range.lowerBound, place + 1 < range.upperBound,
        text.scalars[place - 1] != 0x0A, text.scalars[place + 1] != 0x0A,
        Int.random(in: 0..<6, using: &random) == 0
      else { continue }
      // Where it came from stays: it is the same white space.
      text.replace(place..<(place + 1), with: [isBreak ? 0x20 : 0x0A], from: [text.origins[place]])
    }
  }

  // MARK: Places

  mutating func place(in text: TrackedText) -> Int { Int.random(in: 0...text.count, using: &random) }

  mutating func span(in text: TrackedText, countMax: Int) -> Range<Int> {
    let start = Int.random(in: 0..<text.count, using: &random)
    return start..<min(text.count, start + Int.random(in: 1...countMax, using: &random))
  }

  mutating func word(in text: TrackedText) -> Range<Int> {
    let start = Int.random(in: 0..<text.count, using: &random)
    return Self.extend(start, text.scalars) { Self.isSpace($0) }
  }

  mutating func line(in text: TrackedText) -> Range<Int> {
    let start = Int.random(in: 0..<text.count, using: &random)
    let range = Self.extend(start, text.scalars) { $0 == 0x0A }
    return range.lowerBound..<min(text.count, range.upperBound + 1)
  }

  mutating func lineStart(in text: TrackedText) -> Int { line(in: text).lowerBound }

  /// Up to an empty line.
  mutating func paragraph(in text: TrackedText) -> Range<Int> {
    var range = line(in: text)
    while range.lowerBound > 1, range.count < 3000,
      text.scalars[range.lowerBound - 2] != 0x0A || text.scalars[range.lowerBound - 1] != 0x0A
    { range = (range.lowerBound - 1)..<range.upperBound }
    while range.upperBound < text.count, range.count < 3000,
      text.scalars[range.upperBound - 1] != 0x0A || text.scalars[range.upperBound] != 0x0A
    { range = range.lowerBound..<(range.upperBound + 1) }
    return range
  }

  private func lineAround(_ range: Range<Int>, in text: TrackedText) -> Range<Int> {
    let first = Self.extend(range.lowerBound, text.scalars) { $0 == 0x0A }
    let last = Self.extend(range.upperBound - 1, text.scalars) { $0 == 0x0A }
    return min(
      first.lowerBound, range.lowerBound)..<min(text.count, max(last.upperBound, range.upperBound) + 1)
  }

  static func isSpace(_ value: UInt32) -> Bool {
    value == 0x20 || value == 0x0A || value == 0x0C || value == 0x09 || value == 0xA0
  }

  private static func extend(_ start: Int, _ scalars: [UInt32], _ ends: (UInt32) -> Bool) -> Range<Int> {
    var (low, high) = (start, start)
    while low > 0, !ends(scalars[low - 1]) { low -= 1 }
    while high < scalars.count, !ends(scalars[high]) { high += 1 }
    return low..<high
  }

  private static func place(of words: [UInt32], in scalars: [UInt32], from start: Int) -> Int? {
    guard words.count < 80, start + words.count <= scalars.count else { return nil }
    return (start...(scalars.count - words.count)).first { scalars[$0...].starts(with: words) }
  }

  private static func lastPlace(of words: [UInt32], in scalars: [UInt32], before end: Int) -> Int? {
    guard words.count < 80, end >= words.count else { return nil }
    return (0...(end - words.count)).last { scalars[$0...].starts(with: words) }
  }

  // MARK: Texts

  private static let vocabulary = """
    the a of and to in is it that for was on are as with they be at one have this from or had by not but some what
    there we can out other were all your when up use word how said each she which do their time if will way about
    many then them would write like so these her long make thing see him two has look more day could go come did my
    sound no most number who over know water than call first people may down side been now find any new work part
    take get place made live where after back little only round man year came show every good me give our under
    über naïve café Ångström 東京 नमस्ते résumé
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  static func words(_ count: Int, _ random: inout SeededRandom) -> [UInt32] {
    (0..<count).flatMap { _ in
      ((vocabulary.randomElement(using: &random) ?? "the") + " ").unicodeScalars.map(\.value)
    }
  }

  /// Paragraphs of sentences, with lists and tables, whose rows are much alike, among them.
  mutating func document(paragraphs: Int) -> [UInt32] {
    var text: [UInt32] = []
    for index in 0..<paragraphs {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: text += Array("## Part \(index % 5)".unicodeScalars.map(\.value))
      case 1:
        for row in 0..<Int.random(in: 2...8, using: &random) {
          text += Array("| row \(row) | yes | no |\n".unicodeScalars.map(\.value))
        }
      case 2:
        for _ in 0..<Int.random(in: 2...6, using: &random) {
          text += Array("- [ ] ".unicodeScalars.map(\.value)) + Self.words(3, &random).dropLast() + [0x0A]
        }
      default:
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          text += Self.words(Int.random(in: 4...20, using: &random), &random).dropLast()
          text += Array(". ".unicodeScalars.map(\.value))
        }
      }
      text += [0x0A, 0x0A]
    }
    return text
  }
}
