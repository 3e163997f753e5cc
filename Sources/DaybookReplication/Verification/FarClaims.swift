import DaybookLog
import DaybookModel

/// Events that claim to count later than they were written, as far as they were read. Whether a claim counts depends on
/// all that is held: see FileFormat, "Merging".
struct FarClaims {
  private struct Claim {
    var replica: ReplicaID
    var seq: UInt64
    var at: Stamp
    var file: String
    var offset: Int
  }

  private var claims: [Claim] = []

  /// Another replica's id in the claim is found where the file is read.
  mutating func note(_ frame: borrowing AttestedFrame) {
    for entry in frame.content.commits[frame.commits] {
      for index in entry.events {
        let line = frame.content.events[index].line
        guard let at = line.at, at.replica == frame.branch.replica else { continue }
        claims.append(
          Claim(
            replica: at.replica, seq: line.seq, at: at, file: frame.file, offset: frame.offset))
      }
    }
  }

  private func beyond(_ report: ReadReport) -> [Claim] {
    let limit = report.atLimit
    return claims.filter { $0.at.time > limit }
  }

  /// Those whose claims do not count.
  func replicas(_ report: ReadReport) -> Set<ReplicaID> { Set(beyond(report).map(\.replica)) }

  /// One for each replica: its first claim that does not count, and how many there are.
  func findings(_ report: ReadReport) -> [Finding] {
    let beyond = Dictionary(grouping: beyond(report), by: \.replica)
    return beyond.sorted { $0.key < $1.key }.compactMap { replica, claims in
      guard let first = claims.min(by: { $0.seq < $1.seq }), let last = claims.map(\.seq).max() else {
        return nil
      }
      let count = claims.count == 1 ? "it claims" : "\(claims.count) events claim"
      return Finding(
        .farAhead, replica: replica, file: first.file, offset: first.offset, seqs: first.seq...last,
        "\(count) to count at \(first.at), later than anything here that it could have overwritten",
        advice: "it counts at its own stamp; copy what is missing, or find out what wrote it")
    }
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
