import DaybookHTTP
import DaybookModel
import DaybookProviders
import Foundation

/// One request to an endpoint, which is repeated once after a pause if the error may be temporary.
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

/// What an endpoint answered.
struct EndpointReply {
  var status: Int
  /// The header of that name, in seconds.
  var retryAfter: Double?
  var body: [UInt8]

  /// Whether the same request may succeed later: too many requests, or a server error.
  var mayPass: Bool { status == 429 || (500...599).contains(status) }

  /// The pause that the endpoint asks for, within limits.
  var pause: Duration { .seconds(min(max(retryAfter ?? 1, 0.1), 10)) }

  func text(from place: String) throws(LedgerError) -> String {
    let message = try json(from: place).object?["choices"]?.array?.first?.object?["message"]?.object
    guard let text = message?["content"]?.string else {
      throw LedgerError(.badData, "answered without a message", file: place)
    }
    return text
  }

  /// The vectors in the order of the texts; each contains the index of its text.
  func vectors(from place: String, count: Int) throws(LedgerError) -> [[Float]] {
    guard let items = try json(from: place).object?["data"]?.array else {
      throw LedgerError(.badData, "answered without vectors", file: place)
    }
    var vectors = [[Float]?](repeating: nil, count: count)
    for (number, item) in items.enumerated() {
      // An item without an index is at its place in the list.
      let index = item.object?["index"]?.int.flatMap { Int(exactly: $0) } ?? number
      guard vectors.indices.contains(index), vectors[index] == nil else { continue }
      do throws(LedgerError) {
        vectors[index] = try VectorText.vector(item.object?["embedding"] ?? .null, "the answer")
      } catch var error {
        error.file = place
        throw error
      }
    }
    let found = vectors.compactMap { $0 }
    guard found.count == count, items.count == count else {
      throw LedgerError(.badData, "answered \(items.count) vectors for \(count) texts", file: place)
    }
    return found
  }

  private func json(from place: String) throws(LedgerError) -> JSONValue {
    guard status == 200 else { throw refusal(place) }
    guard let json = try? JSONParser.parse(body) else {
      throw LedgerError(.badData, "answered no JSON", file: place)
    }
    return json
  }

  private func refusal(_ place: String) -> LedgerError {
    var what = "answered with status \(status)"
    let told = (try? JSONParser.parse(body))?.object?["error"]?.object?["message"]?.string
    if let told, !told.isEmpty { what += ": " + told.prefix(200) }
    let advice: String? =
      switch status {
      case 401, 403: "set the environment variable that holds the key"
      case 404: "check the URL and the model's name"
      case 429: "it gets too many requests; try later"
      case 500...599: "try later"
      default: nil
      }
    let code: LedgerError.Code = mayPass || [401, 403, 404].contains(status) ? .unreachable : .badData
    return LedgerError(code, what, file: place, advice: advice)
  }
}
