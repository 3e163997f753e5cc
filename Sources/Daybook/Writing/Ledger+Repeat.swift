import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

extension Ledger {
  /// A commit under a key that was used before: nothing when it asks for the same, refused otherwise.
  func repeated(
    _ mutations: [Mutation], _ place: LoadedLedger.KeyedPlace, key: String
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

  private func events(of place: LoadedLedger.KeyedPlace) throws -> [Event] {
    if let events = place.events { return events }
    if let session, session.replica == place.replica {
      for (_, content) in try session.writer.openContents()
      where content.commits.contains(where: { $0.commit.number == place.commit }) {
        return content.decodedEvents
      }
    }
    var found: [Event] = []
    _ = try LedgerReader(store: folder, descriptor: descriptor).read(
      Inventory.scan(folder), replicas: [place.replica]
    ) { frame in
      for index in frame.commits where frame.content.commits[index].commit.number == place.commit {
        found = Array(frame.content.decodedEvents[frame.content.commits[index].events])
      }
    }
    return found
  }
}
