import DaybookLog
import DaybookModel

/// Finds stamps that a replica used twice with others in between. If stamps only ascend, equal ones are adjacent, and
/// reading reports them; so this is for replicas whose stamps went back.
struct RepeatedStamps {
  private struct Place {
    var branch: BranchID
    var stamp: Stamp
    var seq: UInt64
    var file: String
  }

  private var places: [Place] = []

  mutating func note(_ frame: borrowing AttestedFrame) {
    for entry in frame.content.commits[frame.commits] {
      for index in entry.events {
        let line = frame.content.events[index].line
        places.append(Place(branch: frame.branch, stamp: line.stamp, seq: line.seq, file: frame.file))
      }
    }
  }

  /// One for each history, about the first event whose stamp is an earlier event's.
  consuming func findings() -> [Finding] {
    places.sort { ($0.branch, $0.stamp, $0.seq) < ($1.branch, $1.stamp, $1.seq) }
    var first: [BranchID: (again: Place, before: UInt64)] = [:]
    for (before, place) in zip(places, places.dropFirst())
    where before.branch == place.branch && before.stamp == place.stamp {
      if let found = first[place.branch], found.again.seq <= place.seq { continue }
      first[place.branch] = (place, before.seq)
    }
    return first.keys.sorted().compactMap { first[$0] }.map { place, before in
      Finding(
        .misnumbered, replica: place.branch.replica, file: place.file, seqs: place.seq...place.seq,
        "it has the same stamp as event \(before), \(place.stamp)",
        advice: "find out what wrote it: each stamp is used once")
    }
  }
}

extension LedgerReader {
  /// For the replicas among the findings whose stamps went back; reads each once more. Stamps that were already
  /// reported are left out.
  func repeatedStamps(_ named: [Finding], _ inventory: Inventory) throws -> [Finding] {
    var found: [Finding] = []
    for replica in Set(named.filter { $0.kind == .backDated }.compactMap(\.replica)).sorted() {
      var stamps = RepeatedStamps()
      _ = try wanting([:]).read(inventory, replicas: [replica]) { stamps.note($0) }
      found += stamps.findings()
    }
    return found.filter { finding in
      !named.contains { $0.kind == .misnumbered && $0.replica == finding.replica && $0.seqs == finding.seqs }
    }
  }
}
