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
