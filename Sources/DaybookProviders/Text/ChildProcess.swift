package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A child that is given its input, and whose output is taken, both in full.
package enum ChildProcess {
  /// Runs an executable without arguments and gives what it wrote; its exit status says nothing, its messages
  /// go where this process's go. Blocks.
  ///
  /// - Throws: `unreachable` where it cannot be started or takes too long, `bad-data` where it says too much.
  package static func run(
    _ path: String, input: [UInt8], outputBytesMax: Int, within limit: Duration
  ) throws(LedgerError) -> [UInt8] {
    var (toChild, fromChild) = (try Channel(), try Channel())
    defer {
      toChild.close()
      fromChild.close()
    }
    let child = try start(path, toChild, fromChild)
    toChild.closeReading()
    fromChild.closeWriting()
    defer {
      // Also one that has said all and lives on.
      kill(child, SIGKILL)
      var status: Int32 = 0
      while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    }
    return try exchange(path, input, &toChild, &fromChild, outputBytesMax, ContinuousClock.now + limit)
  }

  private static func start(_ path: String, _ input: Channel, _ output: Channel) throws(LedgerError) -> pid_t
  {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, output.writing, 1)
    var child = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(path), nil]
    defer { for word in words { free(word) } }
    let code = posix_spawn(&child, path, &actions, nil, &words, environ)
    guard code == 0 else {
      throw LedgerError(
        .unreachable, "cannot be started (\(String(cString: strerror(code))))", file: path,
        advice: "install daybook-provider beside daybook")
    }
    return child
  }

  /// Writes and reads by turns, as the pipes take and give: a child that writes before it has read all blocks
  /// nobody.
  private static func exchange(
    _ path: String, _ input: [UInt8], _ toChild: inout Channel, _ fromChild: inout Channel,
    _ outputBytesMax: Int,
    _ deadline: ContinuousClock.Instant
  ) throws(LedgerError) -> [UInt8] {
    var output: [UInt8] = []
    var written = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if written == input.count { toChild.closeWriting() }
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { throw LedgerError(.unreachable, "gave no answer in time", file: path) }
      // A closed descriptor is -1, which poll passes over.
      var waiting = [
        pollfd(fd: fromChild.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: toChild.writing, events: Int16(POLLOUT), revents: 0),
      ]
      guard poll(&waiting, 2, Int32(min(left.rounded(.up), 60_000))) > 0 else { continue }
      if waiting[1].revents != 0 {
        let count = toChild.send(input[written...])
        // Whoever does not read to the end may answer all the same.
        if count > 0 { written += count } else if errno != EAGAIN && errno != EINTR { written = input.count }
      }
      if waiting[0].revents != 0 {
        let count = read(fromChild.reading, &buffer, buffer.count)
        if count > 0 { output += buffer[..<count] }
        if count == 0 { return output }
        guard output.count <= outputBytesMax else {
          throw LedgerError(.badData, "answered more than \(outputBytesMax) bytes", file: path)
        }
      }
    }
  }
}

/// A way for bytes, closed for other children; an end is -1 once closed. A pair of sockets and not a pipe, since
/// only they write to somebody who is gone without a signal that would end this process.
private struct Channel {
  private(set) var reading: Int32
  private(set) var writing: Int32

  init() throws(LedgerError) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      // At once: a child started in between by another thread would hold the end open.
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw LedgerError(
        .inputOutput, "no channel to a child can be made (\(String(cString: strerror(errno))))")
    }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Nor must a child that does not read hold this process up.
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
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

// The system's functions by names that the methods above do not hide.
private func sendBytes(_ end: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(end, bytes, count, flags)
}

private func closeDescriptor(_ end: Int32) { _ = close(end) }
