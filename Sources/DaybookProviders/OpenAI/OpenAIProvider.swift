import DaybookModel
public import DaybookProviders

/// Asks an OpenAI-compatible endpoint over HTTP: one request, one answer, nothing kept.
///
/// After an answer of 429 or 5xx, the request is repeated once, after a pause. It links HTTP; a command that must start
/// fast uses `ProcessProvider`.
public struct OpenAIProvider: TextProvider {
  private let exchange: EndpointExchange

  public var name: String { exchange.endpoint.model }

  /// Reads the key from the environment variable that the endpoint names.
  public init(_ endpoint: TextEndpoint) { exchange = EndpointExchange(endpoint) }

  package init(
    _ endpoint: TextEndpoint, key: String?, pause: @escaping @Sendable (Duration) async throws -> Void
  ) { exchange = EndpointExchange(endpoint, key: key, pause: pause) }

  public func complete(_ request: TextRequest) async throws -> String {
    var body: JSONObject = [
      "model": .string(exchange.endpoint.model),
      "messages": [
        ["role": "system", "content": .string(request.system)],
        ["role": "user", "content": .string(request.user)],
      ],
      // The same request should get the same answer, as far as a model can do that.
      "temperature": 0,
    ]
    if request.wantsJSON { body["response_format"] = ["type": "json_object"] }
    let address = exchange.endpoint.completionsURL
    return try await exchange.reply(to: body, at: address, answerBytesMax: ProviderMessage.sizeBytesMax)
      .text(from: address)
  }
}

/// Asks an OpenAI-compatible endpoint for vectors over HTTP. It links HTTP; a command that must start fast uses
/// `ProcessEmbedder`.
public struct OpenAIEmbedder: Embedder {
  private let exchange: EndpointExchange

  /// The model's.
  public var name: String { exchange.endpoint.model }

  /// Reads the key from the environment variable that the endpoint names.
  public init(_ endpoint: TextEndpoint) { exchange = EndpointExchange(endpoint) }

  package init(
    _ endpoint: TextEndpoint, key: String?, pause: @escaping @Sendable (Duration) async throws -> Void
  ) { exchange = EndpointExchange(endpoint, key: key, pause: pause) }

  public func embed(_ texts: [String]) async throws -> [[Float]] {
    guard !texts.isEmpty else { return [] }
    let body: JSONObject = [
      "model": .string(exchange.endpoint.model), "input": .array(texts.map { .string($0) }),
      "encoding_format": "float",
    ]
    let address = exchange.endpoint.embeddingsURL
    return try await exchange.reply(to: body, at: address, answerBytesMax: EmbeddingLimit.answerBytesMax)
      .vectors(from: address, count: texts.count)
  }
}
