import DaybookText

/// Cuts a text into pieces that an embedder can take: of whole sentences if possible, at most about a paragraph long,
/// each beginning with the end of the one before, so that text at a cut is whole in one of them.
///
/// A heading begins a piece, and is repeated at the beginning of each piece of its section. The same text gives
/// the same pieces on every machine.
public struct TextChunker: Sendable {
  /// The version of the rules: it must be increased when the same text gives other pieces, so that stored vectors are
  /// made again.
  static let rules = 1

  /// The target size of a piece, which it never exceeds by more than its heading; in bytes of UTF-8.
  public var targetBytes = 900
  /// How much of the end of a piece the next one repeats, at most: whole sentences, in bytes of UTF-8.
  public var overlapBytes = 160

  public init() {}

  /// Lines that are one thing to read: a heading, or sentences.
  private enum Block {
    case heading(String)
    case sentences([String])
  }

  /// Consecutive headings head a text together, up to this size.
  private static let headingsBytesMax = 200

  /// The pieces; none of a text of white space.
  public func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    var heading = ""
    // Whether a piece has it.
    var isUsed = true
    var current: [String] = []
    var freshCount = 0
    func size(_ sentences: [String]) -> Int { sentences.reduce(0) { $0 + $1.utf8.count + 1 } }
    func end(keepsOverlap: Bool) {
      if freshCount > 0 {
        pieces.append((heading.isEmpty ? "" : heading + "\n") + current.joined(separator: " "))
        isUsed = true
      }
      freshCount = 0
      current = keepsOverlap ? overlap(of: current) : []
    }
    func endHeading() {
      end(keepsOverlap: false)
      if !isUsed { pieces.append(heading) }
      isUsed = true
    }
    for block in blocks(text) {
      switch block {
      case .heading(let text):
        end(keepsOverlap: false)
        if !isUsed, heading.utf8.count + text.utf8.count < Self.headingsBytesMax {
          heading += "\n" + text
        } else {
          endHeading()
          heading = text
        }
        isUsed = false
      case .sentences(let sentences):
        for sentence in sentences {
          if freshCount > 0, size(current) + sentence.utf8.count > targetBytes { end(keepsOverlap: true) }
          if freshCount == 0, size(current) + sentence.utf8.count > targetBytes { current = [] }
          current.append(sentence)
          freshCount += 1
        }
      }
    }
    endHeading()
    return pieces
  }

  /// The last sentences, as many as fit.
  private func overlap(of sentences: [String]) -> [String] {
    var kept: [String] = []
    var bytes = 0
    for sentence in sentences.reversed() {
      bytes += sentence.utf8.count + 1
      guard bytes <= overlapBytes else { break }
      kept.insert(sentence, at: 0)
    }
    return kept
  }

  private func blocks(_ text: String) -> [Block] {
    var blocks: [Block] = []
    var lines: [Substring] = []
    func end() {
      guard let first = lines.first else { return }
      if lines.count == 1, let heading = SentenceCutter.heading(first) {
        blocks.append(.heading(heading))
      } else {
        blocks.append(
          .sentences(
            SentenceCutter.sentences(lines).flatMap { SentenceCutter.cut($0, sizeBytes: targetBytes) }))
      }
      lines = []
    }
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.allSatisfy(\.isWhitespace) {
        end()
      } else if line.hasPrefix("#"), SentenceCutter.heading(line) != nil {
        end()
        lines = [line]
        end()
      } else {
        lines.append(line)
      }
    }
    end()
    return blocks
  }
}

/// Finds the ends of sentences, and headings, by the form of a line, in any language that uses full stops.
enum SentenceCutter {
  private static let headingBytesMax = 90

  /// The heading that a line is by itself: a Markdown heading, or a short line that does not end like a sentence.
  static func heading(_ line: Substring) -> String? {
    let text = trimmed(line.drop { $0 == "#" })
    guard !text.isEmpty, text.utf8.count <= headingBytesMax else { return nil }
    if line.hasPrefix("#") { return text }
    guard let last = text.last, !isEnd(last), !",;:-|)]}>\"'`".contains(last), let first = text.first,
      first.isLetter || first.isNumber, text.contains(where: \.isLetter)
    else { return nil }
    return text
  }

  /// The sentences of lines that belong together; a line of a list begins one.
  static func sentences(_ lines: [Substring]) -> [String] {
    var sentences: [String] = []
    var current = ""
    func end() {
      let text = trimmed(current[...])
      if !text.isEmpty { sentences.append(text) }
      current = ""
    }
    for line in lines {
      if startsItem(line) { end() }
      if !current.isEmpty { current.append(" ") }
      var previous: Character?
      for character in line {
        if let mark = previous, isEnd(mark), character.isWhitespace || isWideEnd(mark) { end() }
        current.append(character)
        previous = character
      }
      if let last = previous, isEnd(last) { end() }
    }
    end()
    return sentences
  }

  /// A sentence in parts of at most this many bytes: at spaces where there are some, never within a character.
  static func cut(_ sentence: String, sizeBytes: Int) -> [String] {
    guard sentence.utf8.count > sizeBytes else { return [sentence] }
    var parts: [String] = []
    var part = ""
    var bytes = 0
    var lastSpace: String.Index?
    for character in sentence {
      let size = String(character).utf8.count
      if bytes + size > sizeBytes, !part.isEmpty {
        let end = lastSpace ?? part.endIndex
        parts.append(trimmed(part[..<end]))
        part = trimmed(part[end...])
        bytes = part.utf8.count
        lastSpace = nil
      }
      if character.isWhitespace { lastSpace = part.endIndex }
      part.append(character)
      bytes += size
    }
    parts.append(trimmed(part[...]))
    return parts.filter { !$0.isEmpty }
  }

  private static func isEnd(_ character: Character) -> Bool {
    ".!?…".contains(character) || isWideEnd(character)
  }

  private static func isWideEnd(_ character: Character) -> Bool { "。！？".contains(character) }

  private static func startsItem(_ line: Substring) -> Bool {
    let start = line.drop(while: \.isWhitespace)
    if start.hasPrefix("- ") || start.hasPrefix("* ") || start.hasPrefix("• ") { return true }
    let digits = start.prefix { $0.isNumber }
    return !digits.isEmpty && start.dropFirst(digits.count).hasPrefix(". ")
  }

  private static func trimmed(_ text: Substring) -> String {
    String(text).trimmed
  }
}
