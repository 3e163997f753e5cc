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

/// The meaning of a status; Firestore repeats it as a word in the body.
enum HTTPMeaning: Equatable {
  case done
  case notPermitted
  case notFound
  case alreadyThere
  case preconditionFailed
  case failed(RemoteStoreError)
}

extension HTTPAnswer {
  /// The maximum, whatever a server asks for.
  private static let retryAfterMax = 3600.0

  var meaning: HTTPMeaning {
    switch status {
    case 200..<300: .done
    case 401:
      .failed(
        .refused(
          "the server does not accept the token; check the one in $\(FirestoreRemoteStore.tokenVariable)"))
    case 403: .notPermitted
    case 404: .notFound
    case 409: word == "ALREADY_EXISTS" ? .alreadyThere : .failed(later)
    case 412: .preconditionFailed
    case 400:
      word == "FAILED_PRECONDITION" ? .preconditionFailed : .failed(.invalid("the server finds it invalid"))
    case 408, 429, 500...599: .failed(later)
    default: .failed(.invalid("the server answers with status \(status); check its URL"))
    }
  }

  /// `{"error":{"status":"ALREADY_EXISTS", …}}`, in a list for methods that answer with one.
  private var word: String? {
    let body = json
    let object = body?.object ?? body?.array?.first?.object
    return object?["error"]?.object?["status"]?.string
  }

  private var later: RemoteStoreError {
    let pause = retryAfter.map { Duration.seconds($0.isFinite ? min(max($0, 0), Self.retryAfterMax) : 1) }
    return .unreachable("the server answers with status \(status)", retryAfter: pause)
  }
}

extension RemoteStoreError {
  /// The message is the same whether or not the document exists.
  static let notPermitted = RemoteStoreError.refused("the server does not permit it to this user")
  /// Any such error may be temporary.
  static let nonsense = RemoteStoreError.unreachable("the server's answer makes no sense")
}
