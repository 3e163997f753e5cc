import DaybookModel
import Dispatch
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An HTTP server on 127.0.0.1 that says what a test tells it to, one answer for each connection, the last one
/// again and again. It closes what it has answered, and everything when it goes.
final class LocalServer: Sendable {
  enum Answer: Sendable {
    case http(status: Int, headers: String = "", body: String)
    /// These bytes and nothing else.
    case bytes([UInt8])
    /// Never: the connection stays open and silent.
    case silence
  }

  struct Request: Sendable {
    var head: String
    var body: [UInt8]
  }

  private struct State {
    var requests: [Request] = []
    var open: [Int32] = []
  }

  let port: UInt16
  private let answers: [Answer]
  private let state = Mutex(State())

  var url: String { "http://127.0.0.1:\(port)" }
  var requests: [Request] { state.withLock { $0.requests } }

  init(_ answers: Answer...) throws {
    self.answers = answers
    let listener = Self.newSocket()
    let isBound = Self.withAddress(0) { bind(listener, $0, $1) == 0 } && listen(listener, 16) == 0
    port = Self.port(of: listener)
    guard isBound else { throw LedgerError(.inputOutput, "no socket to listen on") }
    // The loop alone closes the listener: closed from elsewhere, its number would soon be another server's, and
    // the loop would take connections from that one.
    DispatchQueue(label: "local server").async { [weak self] in
      defer { close(listener) }
      var next = 0
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0, errno == EINTR { continue }
        guard connection >= 0 else { return }
        guard let self else {
          close(connection)
          return
        }
        self.serve(connection, answers[min(next, answers.count - 1)])
        next += 1
      }
    }
  }

  deinit {
    Self.knock(at: port)
    for connection in state.withLock({ $0.open }) { close(connection) }
  }

  /// Wakes the loop, which finds its server gone.
  private static func knock(at port: UInt16) {
    let knocking = newSocket()
    withAddress(port) { _ = connect(knocking, $0, $1) }
    close(knocking)
  }

  private static func newSocket() -> Int32 {
    #if canImport(Glibc)
      socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket(AF_INET, SOCK_STREAM, 0)
    #endif
  }

  private static func withAddress<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  private static func port(of listener: Int32) -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
    }
    return UInt16(bigEndian: address.sin_port)
  }

  private func serve(_ connection: Int32, _ answer: Answer) {
    if let request = Self.read(connection) { state.withLock { $0.requests.append(request) } }
    switch answer {
    case .silence:
      state.withLock { $0.open.append(connection) }
      return
    case .bytes(let bytes): Self.write(connection, bytes)
    case .http(let status, let headers, let body):
      let head =
        "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(headers)\r\n"
      Self.write(connection, Array((head + body).utf8))
    }
    shutdown(connection, Int32(SHUT_RDWR))
    close(connection)
  }

  private static func write(_ connection: Int32, _ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// The head and as much body as it announces.
  private static func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let text = String(validating: bytes, as: UTF8.self), let end = text.firstRange(of: "\r\n\r\n") {
        let head = String(text[..<end.lowerBound])
        let announced = head.split(separator: "\r\n").compactMap { line -> Int? in
          let parts = line.split(separator: ":")
          guard parts.count == 2, parts[0].lowercased() == "content-length" else { return nil }
          return Int(parts[1].drop { $0 == " " })
        }.first
        let body = Array(text[end.upperBound...].utf8)
        if body.count >= announced ?? 0 { return Request(head: head, body: body) }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      bytes += buffer[..<count]
    }
  }
}

extension LocalServer.Answer {
  /// As an endpoint answers.
  static func chat(_ text: String) -> LocalServer.Answer {
    let body: JSONValue = ["choices": [["message": ["role": "assistant", "content": .string(text)]]]]
    return .http(status: 200, body: body.description)
  }
}
