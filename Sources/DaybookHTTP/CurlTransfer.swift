import CCurl
import Foundation
import Synchronization

/// One request on its way, and what came back of it so far.
final class CurlTransfer: Sendable {
  private struct State {
    var isCancelled = false
    var isTooLarge = false
    var headers: [String: String] = [:]
    var body: [UInt8] = []
  }

  private let request: HTTPRequest
  private let sizeBytesMax: Int
  private let timeout: Duration
  private let state = Mutex(State())

  init(_ request: HTTPRequest, sizeBytesMax: Int, timeout: Duration) {
    (self.request, self.sizeBytesMax, self.timeout) = (request, sizeBytesMax, timeout)
  }

  /// Takes effect within about a second.
  func cancel() { state.withLock { $0.isCancelled = true } }

  func run(on handle: CurlHandle) -> Result<HTTPAnswer, HTTPFailure> {
    guard let curl = handle.pointer else { return .failure(.unreachable("no memory")) }
    // The options are reset, the connections stay.
    defer { curl_easy_reset(curl) }
    prepare(curl)
    var list: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(list) }
    // Without the second header, libcurl would wait for permission to send a large body.
    for (name, value) in request.headers { list = curl_slist_append(list, "\(name): \(value)") ?? list }
    list = curl_slist_append(list, "Expect:") ?? list
    _ = daybook_curl_pointer(curl, CURLOPT_HTTPHEADER, list)
    let result = request.body.withUnsafeBytes { body in
      if request.method == .post {
        _ = daybook_curl_number(curl, CURLOPT_POST, 1)
        _ = daybook_curl_size(curl, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count))
        // With a null pointer, libcurl would look for the body elsewhere.
        let bytes = body.baseAddress ?? UnsafeRawPointer(bitPattern: 1)
        _ = daybook_curl_pointer(curl, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: bytes))
      }
      return curl_easy_perform(curl)
    }
    return outcome(result, curl)
  }

  private func prepare(_ curl: UnsafeMutableRawPointer) {
    let this = Unmanaged.passUnretained(self).toOpaque()
    _ = daybook_curl_text(curl, CURLOPT_URL, request.url)
    _ = daybook_curl_number(curl, CURLOPT_NOSIGNAL, 1)
    _ = daybook_curl_number(curl, CURLOPT_TIMEOUT_MS, Self.milliseconds(timeout))
    _ = daybook_curl_number(curl, CURLOPT_CONNECTTIMEOUT_MS, 10_000)
    _ = daybook_curl_number(curl, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    _ = daybook_curl_write(curl, CURLOPT_WRITEFUNCTION) { bytes, size, count, this in
      CurlTransfer.of(this).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    _ = daybook_curl_pointer(curl, CURLOPT_WRITEDATA, this)
    _ = daybook_curl_write(curl, CURLOPT_HEADERFUNCTION) { bytes, size, count, this in
      CurlTransfer.of(this).readHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    _ = daybook_curl_pointer(curl, CURLOPT_HEADERDATA, this)
    _ = daybook_curl_number(curl, CURLOPT_NOPROGRESS, 0)
    _ = daybook_curl_progress(curl) { this, _, _, _, _ in CurlTransfer.of(this).isCancelled ? 1 : 0 }
    _ = daybook_curl_pointer(curl, CURLOPT_XFERINFODATA, this)
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> CurlTransfer {
    guard let pointer else { preconditionFailure("libcurl hands on what it was given") }
    return Unmanaged<CurlTransfer>.fromOpaque(pointer).takeUnretainedValue()
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    // At least one: zero would mean no limit.
    return max(1, Int(min(seconds, 1 << 31)) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }

  private var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Returns how many bytes were accepted; if not all, the transfer ends.
  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
    state.withLock { state in
      state.isTooLarge = state.body.count + bytes.count > sizeBytesMax
      if !state.isTooLarge { state.body += bytes }
      return state.isTooLarge ? 0 : bytes.count
    }
  }

  private func readHeader(_ bytes: UnsafeRawBufferPointer) -> Int {
    let line = String(decoding: bytes, as: UTF8.self)
    if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespacesAndNewlines)
      let name = line[..<colon].lowercased()
      if name == "retry-after" || name == "location" { state.withLock { $0.headers[name] = value } }
    }
    return bytes.count
  }

  private func outcome(
    _ result: CURLcode, _ curl: UnsafeMutableRawPointer
  ) -> Result<HTTPAnswer, HTTPFailure> {
    let state = state.withLock { $0 }
    guard result == CURLE_OK else {
      if state.isTooLarge { return .failure(.tooLarge) }
      return .failure(failure(result, curl))
    }
    var status = 0
    _ = daybook_curl_info(curl, CURLINFO_RESPONSE_CODE, &status)
    return .success(
      HTTPAnswer(
        status: status, retryAfter: state.headers["retry-after"].flatMap { Double($0) },
        location: state.headers["location"], body: state.body))
  }

  private func failure(_ result: CURLcode, _ curl: UnsafeMutableRawPointer) -> HTTPFailure {
    switch result {
    case CURLE_OPERATION_TIMEDOUT: return .timedOut
    case CURLE_ABORTED_BY_CALLBACK: return .cancelled
    case CURLE_COULDNT_RESOLVE_HOST: return .unreachable("the server's name cannot be resolved")
    case CURLE_COULDNT_CONNECT:
      var number = 0
      _ = daybook_curl_info(curl, CURLINFO_OS_ERRNO, &number)
      let why = number == 0 ? "no connection" : String(cString: strerror(Int32(truncatingIfNeeded: number)))
      return .unreachable("the server cannot be reached (\(why))")
    case CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
      return .unreachable("the connection broke before the answer was complete")
    case CURLE_PEER_FAILED_VERIFICATION:
      return .unreachable("the server's certificate is not trusted")
    default:
      // libcurl's text contains nothing that was sent.
      return .unreachable("the exchange failed (\(String(cString: curl_easy_strerror(result))))")
    }
  }
}

/// An easy handle of libcurl, with the connections that it keeps open.
// Sound: HTTPClient lends a handle to one transfer at a time, and libcurl's handles may move between threads.
final class CurlHandle: @unchecked Sendable {
  /// Nil without memory for one.
  let pointer = curl_easy_init()

  deinit { curl_easy_cleanup(pointer) }
}
