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
