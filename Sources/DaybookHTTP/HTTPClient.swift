import CCurl
import Dispatch
import Synchronization

/// HTTP exchanges by libcurl, each bounded in time and in the size of its answer.
///
/// Redirects are answers: whether a request may go to another address, with its secrets, is for the caller to decide.
package final class HTTPClient: Sendable {
  /// The client of the process: it keeps connections open.
  package static let shared = HTTPClient()

  /// libcurl blocks the thread that it runs on.
  private let threads = DispatchQueue(label: "DaybookHTTP", attributes: .concurrent)
  /// The handles that are not in use, each with its open connections.
  private let idle = Mutex<[CurlHandle]>([])

  private init() { curl_global_init(Int(CURL_GLOBAL_DEFAULT)) }

  /// - Parameters:
  ///   - sizeBytesMax: the maximum size of the answer's body.
  ///   - timeout: the time limit for the whole exchange, so that a server that sends a byte now and then cannot block
  ///     it.
  package func answer(
    to request: HTTPRequest, sizeBytesMax: Int, timeout: Duration
  ) async throws(HTTPFailure) -> HTTPAnswer {
    let transfer = CurlTransfer(request, sizeBytesMax: sizeBytesMax, timeout: timeout)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        threads.async {
          let handle = self.idle.withLock { $0.popLast() } ?? CurlHandle()
          let outcome = transfer.run(on: handle)
          self.idle.withLock { $0.append(handle) }
          continuation.resume(returning: outcome)
        }
      }
    } onCancel: {
      transfer.cancel()
    }
    return try outcome.get()
  }
}

package struct HTTPRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package var method: Method
  package var url: String
  package var headers: [String: String]
  package var body: [UInt8]

  package init(_ method: Method, _ url: String, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }
}

/// What a server answered, whatever its status.
package struct HTTPAnswer: Sendable {
  package var status: Int
  /// The header of that name in seconds, if it is a number.
  package var retryAfter: Double?
  /// The header of that name: the target of a redirect.
  package var location: String?
  package var body: [UInt8]

  package init(status: Int, retryAfter: Double? = nil, location: String? = nil, body: [UInt8]) {
    (self.status, self.retryAfter, self.location, self.body) = (status, retryAfter, location, body)
  }
}

/// Why there is no answer.
package enum HTTPFailure: Error, Hashable {
  /// The answer is larger than the caller allows.
  case tooLarge
  case timedOut
  case cancelled
  /// A short reason, without anything that was sent.
  case unreachable(String)
}
