/// What people answered a message with in place of words.
struct ChatReaction: Sendable, Equatable {
  var emoji: String
  /// Who chose it, as far as the network names them.
  var people: [ChatPerson]
  /// How many chose it.
  var count: Int

  init(_ emoji: String, _ people: [ChatPerson], count: Int? = nil) {
    (self.emoji, self.people) = (emoji, people)
    self.count = max(count ?? 0, people.count)
  }
}

/// That somebody reacted to a message, or took that back, where the network says it apart from the message.
struct ChatReactionChange: Sendable, Equatable {
  /// The key of the message.
  var message: String
  var emoji: String
  var person: ChatPerson
  var isTakenBack = false
  /// Whether a person has one reaction to a message at most, so that this one takes the place of an earlier one.
  var isOnly = false

  init(to message: String, _ emoji: String, by person: ChatPerson) {
    (self.message, self.emoji, self.person) = (message, emoji, person)
  }
}
