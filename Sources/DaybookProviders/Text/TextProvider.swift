import DaybookModel

/// Completes a text: a language model behind an endpoint, or a test's substitute.
///
/// The answer comes from outside, like a file from a stranger: the caller must check it before using or writing it.
public protocol TextProvider: Sendable {
  /// The name of the model, which is recorded beside everything that is made of its answers.
  var name: String { get }

  /// - Throws: `LedgerError` with code `unreachable` if there is no answer, `bad-data` for an invalid answer.
  func complete(_ request: TextRequest) async throws -> String
}

/// A request to a ``TextProvider``.
public struct TextRequest: Sendable, Equatable {
  /// The system prompt.
  public var system: String
  /// The user prompt.
  public var user: String
  /// Whether the answer is to be one JSON object.
  public var wantsJSON: Bool

  /// Makes a request; by default the answer may be any text.
  public init(system: String, user: String, wantsJSON: Bool = false) {
    (self.system, self.user, self.wantsJSON) = (system, user, wantsJSON)
  }
}

/// Asks an endpoint through the executable `daybook-provider`, so that the caller links no HTTP.
public struct ProcessProvider: TextProvider {
  private let path: String
  private let endpoint: TextEndpoint

  /// The endpoint's model.
  public var name: String { endpoint.model }

  /// - Parameters:
  ///   - path: the path of the executable `daybook-provider`.
  ///   - endpoint: the endpoint to ask, with its model and timeout; its model is the provider's name.
  public init(path: String, endpoint: TextEndpoint) { (self.path, self.endpoint) = (path, endpoint) }

  /// Starts `daybook-provider` once. The run may take twice the endpoint's timeout plus 30 seconds.
  /// - Throws: `LedgerError`: `unreachable` if the executable or the endpoint does not answer, `bad-data` for an
  ///   invalid answer.
  public func complete(_ request: TextRequest) async throws -> String {
    let question = ProviderMessage.question(request, endpoint).canonicalBytes
    // It tries twice and waits in between; after that time it hangs.
    let deadline = Duration.seconds(2 * endpoint.timeoutSeconds + 30)
    let answer = try await ChildProcess.waiting(
      path, input: question, outputBytesMax: 2 * ProviderMessage.sizeBytesMax, within: deadline,
      advice: "install daybook-provider beside daybook"
    ).output
    return try ProviderMessage.read(answer: answer)
  }
}

/// An OpenAI-compatible endpoint: its URL, its model, and the environment variable that holds the key. The key itself
/// is in no value, file or message.
public struct TextEndpoint: Sendable, Equatable {
  /// With or without `/v1/chat/completions` or `/v1/embeddings` at its end.
  public var url: String
  /// The model's name as the endpoint knows it. It is also recorded as the author of what the model answers.
  public var model: String
  /// If the variable is not set, no key is sent: an endpoint on the user's own machine needs none.
  public var keyVariable: String
  /// How long one request may take, in seconds; 60 by default.
  public var timeoutSeconds: Double

  /// The environment variable that holds the key unless ``keyVariable`` names another.
  public static let defaultKeyVariable = "OPENAI_API_KEY"

  /// Makes an endpoint; no connection is opened, and the URL is not checked.
  public init(
    url: String, model: String, keyVariable: String = TextEndpoint.defaultKeyVariable,
    timeoutSeconds: Double = 60
  ) {
    (self.url, self.model) = (url, model)
    (self.keyVariable, self.timeoutSeconds) = (keyVariable, timeoutSeconds)
  }

  /// The URL for completions.
  public var completionsURL: String { address("/chat/completions") }

  /// The URL for embeddings.
  public var embeddingsURL: String { address("/embeddings") }

  private func address(_ path: String) -> String {
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    if base.hasSuffix(path) { return base }
    return base + (base.hasSuffix("/v1") ? path : "/v1" + path)
  }
}
