import DaybookHTTP
import DaybookModel
import Foundation
import Messaging

/// One request to the remote store and its answer: bounded in time and size, with a secret that only that server gets.
struct HTTPExchange: Sendable {
  private let token: String?
  private let timeout: Duration
  private let redirectsMax = 3

  init(token: String?, timeout: Duration) { (self.token, self.timeout) = (token, timeout) }

  /// - Throws: `unreachable`; any response with a status is an answer.
  func ask(
    _ method: HTTPRequest.Method, _ url: String, body: [UInt8] = [], type: String = "application/json",
    answerSizeBytesMax: Int
  ) async throws(RemoteStoreError) -> HTTPAnswer {
    var request = HTTPRequest(method, url, body: body)
    if method == .post { request.headers["Content-Type"] = type }
    if let token { request.headers["Authorization"] = "Bearer \(token)" }
    for _ in 0...redirectsMax {
      let answer = try await once(request, answerSizeBytesMax)
      guard [301, 302, 307, 308].contains(answer.status) else { return answer }
      // Another host must not get data meant for this one; and a POST remains a POST only with these two.
      guard method == .get || answer.status >= 307, let next = Self.sameHost(answer.location, request.url)
      else { throw .invalid("the server redirects elsewhere; check its URL") }
      request.url = next
    }
    throw .invalid("the server redirects too often; check its URL")
  }

  private func once(_ request: HTTPRequest, _ sizeBytesMax: Int) async throws(RemoteStoreError) -> HTTPAnswer
  {
    do throws(HTTPFailure) {
      return try await HTTPClient.shared.answer(to: request, sizeBytesMax: sizeBytesMax, timeout: timeout)
    } catch {
      switch error {
      case .tooLarge: throw .invalid("the server answers with more than \(sizeBytesMax) bytes")
      case .timedOut: throw .unreachable("no answer in time")
      case .cancelled: throw .unreachable("cancelled")
      case .unreachable(let why): throw .unreachable(why)
      }
    }
  }

  private static func sameHost(_ location: String?, _ url: String) -> String? {
    guard let location, let from = URL(string: url),
      let to = URL(string: location, relativeTo: from)?.absoluteURL,
      to.scheme == from.scheme, to.host == from.host, to.port == from.port
    else { return nil }
    return to.absoluteString
  }
}

extension HTTPAnswer {
  /// Nil for what is not JSON.
  var json: JSONValue? { try? JSONParser.parse(body) }
}
