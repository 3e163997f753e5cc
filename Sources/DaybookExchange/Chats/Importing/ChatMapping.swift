import Daybook
import DaybookModel
import Messaging

/// Maps the data of a chat to entities of the messaging system.
struct ChatMapping {
  let identity: ChatIdentity
  /// The people and chats that this run has reported already: each message names them again.
  var told: Set<String> = []
  /// The newest title of each conversation, and its newest message, which is held back so that they go with it.
  var titles: [String: String] = [:]
  var held: [String: (record: ImportedRecord, message: String, acceptedAt: String)] = [:]
  var heldOrder: [String] = []
  /// Edits that come before the message itself, or again after it.
  var edits: [String: (text: String, at: Instant)] = [:]
  var removals: Set<String> = []
  /// By message, the reactions that are exported apart from it.
  var reactions: [String: (place: ChatPlace, changes: [ChatReactionChange])] = [:]
  var reactionOrder: [String] = []
  var tellings = ChatTellings()
  var beside = FilesBeside()
  /// The messages of one moment, by conversation.
  var moments: [String: Moment] = [:]

  struct Moment {
    var time: Instant
    /// The file, because another export of the chat repeats the moment.
    var file: String
    var count: Int64 = 0
    /// The counts of equal messages without ids.
    var equals: [String: Int] = [:]
  }

  init(_ identity: ChatIdentity) { self.identity = identity }

  /// The steps that an event results in.
  mutating func steps(
    _ event: ChatEvent, at place: ChatPlace, in state: borrowing LedgerState
  ) -> [ImportStep] {
    switch event {
    case .message(let message): return messageSteps(message, at: place, in: state)
    case .person(let person):
      return user(person, in: state).map { [.record(record(place, [$0]))] } ?? []
    case .conversation(let chat):
      note(chat)
      return []
    case .member(let person, let chat, let since):
      note(chat)
      let entities = part(of: person, in: chat, since: since, state) + conversation(chat, since: since)
      return entities.isEmpty ? [] : [.record(record(place, entities))]
    case .edit(let key, let chat, let text, let at):
      return edit(key, in: chat, text: text, at: at, place, in: state)
    case .reaction(let change, let chat):
      note(change, in: chat, at: place)
      return []
    case .removal(let key, let chat):
      let id = identity.message(key, in: chat)
      removals.insert(id)
      let conversation = identity.conversation(chat)
      if held[conversation]?.message == id {
        held[conversation]?.record.entities.removeAll { $0.kind == Attachment.kind }
        held[conversation]?.record.entities[0].isPresent = false
      }
      var gone = ImportedEntity(Message.kind, .id(id))
      (gone.isMade, gone.isPresent) = (false, false)
      return [.record(record(place, [gone]))]
    case .file(let name, let bytes, let chat): return fileSteps(name, bytes, in: chat, at: place)
    }
  }

  /// The steps that were held back: the newest message of each conversation, with its title and with the user's reading
  /// position, then reactions.
  mutating func rest(in state: borrowing LedgerState) -> ImportedRecord? {
    while let id = heldOrder.popLast() {
      guard var last = held.removeValue(forKey: id) else { continue }
      var conversation = ImportedEntity(Conversation.kind, .id(id))
      if let title = titles[id] { conversation.fields["title"] = .string(title) }
      if !conversation.fields.isEmpty { last.record.entities.append(conversation) }
      if let own = identity.own, isLater(last.acceptedAt, than: own.user, in: id, state) {
        var part = ImportedEntity(Participant.kind, .id("\(id)/\(own.user)"))
        part.fields["lastReadMessageID"] = .string(last.message)
        part.isMade = false
        last.record.entities.append(part)
      }
      return last.record
    }
    return nextReactions(in: state)
  }

  /// Whether it is later than what the user has read, as far as the ledger knows.
  func isLater(
    _ acceptedAt: String, than user: String, in conversation: String, _ state: borrowing LedgerState
  ) -> Bool {
    let read = state.entity(Participant.kind, id: "\(conversation)/\(user)")?.values["lastReadMessageID"]?
      .string
    let known = read.flatMap { state.entity(Message.kind, id: $0)?.values["acceptedAt"]?.string }
    return known.map { $0 < acceptedAt } ?? true
  }

  func record(_ place: ChatPlace, _ entities: [ImportedEntity]) -> ImportedRecord {
    place.record(entities, identity.source)
  }
}

extension ChatMapping {
  mutating func note(_ chat: Chat) {
    if let title = chat.title { titles[identity.conversation(chat)] = SecretURLs.stripped(title).text }
  }

  /// The conversation, written with its first record in a run.
  mutating func conversation(_ chat: Chat, since: Instant?) -> [ImportedEntity] {
    let id = identity.conversation(chat)
    guard told.insert(id).inserted else { return [] }
    var entity = ImportedEntity(Conversation.kind, .id(id))
    entity.initial = ["importedFrom": .string(identity.source.id)]
    if let since { entity.initial["createdAt"] = .string(since.description) }
    // This title stays until the last message has the newest.
    if let title = chat.title { entity.initial["title"] = .string(SecretURLs.stripped(title).text) }
    return [entity]
  }

  /// A person's participation in a conversation, and the person.
  mutating func part(
    of person: ChatPerson, in chat: Chat, since: Instant?, _ state: borrowing LedgerState
  ) -> [ImportedEntity] {
    let (user, conversation) = (identity.user(person), identity.conversation(chat))
    let id = "\(conversation)/\(user)"
    guard told.insert("\(id) \(person.name)").inserted else { return [] }
    var entity = ImportedEntity(Participant.kind, .id(id))
    entity.initial = ["conversation": .string(conversation), "user": .string(user)]
    if let since { entity.initial["joinedAt"] = .string(since.description) }
    showIdentity(of: person, in: &entity)
    entity.fields = filling(person, Participant.kind, id, state)
    return [entity] + [self.user(person, in: state)].compactMap { $0 }
  }

  /// Nil where this run has reported them before.
  mutating func user(_ person: ChatPerson, in state: borrowing LedgerState) -> ImportedEntity? {
    let id = identity.user(person)
    guard told.insert("user \(id) \(person.name)").inserted else { return nil }
    var entity = ImportedEntity(User.kind, .id(id))
    entity.fields = filling(person, User.kind, id, state)
    if let email = person.email, state.entity(User.kind, id: id)?.values["email"] == nil {
      entity.fields["email"] = .string(email)
    }
    // In a network without ids, the key is the name.
    if id != identity.own?.user, person.key != person.name,
      state.entity(User.kind, id: id)?.values["networkID"] == nil
    {
      entity.fields["networkID"] = .string(SecretURLs.stripped(person.key).text)
    }
    showIdentity(of: person, in: &entity)
    if id != identity.own?.user { entity.initial["importedFrom"] = .string(identity.source.id) }
    return entity
  }

  /// A person without a name is shown by the id in the network until a name is known.
  private func showIdentity(of person: ChatPerson, in entity: inout ImportedEntity) {
    guard person.name.isEmpty, identity.user(person) != identity.own?.user else { return }
    entity.initial["displayName"] = .string(SecretURLs.stripped(person.shownID).text)
  }

  /// A name and a picture, where the ledger has none: existing ones may be the user's own.
  func filling(
    _ person: ChatPerson, _ kind: String, _ id: String, _ state: borrowing LedgerState
  ) -> JSONObject {
    let known = state.entity(kind, id: id)?.values ?? [:]
    var fields = JSONObject()
    let shown = known["displayName"]?.string ?? ""
    if !person.name.isEmpty,
      shown.isEmpty
        || [person.key, person.shownID].contains(where: { shown == SecretURLs.stripped($0).text })
    {
      fields["displayName"] = .string(SecretURLs.stripped(person.name).text)
    }
    if let photo = person.photoURL, known["photoURL"] == nil {
      fields["photoURL"] = .string(SecretURLs.strippedName(photo))
    }
    return fields
  }
}
