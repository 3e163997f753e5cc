import DaybookHTTP
import DaybookModel
import DaybookProviders
import Foundation

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
    to question: HTTPRequest, _ address: String, _ answerBytesMax: Int
  ) async throws(LedgerError) -> EndpointReply {
    do throws(HTTPFailure) {
      let answer = try await HTTPClient.shared.answer(
        to: question, sizeBytesMax: answerBytesMax, timeout: .seconds(endpoint.timeoutSeconds))
      return EndpointReply(status: answer.status, retryAfter: answer.retryAfter, body: answer.body)
    } catch {
      throw failure(error, address, answerBytesMax)
    }
  }

  private func failure(_ failure: HTTPFailure, _ address: String, _ answerBytesMax: Int) -> LedgerError {
    let why: String
    switch failure {
    case .tooLarge:
      return LedgerError(.badData, "answered more than \(answerBytesMax) bytes", file: address)
    case .timedOut: why = "no answer in time"
    case .cancelled: why = "cancelled"
    case .unreachable(let reason): why = reason
    }
    return LedgerError(
      .unreachable, "does not answer: \(why)", file: address,
      advice: "check the URL, and that it can be reached from here")
  }

  private func request(_ body: JSONObject, _ address: String) throws(LedgerError) -> HTTPRequest {
    guard let given = URL(string: endpoint.url), given.host?.isEmpty == false,
      given.scheme == "https" || given.scheme == "http", URL(string: address) != nil
    else {
      throw LedgerError(
        .usage, "'\(endpoint.url)' is not an address of an endpoint",
        advice: "such as https://api.openai.com/v1")
    }
    var request = HTTPRequest(
      .post, address, headers: ["Content-Type": "application/json"],
      body: JSONValue.object(body).canonicalBytes)
    if let key { request.headers["Authorization"] = "Bearer \(key)" }
    return request
  }
}
