/// A reaction to a message, such as 👍.
public struct MessageReaction: Codable, Sendable, Hashable {
  /// As its network has it: a character, or a name such as `:thumbsup:`.
  public var emoji: String
  /// The ids of the users who chose it, as far as the network names them.
  public var users: [String]
  /// How many chose it, at least as many as are named.
  public var count: Int

  /// Makes a reaction; a count that is nil or too low becomes the number of users.
  public init(_ emoji: String, users: [String] = [], count: Int? = nil) {
    (self.emoji, self.users) = (emoji, users)
    self.count = max(count ?? 0, users.count)
  }
}
