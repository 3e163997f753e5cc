import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The exchange between a child and this process. It writes and reads by turns, as the channels allow, so that a child
/// that writes before it has read everything does not block.
struct ChildExchange {
  let path: String
  let outputBytesMax: Int
  let deadline: ContinuousClock.Instant
  /// The channel to the child.
  var input: ChildChannel
  /// The channel from the child.
  var output: ChildChannel
  /// The channel for its messages, if they are read.
  var errors: ChildChannel?

  /// The ends that the child has.
  mutating func closeFarEnds() {
    input.closeReading()
    output.closeWriting()
    errors?.closeWriting()
  }

  mutating func close() {
    input.close()
    output.close()
    errors?.close()
  }

  mutating func run(
    _ bytes: [UInt8], errorBytesMax: Int
  ) throws(LedgerError) -> (output: [UInt8], errors: [UInt8]) {
    var (said, complained): ([UInt8], [UInt8]) = ([], [])
    var written = 0
    while true {
      if written == bytes.count { input.closeWriting() }
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { throw LedgerError(.unreachable, "gave no answer in time", file: path) }
      // A closed descriptor is -1, which poll ignores.
      var waiting = [
        pollfd(fd: output.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input.writing, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: errors?.reading ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 3, Int32(min(left.rounded(.up), 60_000))) > 0 else { continue }
      if waiting[1].revents != 0 {
        let count = input.send(bytes[written...])
        // A child that does not read to the end may answer all the same.
        if count > 0 { written += count } else if errno != EAGAIN && errno != EINTR { written = bytes.count }
      }
      if waiting[2].revents != 0, let chunk = errors?.receive() {
        complained += chunk.prefix(errorBytesMax - complained.count)
        if chunk.isEmpty { errors?.closeReading() }
      }
      if waiting[0].revents != 0, let chunk = output.receive() {
        said += chunk
        if chunk.isEmpty { output.closeReading() }
        guard said.count <= outputBytesMax else {
          throw LedgerError(.badData, "answered more than \(outputBytesMax) bytes", file: path)
        }
      }
      if output.reading < 0, errors?.reading ?? -1 < 0 { return (said, complained) }
    }
  }
}
