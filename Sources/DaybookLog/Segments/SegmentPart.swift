/// What a segment reader finds, in the order of the file.
package enum SegmentPart: Sendable {
  /// A frame whose lines are sound in themselves; `offset` and `sizeBytes` are those of the
  /// compressed frame within the file.
  case frame(FrameContent, offset: Int, sizeBytes: Int)
  /// Something for other tools, such as the seek table.
  case skippable(offset: Int, sizeBytes: Int)
  case damage(SegmentDamage)
}

/// Bytes of a file that hold nothing that can be read.
package struct SegmentDamage: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Reason: Sendable, Equatable {
    /// The file ends within a frame: an append that was cut off.
    case tornTail
    case frame(FrameError)
    case quarantined(FrameRejection)
    /// More content than a segment may hold; nothing after it is read.
    case tooMuch
    /// A sealed file's seek table is missing or does not state where its frames are. No event is lost.
    case seekTable
  }

  package var reason: Reason
  /// In the file.
  package var offset: Int
  /// Up to the next place that can be read, or the file's end.
  package var sizeBytes: Int
  /// Whether nothing readable follows.
  package var reachesEnd: Bool

  package init(_ reason: Reason, offset: Int, sizeBytes: Int, reachesEnd: Bool) {
    (self.reason, self.offset) = (reason, offset)
    (self.sizeBytes, self.reachesEnd) = (sizeBytes, reachesEnd)
  }

  package var description: String {
    let text: String
    switch reason {
    case .tornTail: text = "an append that was cut off"
    case .frame(let error): text = error.description
    case .quarantined(let quarantine): text = quarantine.description
    case .tooMuch: text = "more than 64 MiB of content"
    case .seekTable: text = "a seek table that is missing or wrong"
    }
    return "\(text), \(sizeBytes) bytes at byte \(offset)"
  }
}
