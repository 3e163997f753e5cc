import DaybookModel
import DaybookProviders
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One question to an endpoint, asked for once more after a pause where the answer may pass.
struct EndpointExchange: Sendable {
  let endpoint: TextEndpoint
  let key: String?
  let pause: @Sendable (Duration) async throws -> Void

  /// Reads the key from the environment variable that the endpoint names.
  init(_ endpoint: TextEndpoint) {
    let key = ProcessInfo.processInfo.environment[endpoint.keyVariable]
    self.init(endpoint, key: key) { try await Task.sleep(for: $0) }
  }

  init(_ endpoint: TextEndpoint, key: String?, pause: @escaping @Sendable (Duration) async throws -> Void) {
    self.endpoint = endpoint
    self.key = key.flatMap { $0.isEmpty ? nil : $0 }
    self.pause = pause
  }

  func reply(
    to body: JSONObject, at address: String, answerBytesMax: Int
  ) async throws -> EndpointReply {
    let question = try request(body, address)
    let reply = try await reply(to: question, address, answerBytesMax)
    guard reply.mayPass else { return reply }
    try await pause(reply.pause)
    return try await self.reply(to: question, address, answerBytesMax)
  }

  private func reply(
    to question: URLRequest, _ address: String, _ answerBytesMax: Int
  ) async throws(LedgerError) -> EndpointReply {
    do throws(BoundedDownload.Failure) {
      let (status, retryAfter, body) = try await BoundedDownload.run(question, sizeBytesMax: answerBytesMax)
      return EndpointReply(status: status, retryAfter: retryAfter, body: body)
    } catch {
      switch error {
      case .tooLarge:
        throw LedgerError(.badData, "answered more than \(answerBytesMax) bytes", file: address)
      case .unreachable(let why):
        throw LedgerError(
          .unreachable, "does not answer: \(why)", file: address,
          advice: "check the URL, and that it can be reached from here")
      }
    }
  }

  private func request(_ body: JSONObject, _ address: String) throws(LedgerError) -> URLRequest {
    guard let given = URL(string: endpoint.url), given.host?.isEmpty == false,
      given.scheme == "https" || given.scheme == "http", let url = URL(string: address)
    else {
      throw LedgerError(
        .usage, "'\(endpoint.url)' is not an address of an endpoint",
        advice: "such as https://api.openai.com/v1")
    }
    var http = URLRequest(
      url: url, cachePolicy: .reloadIgnoringLocalAndRemoteCacheData, timeoutInterval: endpoint.timeoutSeconds)
    http.httpMethod = "POST"
    http.setValue("application/json", forHTTPHeaderField: "Content-Type")
    if let key { http.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
    http.httpBody = Data(JSONValue.object(body).canonicalBytes)
    return http
  }
}
