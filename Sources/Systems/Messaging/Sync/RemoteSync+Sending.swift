import Daybook
import DaybookModel

extension RemoteSync {
  /// Sends waiting entities in the order in which they were written, then those that were given up before. Within a
  /// conversation, the order is kept. The results of many messages are written together: results that a crash loses are
  /// requested again, and a repeat does no harm.
  ///
  /// - Returns: whether anything was sent.
  func send(_ report: inout RemoteSyncReport) async throws -> Bool {
    var taken: [Mutation] = []
    do {
      let hasSent = try await send(&report, &taken)
      try await keep(&taken)
      return hasSent
    } catch {
      // Whatever ended the run: entities that the remote store has accepted must not be sent again.
      try? await keep(&taken)
      throw error
    }
  }

  /// The maximum number of events before they are written.
  static var takenMax: Int { 500 }
  /// After this many consecutive messages without an answer, the remote store counts as unreachable.
  private static var silencesMax: Int { 3 }

  func keep(_ taken: inout [Mutation]) async throws {
    if taken.isEmpty { return }
    try await ledger.append(taken)
    taken = []
  }

  private func send(_ report: inout RemoteSyncReport, _ taken: inout [Mutation]) async throws -> Bool {
    var hasSent = false
    /// The conversations with a waiting entity that later ones depend on.
    var blocked: Set<String> = []
    let entries = try await entries()
    var rest = entries.filter { $0.failure == nil }[...]
    while !rest.isEmpty {
      let texts = rest.prefix(Self.togetherMax).prefix { $0.isNewText && !$0.isBlocked(by: blocked) }
      let next = texts.isEmpty ? rest.prefix(1) : texts
      let sent = try await sendTogether(next, &taken)
      report.sent += sent.count
      hasSent = hasSent || !sent.isEmpty
      for entry in next where !sent.contains(entry.id) && !entry.isBlocked(by: blocked) {
        do {
          try await send(entry, &taken)
          report.sent += 1
          hasSent = true
        } catch let error as RemoteStoreError {
          if entry.isMessage { try await giveUp(entry, error) }
          report.remarks.append("\(entry.isMessage ? "a" : "the") \(entry.noun) was not sent: \(error)")
          if error.mayPass { throw error }
          if case .conversation = entry.subject { blocked.insert(entry.id) }
        }
      }
      rest = rest.dropFirst(next.count)
    }
    let again = entries.filter { $0.isGivenUpForSilence(policy) && !$0.isBlocked(by: blocked) }
    return try await sendAgain(again, &report, &taken) || hasSent
  }

  /// Tries each entity that was given up for lack of an answer once more; refused ones are not tried again. If there is
  /// still no answer, the others are not delayed.
  private func sendAgain(
    _ entries: [OutboxEntry], _ report: inout RemoteSyncReport, _ taken: inout [Mutation]
  ) async throws -> Bool {
    var hasSent = false
    var silences = 0
    for entry in entries {
      do {
        try await sendOnce(entry, &taken)
        taken.append(
          Mutation(.sync, kind: Message.kind, id: entry.id, set: ["retryCount": 0, "failure": .null]))
        report.sent += 1
        (hasSent, silences) = (true, 0)
      } catch let error as RemoteStoreError {
        try await giveUp(entry, error)
        silences = error.mayPass ? silences + 1 : 0
        if silences == Self.silencesMax { break }
      }
    }
    return hasSent
  }

  private func giveUp(_ entry: OutboxEntry, _ error: RemoteStoreError) async throws {
    if entry.failure == "\(error)" { return }
    try await ledger.append([
      Mutation(.sync, kind: Message.kind, id: entry.id, set: ["failure": .string("\(error)")])
    ])
  }

  /// Tries one entity, and again while no answer comes; a message's tries are counted in the ledger, so that a crash
  /// does not restart the count.
  private func send(_ entry: OutboxEntry, _ taken: inout [Mutation]) async throws {
    // An entry that is not a message depends on earlier results, and messages depend on it.
    if !entry.isMessage { try await keep(&taken) }
    var retries = entry.isMessage ? entry.retryCount : 0
    while true {
      do {
        try await sendOnce(entry, &taken)
        if !entry.isMessage || taken.count >= Self.takenMax { try await keep(&taken) }
        return
      } catch let error as RemoteStoreError {
        guard case .unreachable(_, let asked) = error, retries < policy.retriesMax else { throw error }
        retries += 1
        if entry.isMessage {
          try await ledger.append([
            Mutation(.sync, kind: Message.kind, id: entry.id, set: ["retryCount": .int(Int64(retries))])
          ])
        }
        try await policy.sleep(policy.pause(before: retries, atLeast: asked))
      }
    }
  }

  /// The maximum number of messages in one request.
  static var togetherMax: Int { 200 }

  /// Sends new messages in one request. Messages that were not simply accepted are sent one by one later, which settles
  /// their result: a repeat does no harm.
  ///
  /// - Returns: the ids of the messages that were accepted.
  func sendTogether(
    _ entries: ArraySlice<OutboxEntry>, _ taken: inout [Mutation]
  ) async throws -> Set<String> {
    let writes = entries.compactMap { entry in entry.path(user).map { RemoteWrite.create($0, entry.document) }
    }
    guard entries.count > 1, writes.count == entries.count else { return [] }
    let answers: [Result<RemoteReceipt, RemoteStoreError>]
    do throws(RemoteStoreError) {
      answers = try await far.write(all: writes, by: user)
    } catch {
      return []
    }
    var sent: Set<String> = []
    for ((entry, write), answer) in zip(zip(entries, writes), answers) {
      guard case .success(let receipt) = answer, receipt.existing == nil else { continue }
      let document = RemoteDocument(
        path: write.path, fields: write.set, created: receipt.revision, revision: receipt.revision)
      taken += try await told(.document(document), entry)
      sent.insert(entry.id)
    }
    if taken.count >= Self.takenMax { try await keep(&taken) }
    return sent
  }
}
