import Daybook

extension RemoteSync {
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

extension OutboxEntry {
  /// Whether it is a message without files that the remote store does not know.
  var isNewText: Bool {
    isMessage && revision == nil && !isDeleted && !hasAttachments && attachments.isEmpty
  }

  /// Whether it belongs to something that could not be sent.
  func isBlocked(by blocked: Set<String>) -> Bool { conversation.map(blocked.contains) ?? false }
}
