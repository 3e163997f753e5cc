import Daybook
import DaybookModel
import Messaging

extension ChatMapping {
  mutating func messageRecords(
    _ message: ChatMessage, at place: ChatPlace, in state: borrowing LoadedLedger
  ) -> [ImportedRecord] {
    note(message.chat)
    let conversation = identity.conversation(message.chat)
    let (id, acceptedAt) = identified(message, in: conversation)
    let (text, _) = SecretURLs.stripped(message.text)
    var entity = ImportedEntity(Message.kind, .id(id))
    entity.fields = ["conversation": .string(conversation)]
    entity.fields["sender"] = message.sender.map { .string(identity.user($0)) } ?? .null
    if let target = message.replyTo {
      entity.fields["replyTo"] = .string(identity.message(target, in: message.chat))
    }
    entity.initial = ["createdAt": .string(message.sentAt.description), "acceptedAt": .string(acceptedAt)]
    let known = state.entity(Message.kind, id: id)
    let (words, changedAt) = newest(text, of: message, id, known)
    if let words { entity.fields["text"] = .string(words) }
    if let changedAt { entity.fields["updatedAt"] = .string(changedAt.description) }
    // What was taken back does not return, though an older export has it.
    if known?.isPresent == false || removals.contains(id) { entity.isPresent = false }
    var entities = [entity]
    entities += files(of: message, id)
    if let sender = message.sender {
      entities += part(of: sender, in: message.chat, since: message.sentAt, state)
    }
    if let own = identity.own {
      entities += part(
        of: ChatPerson(key: own.user), in: message.chat, since: message.sentAt, state)
    }
    entities += self.conversation(message.chat, since: message.sentAt)
    let before = held.updateValue((record(place, entities), id, acceptedAt), forKey: conversation)
    if before == nil { heldOrder.append(conversation) }
    return before.map { [$0.record] } ?? []
  }

  /// Its id, and its place in the conversation's order: its time to the millisecond, then in the order of the file.
  mutating func identified(
    _ message: ChatMessage, in conversation: String
  ) -> (id: String, acceptedAt: String) {
    var moment = moments.removeValue(forKey: conversation) ?? Moment(time: message.sentAt)
    if moment.time != message.sentAt { moment = Moment(time: message.sentAt) }
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
    }
    moments[conversation] = moment
    return (id, time.description)
  }

  /// The words to write, nil where the ledger has newer ones; and when they were changed last.
  func newest(
    _ text: String, of message: ChatMessage, _ id: String, _ known: SyncedEntity?
  ) -> (text: String?, at: Instant?) {
    var (words, at) = (text, message.editedAt)
    if let edit = edits[id], edit.at > at ?? message.sentAt { (words, at) = (edit.text, edit.at) }
    if let held = known?.values["updatedAt"]?.string.flatMap({ Instant($0) }), held > at ?? message.sentAt {
      return (nil, nil)
    }
    return (words, at)
  }

  mutating func edit(
    _ id: String, in chat: Chat, text: String, at: Instant, _ place: ChatPlace,
    in state: borrowing LoadedLedger
  ) -> [ImportedRecord] {
    let text = SecretURLs.stripped(text).text
    if edits[id].map({ $0.at <= at }) ?? true { edits[id] = (text, at) }
    var entity = ImportedEntity(Message.kind, .id(id))
    entity.isMade = false
    let known = state.entity(Message.kind, id: id)
    entity.isPresent = known?.isPresent ?? true
    if removals.contains(id) { entity.isPresent = false }
    let changed = known?.values["updatedAt"]?.string.flatMap { Instant($0) }
    if changed.map({ $0 < at }) ?? true {
      entity.fields = ["text": .string(text), "updatedAt": .string(at.description)]
    }
    // One that is held back is changed before it is written.
    let conversation = identity.conversation(chat)
    if held[conversation]?.message == id {
      for member in entity.fields { held[conversation]?.record.entities[0].fields[member.key] = member.value }
    }
    return [record(place, [entity])]
  }

  mutating func files(of message: ChatMessage, _ id: String) -> [ImportedEntity] {
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
