public import DaybookModel
import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs a child process, writes all of its input and reads all of its output.
public enum ChildProcess {
  /// What a child process wrote, and how it ended.
  public struct Result: Sendable {
    /// The bytes of its standard output, all of them.
    public var output: [UInt8] = []
    /// The bytes of its standard error, if they were requested.
    public var errors: [UInt8] = []
    /// Its exit status, if its messages were requested, too; 128 plus the signal's number if a signal ended it.
    public var status: Int32 = 0
  }

  /// Runs an executable by its absolute path, without a shell, and returns its output. Blocks.
  ///
  /// - Parameters:
  ///   - path: the executable's whole path; `PATH` is not searched.
  ///   - arguments: what follows the executable's path on its command line.
  ///   - input: the bytes that it reads from its standard input, which then ends.
  ///   - outputBytesMax: how many bytes it may write to its standard output; more are refused.
  ///   - errorBytesMax: how many bytes of its messages to return; the rest is dropped, and its end is waited for. If
  ///     nil, they go where this process's messages go, and the child is ended as soon as it has closed its output.
  ///   - limit: how long it may take from its start; then it is killed, and `unreachable` is thrown.
  ///   - advice: the advice of the error if it cannot be started.
  /// - Throws: with the executable as the file: `unreachable` if it cannot be started or takes too long, `bad-data` if
  ///   it writes too much.
  public static func run(
    _ path: String, arguments: [String] = [], input: [UInt8] = [], outputBytesMax: Int,
    errorBytesMax: Int? = nil, within limit: Duration, advice: String? = nil
  ) throws(LedgerError) -> Result {
    let deadline = ContinuousClock.now + limit
    var exchange = ChildExchange(
      path: path, outputBytesMax: outputBytesMax, deadline: deadline,
      input: try ChildChannel(isToChild: true),
      output: try ChildChannel(), errors: errorBytesMax == nil ? nil : try ChildChannel())
    defer { exchange.close() }
    let child = try start(path, arguments, exchange, advice)
    var status: Int32?
    defer {
      if status == nil {
        // Also a child that has written everything but still runs.
        kill(child, SIGKILL)
        var ended: Int32 = 0
        while waitpid(child, &ended, 0) == -1 && errno == EINTR {}
      }
    }
    var result = Result()
    exchange.closeFarEnds()
    (result.output, result.errors) = try exchange.run(input, errorBytesMax: errorBytesMax ?? 0)
    guard errorBytesMax != nil else { return result }
    status = ended(child, by: deadline)
    guard let status else { throw LedgerError(.unreachable, "gave no answer in time", file: path) }
    // As WIFSIGNALED and WEXITSTATUS do, which are macros.
    result.status = status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
    return result
  }

  private static func start(
    _ path: String, _ arguments: [String], _ exchange: ChildExchange, _ advice: String?
  ) throws(LedgerError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, exchange.input.reading, 0)
    posix_spawn_file_actions_adddup2(&actions, exchange.output.writing, 1)
    if let errors = exchange.errors { posix_spawn_file_actions_adddup2(&actions, errors.writing, 2) }
    var child = pid_t()
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let code = posix_spawn(&child, path, &actions, nil, &words, environ)
    guard code == 0 else {
      throw LedgerError(
        .unreachable, "cannot be started (\(String(cString: strerror(code))))", file: path, advice: advice)
    }
    return child
  }

  /// The status of a child that has closed its output and so should end; nil if it does not end.
  private static func ended(_ child: pid_t, by deadline: ContinuousClock.Instant) -> Int32? {
    var status: Int32 = 0
    var pauseMilliseconds: Int32 = 0
    while true {
      let found = waitpid(child, &status, WNOHANG)
      if found == child { return status }
      guard found == 0 || errno == EINTR, ContinuousClock.now < deadline else { return nil }
      poll(nil, 0, pauseMilliseconds)
      pauseMilliseconds = min(50, pauseMilliseconds + 1)
    }
  }
}

extension ChildProcess {
  /// As ``run(_:arguments:input:outputBytesMax:errorBytesMax:within:advice:)``, for tasks: reading from a child blocks,
  /// which the threads of Swift's tasks must not.
  package static func waiting(
    _ path: String, arguments: [String] = [], input: [UInt8], outputBytesMax: Int, errorBytesMax: Int? = nil,
    within limit: Duration, advice: String? = nil
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      // A queue of its own has a thread of its own.
      DispatchQueue(label: "daybook-provider").async {
        continuation.resume(
          with: Swift.Result {
            try run(
              path, arguments: arguments, input: input, outputBytesMax: outputBytesMax,
              errorBytesMax: errorBytesMax, within: limit, advice: advice)
          })
      }
    }
  }
}
