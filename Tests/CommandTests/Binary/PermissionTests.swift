import DaybookTestSupport
import Foundation
import Testing

/// Nothing is ever open to others, whatever the umask: neither at creation (strace sees every call)
/// nor at the end.
@Suite struct PermissionTests {
  @Test func nothingIsOpenToOthersInTheEnd() throws { try work(Sandbox()) }

  private static let canTrace = (try? Sandbox().shell("strace -f -o /dev/null true").status) == 0

  @Test(.enabled(if: canTrace, "there is no strace, or it may not trace"))
  func noCallMakesAnythingOpenToOthers() throws {
    let sandbox = try Sandbox()
    let trace = sandbox.path + "/trace"
    try work(sandbox, tracing: "strace -f -A -o \(trace) -e trace=file")
    let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(!calls.isEmpty)
    for call in calls where !Self.isPrivate(call) { Issue.record("open to others: \(call)") }
  }

  private func work(_ sandbox: Sandbox, tracing strace: String = "") throws {
    let mutation = #"{"op":"upsert","kind":"test.thing","id":"1","set":{"a":1}}"#
    let outcome = try sandbox.shell(
      """
      umask 000
      set -e
      d() { \(strace) "$@"; }
      d daybook init ledger
      cd ledger
      echo '\(mutation)' | d daybook append
      d daybook seal
      echo '\(mutation)' | d daybook append
      d daybook status
      d daybook verify
      d daybook repair
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let found = try sandbox.shell("find \(sandbox.work)/ledger \(sandbox.path)/state -perm /077")
    #expect(found.output == "", "open to others")
  }

  @Test(arguments: [
    (#"1 openat(3, "x", O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0600) = 4"#, true),
    (#"1 openat(3, "x", O_WRONLY|O_CREAT, 0666) = 4"#, false), (#"1 openat(3, "x", O_RDONLY) = 4"#, true),
    (#"1 mkdir("x", 0777) = 0"#, false), (#"1 mkdirat(3, "x", 0700) = 0"#, true),
    (#"1 chmod("x", 0644) = 0"#, false), (#"1 execve("/bin/true", ["true"], 0x7ffc /* 9 vars */) = 0"#, true),
    (#"1 openat(AT_FDCWD, "/dev/null", O_RDWR|O_CREAT, 0666) = 4"#, true),
    (#"1 mkdirat(3, "x", 0700) = -1 EEXIST (File exists)"#, true),
  ])
  func readsTraces(_ call: String, _ isPrivate: Bool) { #expect(Self.isPrivate(call) == isPrivate) }

  /// Whether a traced call makes nothing, or makes it for the owner alone.
  static func isPrivate(_ call: String) -> Bool {
    let makes =
      call.contains("O_CREAT") || call.contains("O_TMPFILE") || call.contains(" mkdir")
      || call.contains(" chmod(") || call.contains(" fchmodat(") || call.contains(" creat(")
    guard makes, !call.contains("\"/dev/"), let end = call.range(of: ") ", options: .backwards) else {
      return true
    }
    let arguments = call[..<(call.range(of: ") = ")?.lowerBound ?? end.lowerBound)]
    let last = arguments.split(separator: ",").last ?? ""
    guard let mode = Int(last.filter { !$0.isWhitespace }, radix: 8) else { return false }
    return mode & 0o077 == 0
  }
}
