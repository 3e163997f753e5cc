// When a message is written to an mbox, its lines that begin with "From " get a `>` before them, in one of four ways.
//
// | dialect | what was quoted | the message's end |
// |---|---|---|
// | mboxo | `From ` | From_ line |
// | mboxrd | `From `, and `>From ` once more | From_ line |
// | mboxcl | `From ` | Content-Length |
// | mboxcl2 | nothing | Content-Length |
//
// A file does not say which. In all dialects but the last, a line with one `>` was quoted, unless the lines around it
// are quoted as deeply: then somebody answered "> From now on", and the mark was there before. Only mboxrd writes a
// line that is one deeper than its neighbours; from the first such line on, a file is read as mboxrd. A message with a
// length that has an unquoted line like a From_ line is mboxcl2, and so are later messages with a length.

/// How an mbox quotes the lines that could be taken for From_ lines.
public enum MboxDialect: String, Sendable, CaseIterable {
  case mboxo, mboxrd, mboxcl, mboxcl2
}

struct FromQuoting {
  let dialect: MboxDialect?
  private var isKnownDoubling = false
  private var isKnownVerbatim = false

  init(dialect: MboxDialect?) { self.dialect = dialect }

  /// Takes away the marks of `message` from `body` on.
  mutating func undo(in message: inout [UInt8], from body: Int, hasLength: Bool) {
    if dialect == .mboxcl2 { return }
    let lines = Self.marked(message, from: body)
    if hasLength, dialect == nil {
      isKnownVerbatim = isKnownVerbatim || lines.contains { $0.depth == 0 }
      if isKnownVerbatim { return }
    }
    if dialect == nil, !isKnownDoubling, !hasLength {
      isKnownDoubling = lines.contains { $0.depth > 1 && isOneDeeper($0, in: message) }
    }
    let marks = lines.filter { $0.depth > 0 && isMark($0, in: message, hasLength: hasLength) }.map(\.start)
    message.removeBytes(at: marks)
  }

  /// A line that is `From ` after `depth` marks.
  private struct Line {
    var start: Int
    var depth: Int
  }

  private func isMark(_ line: Line, in message: [UInt8], hasLength: Bool) -> Bool {
    switch dialect {
    case .mboxrd: return true
    case .mboxo, .mboxcl: return line.depth == 1
    default: break
    }
    if isKnownDoubling, !hasLength { return true }
    if line.depth > 1 { return false }
    let around = [depth(before: line, in: message), depth(after: line, in: message)].compactMap { $0 }
    return around.isEmpty || around.contains { $0 < line.depth }
  }

  /// Whether its neighbours are quoted, but one less deeply.
  private func isOneDeeper(_ line: Line, in message: [UInt8]) -> Bool {
    let around = [depth(before: line, in: message), depth(after: line, in: message)].compactMap { $0 }
    return !around.isEmpty && around.allSatisfy { $0 == line.depth - 1 }
  }

  private static func marked(_ message: [UInt8], from body: Int) -> [Line] {
    var lines: [Line] = []
    var place = body
    while place < message.count {
      let first = message[place]
      if first == UInt8(ascii: ">") || first == UInt8(ascii: "F") {
        let depth = message.quoteDepth(at: place)
        if message[(place + depth)...].starts(with: Array("From ".utf8)) {
          lines.append(Line(start: place, depth: depth))
        }
      }
      guard let end = MboxBuffer.lineFeed(in: message, from: place, to: message.count) else { break }
      place = end + 1
    }
    return lines
  }

  /// How deeply the line before is quoted; nil where it is blank or there is none.
  private func depth(before line: Line, in message: [UInt8]) -> Int? {
    guard line.start >= 2 else { return nil }
    let start = message[..<(line.start - 1)].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    return depth(ofLineAt: start, in: message)
  }

  private func depth(after line: Line, in message: [UInt8]) -> Int? {
    guard let end = MboxBuffer.lineFeed(in: message, from: line.start, to: message.count),
      end + 1 < message.count
    else { return nil }
    return depth(ofLineAt: end + 1, in: message)
  }

  private func depth(ofLineAt start: Int, in message: [UInt8]) -> Int? {
    guard start < message.count, message[start] != 0x0a, message[start] != 0x0d else { return nil }
    return message.quoteDepth(at: start)
  }
}

extension [UInt8] {
  fileprivate func quoteDepth(at start: Int) -> Int {
    var place = start
    while place < count, self[place] == UInt8(ascii: ">") { place += 1 }
    return place - start
  }

  /// `places` ascending. O(count).
  fileprivate mutating func removeBytes(at places: [Int]) {
    guard let first = places.first else { return }
    var (next, target) = (0, first)
    for source in first..<count {
      if next < places.count, places[next] == source {
        next += 1
      } else {
        self[target] = self[source]
        target += 1
      }
    }
    removeLast(count - target)
  }
}
