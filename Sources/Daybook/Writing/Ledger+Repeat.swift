import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

extension Ledger {
  /// A commit under a key that was used before: nothing when it asks for the same, refused otherwise.
  func repeated(_ batch: Batch, _ place: KeyedCommits.Place, key: CommitKey) throws -> AppendReceipt {
    let events = try events(of: place, key: key)
    let written = events.map(\.mutation)
    guard try asks(batch, for: written) || asks(batch, for: events.withoutAnswers) else {
      throw LedgerError(
        .refused, "the key '\(key.plain)' was used for another commit",
        advice: "use a new key for new content")
    }
    var receipt = AppendReceipt()
    (receipt.isRepeat, receipt.commit, receipt.replica) = (true, place.commit, place.replica)
    receipt.events = events
    return receipt
  }

  private func asks(_ batch: Batch, for written: [Mutation]) throws -> Bool {
    guard batch.items.contains(where: \.isTyped) else {
      let asked = try storingLargeData(try drafted(batch, as: nil).mutations)
      return asked.count == written.count
        && zip(asked, written).allSatisfy { session?.planner.asks($0, for: $1) ?? false }
    }
    guard let planner = session?.planner else { return false }
    var repetition = Repetition(written: written, planner: planner)
    // Values are matched last, with the mutations that the other items leave.
    for item in batch.items where !item.isOpen {
      guard try repeats(item, &repetition) else { return false }
    }
    for item in batch.items where item.isOpen {
      guard try repeats(item, &repetition) else { return false }
    }
    return repetition.isComplete
  }

  /// Whether everything that an item asks for was written; it then consumes those mutations.
  private func repeats(_ item: BatchItem.Content, _ repetition: inout Repetition) throws -> Bool {
    switch item {
    case .entity(let value), .keyed(let value):
      var draft = DraftedBatch()
      let single = Batch(value, isKeyed: item.isKeyed)
      do {
        draft = try drafted(single, as: nil)
      } catch let error as LedgerError where error.code == .moved {
        // It was written since then, so its present content does not matter.
      }
      let id = draft.current(value.id)
      let asked = try storingLargeData(draft.mutations)
      return repetition.take(value, id: id, asked, try schema(of: value.kind))
    case .update(let update): repetition.takeAll(of: update.kind, update.id)
    case .field(let write):
      let mutation = Mutation(.upsert, kind: write.kind, id: write.id, set: [write.field: write.value])
      if repetition.take(mutation) { return true }
      // If the value was so already, nothing was written.
      return view.row(write.kind, write.id, in: loaded.records)?[write.field] == write.value
    case .transaction: repetition.takeAll()
    case .expectation: break
    case .edge(let mutation): return repetition.take(mutation)
    case .mutation, .mutations, .undo, .resolution:
      var batch = Batch()
      batch.add(BatchItem(content: item))
      let asked = try storingLargeData(try drafted(batch, as: nil).mutations)
      return asked.allSatisfy { repetition.take($0) }
    }
    return true
  }

  /// In a forked replica, two commits may have the same number; the key distinguishes them.
  private func events(of place: KeyedCommits.Place, key: CommitKey) throws -> [Event] {
    if let events = place.events { return events }
    return try events(ofCommitBy: place.replica) { content, index in
      let commit = content.commits[index].commit
      return commit.number == place.commit && key.isKey(of: commit)
    } ?? []
  }

  /// The events of a replica's first commit that is wanted, read from the log; nil when there is none. O(size of the
  /// replica's log).
  func events(
    ofCommitBy replica: ReplicaID, where isWanted: (FrameContent, Int) -> Bool
  ) throws -> [Event]? {
    func events(_ content: FrameContent, _ commits: Range<Int>) -> [Event]? {
      commits.first { isWanted(content, $0) }.map { Array(content.decodedEvents[content.commits[$0].events]) }
    }
    for commits in try ownCommits() where commits.replica == replica {
      for (_, content) in commits.contents {
        if let found = events(content, content.commits.indices) { return found }
      }
    }
    var found: [Event]?
    let report = try LedgerReader(store: folder, descriptor: descriptor, options: readOptions).read(
      Inventory.scan(folder), replicas: [replica]
    ) { frame in
      if found == nil { found = events(frame.content, frame.commits) }
    }
    if found == nil { try requireWhole(report) }
    return found
  }
}

extension [Event] {
  /// The mutations without those that were written again to count later than writes with an explicit later order.
  fileprivate var withoutAnswers: [Mutation] {
    var last: [DraftedBatch.Place: Mutation] = [:]
    return filter { event in
      let place = DraftedBatch.Place(kind: event.mutation.kind, id: event.mutation.id)
      let former = last.updateValue(event.mutation, forKey: place)
      return event.at == nil || event.mutation != former
    }.map(\.mutation)
  }
}
