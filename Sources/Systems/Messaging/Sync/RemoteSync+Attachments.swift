public import Daybook
import DaybookModel

extension RemoteSync {
  /// Uploads the bytes of a message's files that the remote store does not have, before anything there refers to them,
  /// and notes where they are.
  ///
  /// - Returns: whether they have addresses that the entry does not contain, from now or from an earlier try.
  func upload(attachmentsOf entry: OutboxEntry, in conversation: String) async throws -> Bool {
    let waiting = try await ledger.read { state in
      state.read(Message.kind, entry.id) { message in
        message.map("attachments") { attachment in
          (
            id: attachment.id, url: attachment.text("url"), data: attachment.value("data"),
            mimeType: attachment.text("mimeType") ?? ""
          )
        }
      } ?? []
    }
    let told = (entry.document["attachments"]?.array ?? []).compactMap { $0.object?["url"]?.string }
    var isNews = false
    for file in waiting {
      if let url = file.url {
        if !told.contains(url) { isNews = true }
        continue
      }
      // Without bytes there is nothing to wait for: it is a link, or another program stores it.
      guard !file.data.isNull else { continue }
      guard let blob = Blob(value: file.data), let content = try await ledger.content(of: blob) else {
        throw RemoteStoreError.invalid("an attachment's bytes are not on this device")
      }
      let bytes = [UInt8](content)
      guard let object = RemoteObject(conversation: conversation, bytes: bytes) else {
        throw RemoteStoreError.invalid("the conversation's id is not valid on the remote store")
      }
      try await far.upload(bytes, as: object, mimeType: file.mimeType, by: user)
      try await ledger.append([
        Mutation(.sync, kind: Attachment.kind, id: file.id, set: ["url": .string(object.description)])
      ])
      isNews = true
    }
    return isNews
  }

  /// Fetches an attachment's bytes into the ledger, unless it has them.
  ///
  /// - Returns: whether there was anything to fetch.
  /// - Throws: `LedgerError`: `notFound` for no such attachment, or one whose bytes the remote store does not have;
  ///   `refused`, `unreachable`.
  @discardableResult
  public func download(_ attachment: Ref<Attachment>) async throws -> Bool {
    let held = try await ledger.withView { view in
      view.read(Attachment.kind, attachment.rawValue) { (url: $0.text("url"), data: $0.value("data")) }
    }
    guard let held else { throw LedgerError(.notFound, "there is no attachment '\(attachment)'") }
    if held.data.string != nil { return false }
    if try await ledger.bytes(referredToBy: held.data) != nil { return false }
    guard let object = held.url.flatMap({ RemoteObject($0) }) else {
      throw LedgerError(.notFound, "the remote store does not keep the bytes of attachment '\(attachment)'")
    }
    do {
      let bytes = try await asking { () throws(RemoteStoreError) in try await far.download(object, for: user)
      }
      let data = try ledger.blob(of: bytes).value
      try await ledger.append([
        Mutation(.sync, kind: Attachment.kind, id: attachment.rawValue, set: ["data": data])
      ])
    } catch let error as RemoteStoreError {
      throw error.ledgerError
    }
    return true
  }
}
