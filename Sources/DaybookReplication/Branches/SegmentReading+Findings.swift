import DaybookLog
import DaybookModel

extension SegmentReading {
  static let copyAdvice = "the next copy brings the missing part; the rest of the file is not affected"
  static var coveredAdvice: String {
    "what its signatures cover was read; use `\(Remedy.repair)`, or copy the file again from another machine"
  }
  static let leftAdvice = "the file is left where it is and not read; find out how it came here"

  /// The finding for damage that the segment reader met.
  static func finding(_ damage: SegmentDamage, isSealed: Bool) -> (
    kind: Finding.Kind, what: String, advice: String
  ) {
    let again = "copy the file again from a machine that has it whole; the rest of it was read"
    switch damage.reason {
    case .tornTail: return (.tornTail, "the file ends within a frame (\(damage.sizeBytes) bytes)", copyAdvice)
    case .frame(.truncated) where damage.reachesEnd:
      return (.tornTail, "the file ends within a frame (\(damage.sizeBytes) bytes)", copyAdvice)
    case .frame(let error): return (.corruption, "\(error), \(damage.sizeBytes) bytes", again)
    case .seekTable: return (.corruption, "its seek table is missing or wrong", again)
    case .tooMuch:
      return (.quarantined, "more content than a segment may hold", "what follows is not read")
    case .quarantined(let quarantine):
      if case .line(let error) = quarantine.reason, error.reason == .foreignKey {
        return (
          .forged, "\(quarantine)",
          "somebody wrote under another replica's name; nothing of it is applied"
        )
      }
      return (
        .quarantined, "\(quarantine)", "the whole frame is left out; find out what wrote it"
      )
    }
  }

  /// Why a run does not begin with a header: it is not this replica's, or leads back. Nil if nothing speaks against it.
  ///
  /// - Parameter reached: the greatest leaf index that a run has reached.
  func objection(to header: SegmentHeader, at offset: Int, reached: UInt64) -> String? {
    if header.ledger != ledger {
      return "it belongs to another ledger, \(Self.printable(header.ledger))"
    }
    if header.replica != replica {
      return "it belongs to replica \(header.replica), but is in the folder of \(replica)"
    }
    if header.size < reached || (header.firstSeq < nextSeq && nextSeq != file.first) {
      return "a header that points back to lines that were read before it"
    }
    if nextSeq == file.first, offset == 0, header.firstSeq != file.first {
      return "its name begins at seq \(file.first), its first header at \(header.firstSeq)"
    }
    return nil
  }

  /// Reports the heads of a frame that are not its writer's.
  mutating func check(_ frame: SegmentRun.PendingFrame, _ header: SegmentHeader) {
    for head in frame.heads where !(head.hasRoot && SegmentRun.isSigned(head.head, header)) {
      let commit = frame.content.commits[head.commit].commit
      add(
        .forged, frame.offset,
        "the head of commit \(commit.number) is not the replica's, or not of these lines",
        "the commit counts, since a later signature covers it; find out who wrote this head")
    }
  }

  /// A text from a file in a printable form.
  static func printable(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(64).map { scalar in
      scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value) ? "?" : String(scalar)
    }
    return shown.joined()
  }

  /// The greatest seq of which the file is known to have held the event, at least its first one.
  var lastKnown: UInt64 {
    max(file.first, nextSeq &- 1, findings.compactMap { $0.seqs?.upperBound }.max() ?? 0)
  }

  mutating func add(
    _ kind: Finding.Kind, _ offset: Int?, _ what: String, _ advice: String, seqs: ClosedRange<UInt64>? = nil
  ) {
    if isAgain, !isHanding { return }
    guard findings.count < options.findingsMax else {
      if findings.count == options.findingsMax {
        findings.append(
          Finding(
            .limit, replica: replica, file: file.path, offset: offset,
            "the file has more than \(options.findingsMax) problems: those from here on are not listed",
            advice: "copy the file again from the machine that wrote it"))
      }
      return
    }
    findings.append(
      Finding(kind, replica: replica, file: file.path, offset: offset, seqs: seqs, what, advice: advice))
  }

  /// A replica's clock never goes back, and so neither do its stamps; and its commits are numbered one by one. At
  /// most one finding of a kind per file.
  mutating func checkOrder(
    of frame: SegmentRun.PendingFrame, after known: (stamp: Stamp?, commit: UInt64?)
  ) {
    for entry in frame.content.commits[frame.commits] {
      checkNumber(of: entry, in: frame, after: lastCommit ?? known.commit)
      lastCommit = entry.commit.number
      for index in entry.events {
        let stamp = frame.content.events[index].line.stamp
        let seq = frame.content.events[index].line.seq
        let last = [known.stamp, lastStamp].compactMap { $0 }.max()
        if let last, stamp < last, !findings.contains(where: { $0.kind == .backDated }) {
          add(
            .backDated, frame.offset,
            "its stamp, \(stamp.instant), is before \(last.instant), when the replica had already written",
            "rely on what other replicas had seen of it by then; do not trust its own times",
            seqs: seq...seq)
        }
        if stamp == last, !hasEqualStamps {
          hasEqualStamps = true
          add(
            .misnumbered, frame.offset, "it has the same stamp as an earlier event, \(stamp)",
            "find out what wrote it: each stamp is used once", seqs: seq...seq)
        }
        lastStamp = max(last ?? stamp, stamp)
      }
    }
  }

  /// No honest writer claims an order with another replica's id, or conceals what follows its own event. At most one
  /// finding per file.
  mutating func checkClaims(of frame: SegmentRun.PendingFrame) {
    for entry in frame.content.commits[frame.commits] {
      for index in entry.events {
        let line = frame.content.events[index].line
        let order = line.order
        if let at = line.at, at.replica != line.stamp.replica {
          addFarAhead(
            frame.offset, line.seq, "it claims to count at \(at), by another replica's id",
            "it counts at its own stamp; find out what wrote it")
        }
        if case .upTo(let over) = line.over, over >= order {
          addFarAhead(
            frame.offset, line.seq,
            "it claims to hide writes up to \(over), which is later than the event itself",
            "it hides only older writes; find out what wrote it")
        }
      }
    }
  }

  private mutating func addFarAhead(_ offset: Int, _ seq: UInt64, _ what: String, _ advice: String) {
    guard !findings.contains(where: { $0.kind == .farAhead }) else { return }
    add(.farAhead, offset, what, advice, seqs: seq...seq)
  }

  private mutating func checkNumber(
    of entry: FrameContent.CommitEntry, in frame: SegmentRun.PendingFrame, after last: UInt64?
  ) {
    guard let last, entry.commit.number != last &+ 1, !hasSkippedNumber else { return }
    hasSkippedNumber = true
    let seqs = entry.events.map { frame.content.events[$0].line.seq }
    add(
      .misnumbered, frame.offset,
      "commit \(entry.commit.number) follows commit \(last) of the replica",
      "find out what wrote it: commits are numbered one by one, and no line is missing between these",
      seqs: seqs.first.flatMap { first in seqs.last.map { first...max(first, $0) } })
  }

  mutating func note(_ damage: SegmentDamage) -> Finding.Kind {
    let (kind, what, advice) = Self.finding(damage, isSealed: file.isSealed)
    if damage.reason != .seekTable, openFinding == nil { openFinding = findings.count }
    add(kind, damage.offset, what, advice)
    if openFinding == findings.count { openFinding = nil }
    return kind
  }

  /// The seqs lost to damage are known from the next header, or from the file's name.
  mutating func close(openSeqsAt seq: UInt64?) {
    guard let index = openFinding else { return }
    openFinding = nil
    if let seq, seq > nextSeq { findings[index].seqs = nextSeq...seq - 1 }
  }
}
