import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Parts of the command that are executables of their own, because they need libraries that would
/// slow the start of everything else. They are found as git finds its commands.
enum PartExecutable {
  /// Becomes the executable `name` with this process's own arguments; returns only by throwing.
  static func become(_ name: String) throws(LedgerError) -> Never {
    let path = try path(of: name)
    var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.map { strdup($0) }
    arguments.append(nil)
    execv(path, arguments)
    throw SystemError.current("cannot start the part '\(name)' of daybook", file: path, .unreachable)
  }

  /// Runs `daybook` with other arguments, with this process's input and output, and waits for its end.
  ///
  /// - Returns: its exit status; 128 and the signal's number where a signal ended it.
  static func runDaybook(_ arguments: [String]) throws(LedgerError) -> Int32 {
    let path = try path(of: "daybook")
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    guard posix_spawn(&child, path, nil, nil, &words, environ) == 0 else {
      throw SystemError.current("cannot start daybook", file: path, .unreachable)
    }
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1 && errno == EINTR {}
    // As WIFSIGNALED and WEXITSTATUS do, which are macros.
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
  }

  /// Where the executable `name` is.
  static func path(of name: String) throws(LedgerError) -> String {
    if let path = find(name) { return path }
    throw LedgerError(
      .unreachable, "the part '\(name)' of daybook is not installed",
      advice: "put it beside daybook, into $DAYBOOK_EXEC_PATH, or on the PATH")
  }

  /// The folder of this executable, then $DAYBOOK_EXEC_PATH, then the PATH.
  private static func find(_ name: String) -> String? {
    var folders: [String] = []
    if let own = Environment.executablePath, let slash = own.lastIndex(of: "/") {
      folders.append(String(own[..<slash]))
    }
    for variable in ["DAYBOOK_EXEC_PATH", "PATH"] {
      folders += (Environment[variable] ?? "").split(separator: ":").map(String.init)
    }
    return folders.map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
  }
}
