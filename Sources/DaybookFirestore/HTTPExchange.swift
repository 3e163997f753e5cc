import AsyncHTTPClient
import DaybookModel
import Foundation
import Messaging
import NIOCore
import NIOHTTP1
import NIOPosix

/// What was answered.
struct HTTPAnswer: Sendable {
  var status: Int
  /// The header of that name, where it is a number of seconds.
  var retryAfter: Double?
  var location: String?
  var body: [UInt8]

  /// Nil for what is no JSON.
  var json: JSONValue? { try? JSONParser.parse(body) }
}

/// One question over HTTP, one answer: bounded in time and size, with the secret for that server alone.
struct HTTPExchange: Sendable {
  private let client: HTTPClient
  private let token: String?
  private let timeout: Duration
  private let redirectsMax = 3

  init(client: HTTPClient, token: String?, timeout: Duration) {
    (self.client, self.token, self.timeout) = (client, token, timeout)
  }

  /// - Throws: `unreachable`; whatever came with a status is an answer.
  func ask(
    _ method: HTTPMethod, _ url: String, body: [UInt8]? = nil, type: String = "application/json",
    answerSizeBytesMax: Int
  ) async throws(FarSideError) -> HTTPAnswer {
    var url = url
    for _ in 0...redirectsMax {
      let answer = try await once(method, url, body, type, answerSizeBytesMax)
      guard [301, 302, 307, 308].contains(answer.status) else { return answer }
      // Another host is not to get what was meant for this one; and a POST stays one only by these two.
      guard method == .GET || answer.status >= 307, let next = Self.sameHost(answer.location, url) else {
        throw .invalid("the server sends to another place; check its URL")
      }
      url = next
    }
    throw .invalid("the server sends from one place to another; check its URL")
  }

  private func once(
    _ method: HTTPMethod, _ url: String, _ body: [UInt8]?, _ type: String, _ sizeBytesMax: Int
  ) async throws(FarSideError) -> HTTPAnswer {
    var request = HTTPClientRequest(url: url)
    request.method = method
    if let body {
      request.headers.add(name: "Content-Type", value: type)
      request.body = .bytes(body)
    }
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    let asked = request
    do {
      return try await within(timeout) {
        let response = try await client.execute(asked, timeout: .seconds(24 * 60 * 60))
        let buffer = try await response.body.collect(upTo: sizeBytesMax)
        return HTTPAnswer(
          status: Int(response.status.code),
          retryAfter: response.headers.first(name: "Retry-After").flatMap { Double($0) },
          location: response.headers.first(name: "Location"), body: Array(buffer.readableBytesView))
      }
    } catch is NIOTooManyBytesError {
      throw .invalid("the server answers with more than \(sizeBytesMax) bytes")
    } catch {
      throw .unreachable(Self.reason(error))
    }
  }

  /// In a few words, without anything of what was sent.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case is TimedOut: return "no answer in time"
    case is CancellationError: return "cancelled"
    case let error as HTTPClientError: return "the exchange failed (\(error.shortDescription))"
    case let error as NIOConnectionError:
      guard let first = error.connectionErrors.first else { return "the server's name is not known" }
      return reason(first.error)
    case let error as IOError:
      return "the server cannot be reached (\(String(cString: strerror(error.errnoCode))))"
    default: return "the exchange failed (\(type(of: error)))"
    }
  }

  private static func sameHost(_ location: String?, _ url: String) -> String? {
    guard let location, let from = URL(string: url),
      let to = URL(string: location, relativeTo: from)?.absoluteURL,
      to.scheme == from.scheme, to.host == from.host, to.port == from.port
    else { return nil }
    return to.absoluteString
  }

  private struct TimedOut: Error {}

  /// Of the whole exchange: a server that sends a byte now and then must not hold anybody for ever.
  private func within<Answer: Sendable>(
    _ timeout: Duration, _ body: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await Task.sleep(for: timeout)
        throw TimedOut()
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() else { throw TimedOut() }
      return answer
    }
  }
}
