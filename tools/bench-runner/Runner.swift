#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Runs a command several times, one after the other, and prints what each process took as `NAME VALUE` lines: wall
/// time and CPU in seconds, peak memory in MiB. It links nothing but the standard library, because Linux counts the
/// memory of the starting process as that of the started one.
///
///     bench-runner [--quiet] COUNT COMMAND [ARGUMENT…]
///     bench-runner nothing
@main struct Runner {
  static func main() {
    var arguments = Array(CommandLine.arguments.dropFirst())
    // Measures a process that does nothing.
    if arguments == ["nothing"] { return }
    let isQuiet = arguments.first == "--quiet"
    if isQuiet { arguments.removeFirst() }
    guard let count = arguments.first.flatMap(Int.init), arguments.count > 1 else {
      fail("usage: bench-runner [--quiet] COUNT COMMAND [ARGUMENT…]", 64)
    }
    for _ in 0..<count { run(Array(arguments.dropFirst()), isQuiet: isQuiet) }
  }

  private static func run(_ command: [String], isQuiet: Bool) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if isQuiet { posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0) }
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    let start = now()
    let failure = posix_spawnp(&process, command[0], &actions, nil, &words, environ)
    guard failure == 0 else { fail("\(command[0]): \(String(cString: strerror(failure)))", 69) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    let wall = now() - start
    guard status == 0 else { fail("\(command.joined(separator: " ")): status \(status)", 70) }
    print("process.wall", wall)
    print("process.user", seconds(usage.ru_utime))
    print("process.system", seconds(usage.ru_stime))
    #if canImport(Darwin)
      print("process.memory", Double(usage.ru_maxrss) / 1_048_576)
    #else
      print("process.memory", Double(usage.ru_maxrss) / 1024)
    #endif
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static func fail(_ what: String, _ status: Int32) -> Never {
    let message = Array("bench-runner: \(what)\n".utf8)
    _ = write(2, message, message.count)
    exit(status)
  }
}
