import Daybook
import DaybookInput
import DaybookModel
import Messaging

extension ChatMapping {
  mutating func messageSteps(
    _ message: ChatMessage, at place: ChatPlace, in state: borrowing LedgerState
  ) -> [ImportStep] {
    note(message.chat)
    let conversation = identity.conversation(message.chat)
    let (id, acceptedAt) = identified(message, in: conversation, of: place.file, state)
    var told = [entity(of: message, id)] + files(of: message, id, at: place)
    told[0].initial = [
      "createdAt": .string(message.sentAt.description), "acceptedAt": .string(acceptedAt),
    ]
    // If the network gives no ids, messages with the same id are equal.
    if let key = message.key {
      switch tellings.verdict(of: id, Self.hash(told), editedAt: message.editedAt) {
      case .counts: break
      case .isOld:
        // The message may name its sender.
        let sender = message.sender.map { part(of: $0, in: message.chat, since: message.sentAt, state) }
        return [.record(record(place, sender ?? []))]
      case .isDisputed: return [.skipped(place.remark(Self.disputed("the message \(key)")))]
      }
    }
    if let reactions = message.reactions { told[0].fields["reactions"] = json(reactions) }
    let known = state.entity(Message.kind, id: id)
    if let edit = edits[id], message.editedAt.map({ edit.at > $0 }) ?? true {
      told[0].fields["text"] = .string(edit.text)
      told[0].fields["updatedAt"] = .string(edit.at.description)
    }
    if Self.isNewer(known, than: told[0].fields["updatedAt"]) { told = told.map(Self.onlyWhereNew) }
    // A removed message does not return, even if an older export has it.
    if known?.isPresent == false || removals.contains(id) { told[0].isPresent = false }
    var entities = told
    if let sender = message.sender {
      entities += part(of: sender, in: message.chat, since: message.sentAt, state)
    }
    if let own = identity.own {
      entities += part(
        of: ChatPerson(key: own.user), in: message.chat, since: message.sentAt, state)
    }
    entities += self.conversation(message.chat, since: message.sentAt)
    entities += (message.reactions ?? []).flatMap(\.people).compactMap { user($0, in: state) }
    // Some files begin with the newest.
    if let last = held[conversation], last.acceptedAt > acceptedAt {
      return [.record(record(place, entities))]
    }
    let before = held.updateValue((record(place, entities), id, acceptedAt), forKey: conversation)
    if before == nil { heldOrder.append(conversation) }
    return before.map { [.record($0.record)] } ?? []
  }

  /// The entity with the message's own data.
  private func entity(of message: ChatMessage, _ id: String) -> ImportedEntity {
    var entity = ImportedEntity(Message.kind, .id(id))
    entity.fields = ["conversation": .string(identity.conversation(message.chat))]
    entity.fields["sender"] = message.sender.map { .string(identity.user($0)) } ?? .null
    if let target = message.replyTo {
      entity.fields["replyTo"] = .string(identity.message(target, in: message.chat))
    }
    entity.fields["text"] = .string(SecretURLs.stripped(message.text).text)
    if let editedAt = message.editedAt { entity.fields["updatedAt"] = .string(editedAt.description) }
    return entity
  }

  private static func hash(_ entities: [ImportedEntity]) -> Int {
    var hasher = Hasher()
    for entity in entities { hasher.combine(JSONValue.object(entity.fields).description) }
    return hasher.finalize()
  }

  static func disputed(_ name: String) -> String {
    "\(name) occurs twice, and neither is marked as newer: the first counts"
  }

  /// Whether the ledger has a newer text than one that was edited at this time, or never.
  private static func isNewer(_ known: SyncedEntity?, than changedAt: JSONValue?) -> Bool {
    guard let held = known?.values["updatedAt"]?.string.flatMap({ Instant($0) }) else { return false }
    return changedAt?.string.flatMap { Instant($0) }.map { held > $0 } ?? true
  }

  private static func onlyWhereNew(_ entity: ImportedEntity) -> ImportedEntity {
    var entity = entity
    for field in entity.fields { entity.initial[field.key] = field.value }
    entity.fields = [:]
    return entity
  }

  /// Its id, and its place in the conversation's order: its time to the millisecond, then in the order of the file.
  mutating func identified(
    _ message: ChatMessage, in conversation: String, of file: String, _ state: borrowing LedgerState
  ) -> (id: String, acceptedAt: String) {
    var moment = moments.removeValue(forKey: conversation) ?? Moment(time: message.sentAt, file: file)
    if moment.time != message.sentAt || moment.file != file {
      moment = Moment(time: message.sentAt, file: file)
    }
    let milliseconds = message.sentAt.milliseconds
    let time = ServerTime(
      seconds: milliseconds / 1000, nanoseconds: milliseconds % 1000 * 1_000_000 + min(moment.count, 999_999))
    moment.count += 1
    var id: String
    if let key = message.key {
      id = identity.message(key, in: message.chat)
    } else {
      id = identity.message(message, ordinal: 0)
      let count = moment.equals[id, default: 0]
      moment.equals[id] = count + 1
      if count > 0 { id = identity.message(message, ordinal: count) }
      if let former = former(message, count), state.entity(Message.kind, id: id) == nil,
        state.entity(Message.kind, id: former) != nil
      {
        id = former
      }
    }
    moments[conversation] = moment
    return (id, time.description)
  }

  /// The id that ledgers gave it before ids were derived from the time as written.
  private func former(_ message: ChatMessage, _ ordinal: Int) -> String? {
    guard let written = message.writtenAt, written != message.sentAt else { return nil }
    var message = message
    message.writtenAt = nil
    return identity.message(message, ordinal: ordinal)
  }

  mutating func edit(
    _ key: String, in chat: Chat, text: String, at: Instant, _ place: ChatPlace,
    in state: borrowing LedgerState
  ) -> [ImportStep] {
    let (id, text) = (identity.message(key, in: chat), SecretURLs.stripped(text).text)
    if let before = edits[id], before.at >= at {
      guard before.at == at, before.text != text else { return [.record(record(place, []))] }
      return [.skipped(place.remark(Self.disputed("the edit of message \(key)")))]
    }
    if tellings.isEdited(id, since: at) { return [.record(record(place, []))] }
    edits[id] = (text, at)
    var entity = ImportedEntity(Message.kind, .id(id))
    entity.isMade = false
    let known = state.entity(Message.kind, id: id)
    entity.isPresent = known?.isPresent ?? true
    if removals.contains(id) { entity.isPresent = false }
    let changed = known?.values["updatedAt"]?.string.flatMap { Instant($0) }
    if changed.map({ $0 < at }) ?? true {
      entity.fields = ["text": .string(text), "updatedAt": .string(at.description)]
    }
    // A message that is held back is changed before it is written.
    let conversation = identity.conversation(chat)
    if held[conversation]?.message == id {
      for member in entity.fields { held[conversation]?.record.entities[0].fields[member.key] = member.value }
    }
    return [.record(record(place, [entity]))]
  }

  /// A file beside the chat; two exports of it may hold one of the same name.
  mutating func fileSteps(_ name: String, _ bytes: [UInt8], in chat: Chat, at place: ChatPlace)
    -> [ImportStep]
  {
    let id = identity.attachment(name, in: chat)
    let file = attachment(ChatFile(name: name, sizeBytes: Int64(bytes.count)), id: id)
    return fileSteps(file, id, bytes, at: place)
  }

  /// A file beside the messages, for the attachments that name it.
  mutating func fileSteps(_ found: FilesBeside.Found) -> [ImportStep] {
    let place = ChatPlace(found.stream.name, .byte, 0)
    let bytes: [UInt8]
    do { bytes = try found.stream.contents(sizeBytesMax: FilesBeside.sizeBytesMax) } catch {
      return [.skipped(place.remark(error.what))]
    }
    return found.attachments.flatMap { attachment in
      var file = ImportedEntity(Attachment.kind, .id(attachment.id))
      // Its message may have been taken back.
      file.isMade = false
      if !attachment.hasSize { file.fields["fileSize"] = .int(Int64(bytes.count)) }
      return fileSteps(file, attachment.id, bytes, at: place)
    }
  }

  private mutating func fileSteps(
    _ file: ImportedEntity, _ id: String, _ bytes: [UInt8], at place: ChatPlace
  ) -> [ImportStep] {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    switch tellings.verdict(of: id, hasher.finalize()) {
    case .counts: break
    case .isOld: return [.record(record(place, []))]
    case .isDisputed: return [.skipped(place.remark(Self.disputed("the file")))]
    }
    let stored = DataValue.stored(bytes)
    var file = file
    file.fields["data"] = stored.value
    file.blobs = stored.blob.map { [$0] } ?? []
    return [.record(record(place, [file]))]
  }

  mutating func files(of message: ChatMessage, _ id: String, at place: ChatPlace) -> [ImportedEntity] {
    var entities: [ImportedEntity] = []
    for (index, file) in message.files.enumerated() {
      // Files that lie beside the text are known by name; the first message that names one has it.
      let isBeside = identity.network == .whatsapp
      let name =
        isBeside
        ? identity.attachment(file.name, in: message.chat) : identity.attachment(file.name, of: id, index)
      if isBeside, !told.insert(name).inserted { continue }
      var entity = attachment(file, id: name)
      entity.fields["message"] = .string(id)
      entities.append(entity)
      if let path = file.path {
        beside.add(.init(id: name, hasSize: entity.fields["fileSize"] != nil), at: path, beside: place.file)
      }
    }
    return entities
  }

  func attachment(_ file: ChatFile, id: String) -> ImportedEntity {
    var entity = ImportedEntity(Attachment.kind, .id(id))
    let mimeType = file.mimeType ?? MediaType.ofFile(file.name)
    let name = SecretURLs.strippedName(file.name)
    entity.fields = ["fileName": .string(name.isEmpty ? "file" : name)]
    entity.fields["type"] = .string(MediaType.attachmentType(mimeType).rawValue)
    if !mimeType.isEmpty { entity.fields["mimeType"] = .string(mimeType) }
    if let size = file.sizeBytes, size >= 0 { entity.fields["fileSize"] = .int(size) }
    if let url = file.url { entity.fields["url"] = .string(SecretURLs.strippedName(url)) }
    return entity
  }
}
