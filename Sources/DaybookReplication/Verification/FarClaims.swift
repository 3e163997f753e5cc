import DaybookLog
import DaybookModel

/// The claims of the events read so far about times later than their own: the stamps at which they count, and when a
/// server wrote or accepted something. Whether an `at` counts depends on all held events: see FileFormat, "Merging".
struct FarClaims {
  private struct Claim {
    var replica: ReplicaID
    var seq: UInt64
    var stamp: Stamp
    var file: String
    var offset: Int
  }

  private var claims: [Claim] = []
  /// The latest server time that each replica claims.
  private var told: [ReplicaID: Claim] = [:]

  /// No server is further ahead of every stamp and of this machine's clock than this.
  private static let aheadMaxMilliseconds: Int64 = 86_400_000

  /// Reading the file already finds another replica's id in an `at`.
  mutating func note(_ frame: borrowing AttestedFrame) {
    for entry in frame.content.commits[frame.commits] {
      for index in entry.events {
        let line = frame.content.events[index].line
        var claim = Claim(
          replica: frame.branch.replica, seq: line.seq, stamp: line.stamp, file: frame.file,
          offset: frame.offset)
        if let at = line.at, at.replica == claim.replica {
          claim.stamp = at
          claims.append(claim)
        }
        if line.acks != nil || line.server != nil { note(line, &claim) }
      }
    }
  }

  private mutating func note(_ line: EventLine, _ claim: inout Claim) {
    let server = UInt64(clamping: line.server?.seconds ?? 0) &* 1000 << 16
    claim.stamp = Stamp(time: max(line.acks?.time ?? 0, server), replica: claim.replica)
    if told[claim.replica]?.stamp ?? line.stamp < claim.stamp { told[claim.replica] = claim }
  }

  /// The claims that do not count. A claim one step above another replica's comes from a writer who held that one and
  /// overwrote it.
  private func uncounted(_ report: ReadReport) -> [Claim] {
    let limit = report.atLimit
    let uncounted = claims.filter { $0.stamp.time > limit }
    var claimants: [UInt64: Set<ReplicaID>] = [:]
    for claim in uncounted { claimants[claim.stamp.time, default: []].insert(claim.replica) }
    return uncounted.filter { claim in
      claimants[claim.stamp.time - 1]?.contains { $0 != claim.replica } != true
    }
  }

  private func beyondClocks(_ report: ReadReport, _ now: Instant) -> [Claim] {
    let latest = report.branches.compactMap(\.lastStamp?.milliseconds).reduce(now.milliseconds, max)
    return told.values.filter { $0.stamp.milliseconds - Self.aheadMaxMilliseconds > latest }
  }

  /// Replicas with findings. They are read again each time.
  func replicas(_ report: ReadReport, now: Instant) -> Set<ReplicaID> {
    Set((uncounted(report) + beyondClocks(report, now)).map(\.replica))
  }

  /// For each replica, its first `at` that does not count, and how many there are; and its latest server time, if
  /// that is too late.
  func findings(_ report: ReadReport, now: Instant) -> [Finding] {
    let uncounted = Dictionary(grouping: uncounted(report), by: \.replica)
    let far = uncounted.sorted { $0.key < $1.key }.compactMap { replica, claims -> Finding? in
      guard let first = claims.min(by: { $0.seq < $1.seq }), let last = claims.map(\.seq).max() else {
        return nil
      }
      let isOne = claims.count == 1
      return Finding(
        .farAhead, replica: replica, file: first.file, offset: first.offset, seqs: first.seq...last,
        isOne
          ? "it claims to count at \(first.stamp), later than anything here that it could have overwritten"
          : "\(claims.count) events claim to count at \(first.stamp) or later than that, which is later than anything here that they could have overwritten",
        advice:
          "\(isOne ? "it counts at its" : "they count at their") own stamp; copy what is missing, or find out what wrote \(isOne ? "it" : "them")"
      )
    }
    let late = beyondClocks(report, now).sorted { $0.replica < $1.replica }.map { claim in
      Finding(
        .clockSkew, replica: claim.replica, file: claim.file, offset: claim.offset,
        seqs: claim.seq...claim.seq,
        "it says that a server wrote or accepted something at \(claim.stamp.instant), a day or more ahead of all clocks",
        advice: "find out what wrote it; the server's later values do not show over it")
    }
    return far + late
  }
}

extension ReadReport {
  /// The greatest `at` that counts, as ``Stamp/time``.
  var atLimit: UInt64 {
    let greatest = branches.compactMap(\.lastStamp?.time).max() ?? 0
    let (limit, overflows) = greatest.addingReportingOverflow(events)
    return overflows ? .max : limit
  }
}
