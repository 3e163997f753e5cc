import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

extension Ledger {
  /// A commit under a key that was used before: nothing when it asks for the same, refused otherwise.
  func repeated(
    _ mutations: [Mutation], _ place: KeyedCommits.Place, key: String
  ) throws -> AppendReceipt {
    let events = try events(of: place)
    let isSame =
      events.count == mutations.count
      && zip(mutations, events).allSatisfy { session?.planner.asks($0, for: $1.mutation) ?? false }
    guard isSame else {
      throw LedgerError(
        .refused, "the key '\(key)' was used for another commit", advice: "take a new key for new content")
    }
    var receipt = AppendReceipt()
    (receipt.isRepeat, receipt.commit, receipt.replica) = (true, place.commit, place.replica)
    receipt.events = events
    return receipt
  }

  private func events(of place: KeyedCommits.Place) throws -> [Event] {
    if let events = place.events { return events }
    return try events(ofCommitBy: place.replica) { content, index in
      content.commits[index].commit.number == place.commit
    } ?? []
  }

  /// The events of a replica's first commit that is wanted, read from the log; nil when there is none. O(what
  /// the replica wrote).
  func events(
    ofCommitBy replica: ReplicaID, where isWanted: (FrameContent, Int) -> Bool
  ) throws -> [Event]? {
    func events(_ content: FrameContent, _ commits: Range<Int>) -> [Event]? {
      commits.first { isWanted(content, $0) }.map { Array(content.decodedEvents[content.commits[$0].events]) }
    }
    if let session, session.replica == replica {
      for (_, content) in try session.writer.openContents() {
        if let found = events(content, content.commits.indices) { return found }
      }
    }
    var found: [Event]?
    _ = try LedgerReader(store: folder, descriptor: descriptor).read(
      Inventory.scan(folder), replicas: [replica]
    ) { frame in
      if found == nil { found = events(frame.content, frame.commits) }
    }
    return found
  }
}
