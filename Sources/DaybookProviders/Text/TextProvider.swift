/// Something that completes a text: a language model behind an endpoint, or what a test puts in its place.
///
/// What comes back is bytes from outside, like a file from a stranger: the caller checks it before it is believed or
/// written.
public protocol TextProvider: Sendable {
  /// Who answers, as it is recorded beside everything that was made of the answer: the model's name.
  var name: String { get }

  /// - Throws: `LedgerError` with code `unreachable` where nobody answers, `bad-data` for an invalid answer.
  func complete(_ request: TextRequest) async throws -> String
}

/// What a ``TextProvider`` is asked.
public struct TextRequest: Sendable, Equatable {
  /// What it is to do, for all that follows.
  public var system: String
  /// What it is to do it with.
  public var user: String
  /// Whether the answer is to be one JSON object.
  public var wantsJSON: Bool

  /// Makes a request; by default the answer may be any text.
  public init(system: String, user: String, wantsJSON: Bool = false) {
    (self.system, self.user, self.wantsJSON) = (system, user, wantsJSON)
  }
}
