package import DaybookModel

/// The result of parsing a frame's content: its lines, or why none of them is accepted.
package enum FrameParse: Sendable {
  case content(FrameContent)
  case quarantined(FrameRejection)
}

/// Why a frame is quarantined as a whole: the place in its content, and the reason.
package struct FrameRejection: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Reason: Sendable, Equatable {
    case line(LineError)
    case empty
    /// The last line has no LF.
    case unfinishedLine
    /// More than ``SegmentLimit/frameLinesMax``.
    case tooManyLines
    /// A header anywhere but at the beginning.
    case misplacedHeader
    /// A sealed frame without a header.
    case noHeader
    /// A header of another replica or ledger than the file's first.
    case foreignHeader
    /// An event with another replica's stamp.
    case foreignStamp(ReplicaID)
    case wrongCount(announced: UInt64, found: Int)
    /// Lines without a commit to end them.
    case leftover(lines: Int)
    /// A stub of a line from which nothing may be erased.
    case forbiddenStub
  }

  package var reason: Reason
  /// From 1.
  package var line: Int
  /// Where that line begins, in bytes from the start of the frame's content.
  package var offset: Int

  package init(_ reason: Reason, line: Int, offset: Int) {
    (self.reason, self.line, self.offset) = (reason, line, offset)
  }

  package var description: String {
    let text: String
    switch reason {
    case .line(let error): text = error.description
    case .empty: text = "an empty frame"
    case .unfinishedLine: text = "a line without its line feed"
    case .tooManyLines: text = "more than \(SegmentLimit.frameLinesMax) lines"
    case .misplacedHeader: text = "a header that does not begin the frame"
    case .noHeader: text = "a sealed frame without a header"
    case .foreignHeader: text = "a header of another replica or ledger"
    case .foreignStamp(let replica): text = "an event stamped by replica \(replica)"
    case .wrongCount(let announced, let found): text = "a commit of \(announced) events that holds \(found)"
    case .forbiddenStub: text = "a stub of a line of which nothing may be erased"
    case .leftover(let lines): text = "\(lines) lines that no commit ends"
    }
    return "line \(line) of the frame: \(text)"
  }
}

extension FrameContent {
  /// Parses and hashes a frame's content. A frame is accepted completely or not at all: bad JSON, an event
  /// stamped by another replica than the header's (or `replica`, where the frame has none), a commit
  /// that miscounts, or lines without a commit quarantine it.
  package static func parse(_ bytes: [UInt8], replica: ReplicaID? = nil) -> FrameParse {
    parse(FrameParser(FrameContent(bytes: bytes), replica: replica))
  }

  /// The same without knowing what precedes the frame: all of its lines must be of one replica, whichever it is. Only
  /// the bytes of `content` count.
  static func parse(alone content: consuming FrameContent) -> FrameParse {
    parse(FrameParser(content, isOfOneReplica: true))
  }

  private static func parse(_ parser: consuming FrameParser) -> FrameParse {
    do throws(FrameRejection) {
      try parser.parse()
      return .content(parser.finish())
    } catch {
      return .quarantined(error)
    }
  }
}
