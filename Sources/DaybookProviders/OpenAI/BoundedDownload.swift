import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One HTTP exchange whose answer is taken only up to a size: `URLSession.data(for:)` would take it whole.
final class BoundedDownload: NSObject, URLSessionDataDelegate {
  enum Failure: Error {
    case tooLarge
    case unreachable(String)
  }

  typealias Outcome = (status: Int, retryAfter: Double?, body: [UInt8])

  private struct State {
    var body: [UInt8] = []
    var isTooLarge = false
    var continuation: CheckedContinuation<Result<Outcome, Failure>, Never>?
  }

  private let sizeBytesMax: Int
  private let state = Mutex(State())

  private init(sizeBytesMax: Int) { self.sizeBytesMax = sizeBytesMax }

  static func run(_ request: URLRequest, sizeBytesMax: Int) async throws(Failure) -> Outcome {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = request.timeoutInterval
    // Of the whole exchange: an endpoint that sends a byte now and then must not hold anybody for ever.
    configuration.timeoutIntervalForResource = request.timeoutInterval
    let download = BoundedDownload(sizeBytesMax: sizeBytesMax)
    let session = URLSession(configuration: configuration, delegate: download, delegateQueue: nil)
    defer { session.invalidateAndCancel() }
    let task = session.dataTask(with: request)
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        download.state.withLock { $0.continuation = continuation }
        task.resume()
      }
    } onCancel: {
      task.cancel()
    }
    return try outcome.get()
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      if state.body.count + data.count > sizeBytesMax { state.isTooLarge = true }
      if !state.isTooLarge { state.body += data }
      return state.isTooLarge
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let response = task.response as? HTTPURLResponse
    let (continuation, body, isTooLarge) = state.withLock { state in
      defer { state.continuation = nil }
      return (state.continuation, state.body, state.isTooLarge)
    }
    if isTooLarge {
      continuation?.resume(returning: .failure(.tooLarge))
    } else if let response, error == nil {
      let retryAfter = response.value(forHTTPHeaderField: "Retry-After").flatMap { Double($0) }
      continuation?.resume(returning: .success((response.statusCode, retryAfter, body)))
    } else {
      let why = error.map { ($0 as? URLError)?.localizedDescription ?? "\($0)" } ?? "no answer"
      continuation?.resume(returning: .failure(.unreachable(why)))
    }
  }

  /// An address given for one place is not to be led to another, the key with it.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }
}
