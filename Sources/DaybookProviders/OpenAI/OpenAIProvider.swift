import DaybookModel
public import DaybookProviders
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks an OpenAI-compatible endpoint over HTTP: one question, one answer, nothing kept.
///
/// An answer of 429 or 5xx is asked for once more, after a pause. It links HTTP; a command that must start fast
/// takes ``ProcessProvider``.
public struct OpenAIProvider: TextProvider {
  private let endpoint: TextEndpoint
  private let key: String?
  private let pause: @Sendable (Duration) async throws -> Void

  public var name: String { endpoint.model }

  /// Reads the key from the environment variable that the endpoint names.
  public init(_ endpoint: TextEndpoint) {
    let key = ProcessInfo.processInfo.environment[endpoint.keyVariable]
    self.init(endpoint, key: key) { try await Task.sleep(for: $0) }
  }

  package init(
    _ endpoint: TextEndpoint, key: String?, pause: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.endpoint = endpoint
    self.key = key.flatMap { $0.isEmpty ? nil : $0 }
    self.pause = pause
  }

  public func complete(_ request: TextRequest) async throws -> String {
    let question = try httpRequest(request)
    var reply = try await reply(to: question)
    if reply.mayPass {
      try await pause(reply.pause)
      reply = try await self.reply(to: question)
    }
    return try reply.text(from: endpoint.completionsURL)
  }

  private func reply(to question: URLRequest) async throws(LedgerError) -> ChatReply {
    do throws(BoundedDownload.Failure) {
      let (status, retryAfter, body) = try await BoundedDownload.run(
        question, sizeBytesMax: ProviderMessage.sizeBytesMax)
      return ChatReply(status: status, retryAfter: retryAfter, body: body)
    } catch {
      switch error {
      case .tooLarge:
        throw LedgerError(
          .badData, "answered more than \(ProviderMessage.sizeBytesMax) bytes", file: endpoint.completionsURL)
      case .unreachable(let why):
        throw LedgerError(
          .unreachable, "does not answer: \(why)", file: endpoint.completionsURL,
          advice: "check the URL, and that it can be reached from here")
      }
    }
  }

  private func httpRequest(_ request: TextRequest) throws(LedgerError) -> URLRequest {
    guard let given = URL(string: endpoint.url), given.host?.isEmpty == false,
      given.scheme == "https" || given.scheme == "http", let url = URL(string: endpoint.completionsURL)
    else {
      throw LedgerError(
        .usage, "'\(endpoint.url)' is no address of an endpoint", advice: "such as https://api.openai.com/v1")
    }
    var http = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData, timeoutInterval: endpoint.timeoutSeconds)
    http.httpMethod = "POST"
    http.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let key { http.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
    var body: JSONObject = [
      "model": .string(endpoint.model),
      "messages": [
        ["role": "system", "content": .string(request.system)],
        ["role": "user", "content": .string(request.user)],
      ],
      // The same question is to get the same answer, as far as a model can.
      "temperature": 0,
    ]
    if request.wantsJSON { body["response_format"] = ["type": "json_object"] }
    http.httpBody = Data(JSONValue.object(body).canonicalBytes)
    return http
  }
}
