import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A channel for bytes that other children do not inherit; an end is -1 once closed. It is a pair of sockets, not a
/// pipe, because a write to a pipe without a reader would end this process with a signal.
struct ChildChannel {
  private(set) var reading: Int32
  private(set) var writing: Int32

  /// - Parameter isToChild: whether this process writes, and must not be blocked by a child that does not read.
  init(isToChild: Bool = false) throws(LedgerError) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      // In one step: a child that another thread starts in between would keep the end open.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw LedgerError(
        .inputOutput, "no channel to a child process can be made (\(String(cString: strerror(errno))))")
    }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A child's own output blocks, as programs expect.
    if isToChild { _ = fcntl(writing, F_SETFL, O_NONBLOCK) }
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(writing, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  func send(_ bytes: ArraySlice<UInt8>) -> Int {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    return bytes.withUnsafeBytes { sendBytes(writing, $0.baseAddress, $0.count, flags) }
  }

  /// The bytes that have arrived; empty at the end, nil if none have arrived.
  func receive() -> [UInt8]? {
    var isNothing = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      let result = read(reading, buffer.baseAddress, buffer.count)
      count = max(0, result)
      isNothing = result < 0 && (errno == EINTR || errno == EAGAIN)
    }
    return isNothing ? nil : bytes
  }

  mutating func closeReading() { Self.close(&reading) }
  mutating func closeWriting() { Self.close(&writing) }

  mutating func close() {
    closeReading()
    closeWriting()
  }

  private static func close(_ end: inout Int32) {
    guard end >= 0 else { return }
    closeDescriptor(end)
    end = -1
  }
}

// The system's functions under names that the methods above do not shadow.
private func sendBytes(_ end: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(end, bytes, count, flags)
}

private func closeDescriptor(_ end: Int32) { _ = close(end) }
