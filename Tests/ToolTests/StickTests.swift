import DaybookTestSupport
import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A disk that keeps no rights, knows no hard links and cannot rename without replacing, as FAT, exFAT and many shares:
/// strace lets those calls fail as they do there.
@Suite struct StickTests {
  @Test(
    .tools("strace"), .enabled(if: geteuid() == 0, "only root can go on with what the umask takes away"))
  func aDiskWithoutRightsAndLinks() throws {
    let sandbox = try Sandbox()
    let ann = ToolMachine("ann", in: sandbox)
    try ann.found()
    try ann.write(3, sealing: true)
    try ann.write(3)
    let outcome = try sandbox.shell(
      """
      umask 0277
      strace -f -qq -o trace -e trace=renameat2,linkat,fchmod,fchmodat,?fchmodat2 \
        -e inject=renameat2:error=EINVAL -e inject=linkat:error=EPERM \
        -e inject=fchmod,fchmodat,?fchmodat2:error=EPERM \
        daybook replicate stick --ledger ann && daybook replicate stick --ledger ann --compare --format table
      """)
    #expect(
      outcome.status == 0 && outcome.output.contains("Both hold the same"),
      "\(outcome.output) \(outcome.errors)")
    let trace = try String(contentsOfFile: sandbox.work + "/trace", encoding: .utf8)
    for call in ["renameat2", "linkat", "fchmod"] { #expect(trace.contains(call + "("), "\(call)") }
    #expect(try sandbox.shell("find stick -name '*.part'").output == "")
  }
}
