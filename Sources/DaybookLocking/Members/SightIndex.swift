import DaybookModel

/// The commit from which on a branch's author held a commit of another. Each part is built when it is first needed.
struct SightIndex {
  private struct Key: Hashable {
    var branch: Int
    var replica: ReplicaID
  }

  /// By the branch of the commits and the replica that was held, then by that replica's branch.
  private var sights: [Key: [Int: FirstSight]] = [:]

  /// The end of the first commit among a branch's own whose `seen` covers an event of a replica.
  mutating func commit(
    of branch: Int, holding place: SaidEvents.Place, of replica: ReplicaID, _ said: SaidEvents,
    _ history: DeviceHistory
  ) -> UInt64? {
    let key = Key(branch: branch, replica: replica)
    if sights[key] == nil {
      sights[key] = Self.runs(said.sights[replica]?[branch] ?? [], of: replica, history).mapValues {
        FirstSight($0)
      }
    }
    return sights[key]?[place.branch]?.commit(holding: place.end)
  }

  /// The runs of each branch of a replica that were held.
  private static func runs(
    _ sights: [SaidEvents.Sight], of replica: ReplicaID, _ history: DeviceHistory
  ) -> [Int: [FirstSight.Run]] {
    var runs: [Int: [FirstSight.Run]] = [:]
    for sight in sights {
      for part in sight.parts {
        guard let root = part.root else { continue }
        for held in history.trees[replica, Waypoint(size: part.end, root: root)] {
          // What a branch shares with the one that it left is held of that one, too.
          var (branch, end): (Int?, UInt64) = (held, part.end)
          while let place = branch {
            runs[place, default: []].append(FirstSight.Run(start: part.first, end: end, commit: sight.end))
            branch = history.branches[place].origin?.branch
            end = min(end, history.branches[place].origin?.size ?? 0)
          }
        }
      }
    }
    return runs
  }
}
