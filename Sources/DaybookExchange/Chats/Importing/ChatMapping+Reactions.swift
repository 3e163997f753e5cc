import Daybook
import DaybookModel
import Messaging

extension ChatMapping {
  /// The value of the field, with each emoji once.
  func json(_ reactions: [ChatReaction]) -> JSONValue {
    var all: [MessageReaction] = []
    for reaction in reactions where !reaction.emoji.isEmpty {
      let place = all.firstIndex { $0.emoji == reaction.emoji } ?? all.count
      if place == all.count { all.append(MessageReaction(reaction.emoji)) }
      for user in reaction.people.map(identity.user) where !all[place].users.contains(user) {
        all[place].users.append(user)
      }
      all[place].count = max(all[place].count + reaction.count, all[place].users.count)
    }
    return Self.json(all)
  }

  private static func json(_ reactions: [MessageReaction]) -> JSONValue {
    .array(
      reactions.map {
        [
          "emoji": .string($0.emoji), "users": .array($0.users.map { .string($0) }),
          "count": .int(Int64($0.count)),
        ]
      })
  }

  /// Keeps a change until all messages are read: only the final state is written, so that importing the same changes
  /// again writes nothing.
  mutating func note(_ change: ChatReactionChange, in chat: Chat, at place: ChatPlace) {
    let id = identity.message(change.message, in: chat)
    if reactions[id] == nil { reactionOrder.append(id) }
    reactions[id, default: (place, [])].changes.append(change)
  }

  /// The reactions to one message, after all messages; nil at the end.
  mutating func nextReactions(in state: borrowing LedgerState) -> ImportedRecord? {
    guard let id = reactionOrder.popLast(), let (place, changes) = reactions.removeValue(forKey: id) else {
      return nil
    }
    let known = state.entity(Message.kind, id: id)
    let former = (known?.values["reactions"]?.array ?? []).compactMap { value -> MessageReaction? in
      guard let emoji = value.object?["emoji"]?.string else { return nil }
      return MessageReaction(
        emoji, users: value.object?["users"]?.array?.compactMap(\.string) ?? [],
        count: value.object?["count"]?.int.map { Int(clamping: $0) })
    }
    var all = former
    for change in changes { apply(change, to: &all) }
    all = Self.inOrder(all, of: former) { $0.emoji == $1.emoji }
    for index in all.indices {
      let users = former.first { $0.emoji == all[index].emoji }?.users ?? []
      all[index].users = Self.inOrder(all[index].users, of: users, by: ==)
    }
    var entity = ImportedEntity(Message.kind, .id(id), fields: ["reactions": Self.json(all)])
    entity.isMade = false
    entity.isPresent = (known?.isPresent ?? true) && !removals.contains(id)
    return record(place, [entity] + changes.compactMap { user($0.person, in: state) })
  }

  /// A changed element keeps its place, so that importing the same changes again makes no difference.
  private static func inOrder<T>(_ all: [T], of former: [T], by isSame: (T, T) -> Bool) -> [T] {
    let kept = former.compactMap { old in all.first { isSame($0, old) } }
    return kept + all.filter { new in !former.contains { isSame($0, new) } }
  }

  private func apply(_ change: ChatReactionChange, to reactions: inout [MessageReaction]) {
    let user = identity.user(change.person)
    func takeBack(where isMeant: (String) -> Bool) {
      for index in reactions.indices where isMeant(reactions[index].emoji) {
        guard let place = reactions[index].users.firstIndex(of: user) else { continue }
        reactions[index].users.remove(at: place)
        reactions[index].count -= 1
      }
      reactions.removeAll { $0.count == 0 }
    }
    if change.isTakenBack { return takeBack { $0 == change.emoji } }
    if change.isOnly { takeBack { $0 != change.emoji } }
    guard let index = reactions.firstIndex(where: { $0.emoji == change.emoji }) else {
      return reactions.append(MessageReaction(change.emoji, users: [user]))
    }
    guard !reactions[index].users.contains(user) else { return }
    reactions[index].users.append(user)
    reactions[index].count += 1
  }
}
