import DaybookModel

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

/// Asks an endpoint by way of the executable `daybook-provider`, so that the caller links no HTTP.
public struct ProcessProvider: TextProvider {
  private let path: String
  private let endpoint: TextEndpoint

  /// The endpoint's model.
  public var name: String { endpoint.model }

  /// - Parameters:
  ///   - path: of the executable `daybook-provider`.
  ///   - endpoint: the endpoint to ask, with its model and timeout; its model is the provider's name.
  public init(path: String, endpoint: TextEndpoint) { (self.path, self.endpoint) = (path, endpoint) }

  /// Starts `daybook-provider` once. The run may take twice the endpoint's timeout plus 30 seconds.
  /// - Throws: `LedgerError`: `unreachable` if the executable or the endpoint does not answer, `bad-data` for an
  ///   invalid answer.
  public func complete(_ request: TextRequest) async throws -> String {
    let question = ProviderMessage.question(request, endpoint).canonicalBytes
    // It tries twice and waits in between; past that it hangs.
    let deadline = Duration.seconds(2 * endpoint.timeoutSeconds + 30)
    let answer = try await ChildProcess.waiting(
      path, input: question, outputBytesMax: 2 * ProviderMessage.sizeBytesMax, within: deadline,
      advice: "install daybook-provider beside daybook"
    ).output
    return try ProviderMessage.read(answer: answer)
  }
}

/// An OpenAI-compatible endpoint: where it is, which model answers, and which environment variable holds the
/// key. The key itself is in no value, no file and no message.
public struct TextEndpoint: Sendable, Equatable {
  /// With or without `/v1/chat/completions` or `/v1/embeddings` at its end.
  public var url: String
  /// The model's name as the endpoint knows it. It is also recorded as the author of what the model answers.
  public var model: String
  /// Not set, no key is sent: an endpoint on the user's own machine wants none.
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

  /// Where the conversation goes.
  public var completionsURL: String { address("/chat/completions") }

  /// Where texts go for their vectors.
  public var embeddingsURL: String { address("/embeddings") }

  private func address(_ path: String) -> String {
    let base = url.hasSuffix("/") ? String(url.dropLast()) : url
    if base.hasSuffix(path) { return base }
    return base + (base.hasSuffix("/v1") ? path : "/v1" + path)
  }
}
