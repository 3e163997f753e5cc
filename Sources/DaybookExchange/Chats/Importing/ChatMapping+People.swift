import Daybook
import DaybookModel
import Messaging

extension ChatMapping {
  mutating func note(_ chat: Chat) {
    if let title = chat.title { titles[identity.conversation(chat)] = SecretURLs.stripped(title).text }
  }

  /// With the first record of each conversation of a run.
  mutating func conversation(_ chat: Chat, since: Instant?) -> [ImportedEntity] {
    let id = identity.conversation(chat)
    guard told.insert(id).inserted else { return [] }
    var entity = ImportedEntity(Conversation.kind, .id(id))
    entity.initial = ["importedFrom": .string(identity.source.id)]
    if let since { entity.initial["createdAt"] = .string(since.description) }
    // Until its last message tells the newest.
    if let title = chat.title { entity.initial["title"] = .string(SecretURLs.stripped(title).text) }
    return [entity]
  }

  /// Somebody's part in a conversation, and who they are.
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
    // Of a network without ids the key is the name.
    if id != identity.own?.user, person.key != person.name,
      state.entity(User.kind, id: id)?.values["networkID"] == nil
    {
      entity.fields["networkID"] = .string(SecretURLs.stripped(person.key).text)
    }
    showIdentity(of: person, in: &entity)
    if id != identity.own?.user { entity.initial["importedFrom"] = .string(identity.source.id) }
    return entity
  }

  /// Somebody without a name is shown by their id in the network, until a name is known.
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
