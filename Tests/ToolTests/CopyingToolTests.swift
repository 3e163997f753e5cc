import DaybookTestSupport
import Foundation
import Testing

/// Tools that lay one copy of a ledger over another, again and again and from either side, while both sides write:
/// nothing acknowledged is lost, and what was overwritten is published anew, and said.
@Suite(.serialized) struct CopyingToolTests {
  enum Copying: String, Sendable, CustomTestStringConvertible {
    case cp, rsync
    case rsyncInPlace = "rsync --inplace"
    case rclone

    /// Lays the content of one folder over another.
    func command(_ from: String, over target: String) -> String {
      switch self {
      case .cp: "cp -r '\(from)/.' '\(target)'"
      case .rsync: "rsync -a '\(from)/' '\(target)'"
      case .rsyncInPlace: "rsync -a --inplace '\(from)/' '\(target)'"
      case .rclone: "rclone copy --config /dev/null '\(from)' '\(target)'"
      }
    }

    var testDescription: String { rawValue }
  }

  @Test func byCpOverAFolderThatIsBeingWritten() throws { try whileBothWrite(.cp) }

  @Test(.tools("rsync"), arguments: [Copying.rsync, .rsyncInPlace])
  func byRsyncOverAFolderThatIsBeingWritten(_ copying: Copying) throws { try whileBothWrite(copying) }

  @Test(.tools("rclone")) func byRcloneOverAFolderThatIsBeingWritten() throws { try whileBothWrite(.rclone) }

  private func whileBothWrite(_ copying: Copying) throws {
    let sandbox = try Sandbox()
    let (ann, ben) = (ToolMachine("ann", in: sandbox), ToolMachine("ben", in: sandbox))
    try ann.found()
    func lay(_ from: ToolMachine, over target: ToolMachine) throws -> Bool {
      // A file that goes while it is copied is an error of theirs, and of no matter.
      try sandbox.shell(copying.command(from.ledger, over: target.ledger)).status == 0
    }
    try FileManager.default.createDirectory(atPath: ben.ledger, withIntermediateDirectories: true)
    #expect(try lay(ann, over: ben))
    let writing = [ann, ben].map { $0.writeMeanwhile([40, 30, 40, 10]) }
    var rounds = 0
    while !writing.allSatisfy(\.isDone) {
      _ = try lay(ann, over: ben)
      _ = try lay(ben, over: ann)
      rounds += 1
    }
    for writer in writing { #expect(writer.failure == nil) }
    #expect(ann.acknowledged == 120 && ben.acknowledged == 120 && rounds > 1, "\(rounds) rounds")

    // An old copy laid over the newest takes nothing back: no file of one is another of the other. (Before, a tool that
    // empties a file to write the same again may have been met at that.)
    let said = ben.said.count
    try ben.write(1)
    #expect(try sandbox.shell(copying.command(ben.ledger, over: "\(sandbox.work)/old")).status == 0)
    try ben.write(2)
    #expect(try sandbox.shell(copying.command("\(sandbox.work)/old", over: ben.ledger)).status == 0)
    try ben.write(1)
    #expect(!ben.said.dropFirst(said).contains("published anew"), "\(ben.said)")

    // The last word of each, and copies that nobody disturbs.
    try ben.write(1, sealing: true)
    #expect(try lay(ben, over: ann))
    try ann.write(1, sealing: true)
    #expect(try lay(ann, over: ben))
    for machine in [ann, ben] {
      let count = try machine.logged
      #expect(count == ann.acknowledged + ben.acknowledged, "\(machine.name) \(machine.said)")
      let verify = try machine.daybook("verify")
      #expect(verify.status == 0, "\(machine.name): \(verify.output)")
      // Each has remained who it was.
      let replicas = try machine.daybook("replica", "--format", "jsonl").output
      #expect(replicas.count { $0 == "\n" } == 2, "\(replicas) \(ann.said) \(ben.said)")
    }
    #expect(try ann.digest == ben.digest)
  }

  /// The same events in small, joined and sealed files side by side, and copies under other names: counted once.
  @Test func formsSideBySide() throws {
    let sandbox = try Sandbox()
    let ann = ToolMachine("ann", in: sandbox)
    try ann.found()
    try ann.write(10)
    #expect(try sandbox.shell("cp -r ann older").status == 0)
    try ann.write(10, sealing: true)
    let replica = "replicas/$(ls ann/replicas)"
    let copied = try sandbox.shell(
      """
      set -e
      cp older/\(replica)/* ann/\(replica)/
      for f in ann/\(replica)/*.jsonl.zst; do cp $f "${f%.jsonl.zst} (copy).jsonl.zst"; done
      """)
    #expect(copied.status == 0, "\(copied.errors)")
    #expect(try ann.logged == 20)
    #expect(try ann.daybook("verify").status == 0)
    try ann.write(1)
    #expect(try ann.logged == 21)
  }
}
