import DaybookLog
import DaybookReplication
import DaybookTestSupport
import Foundation
import Testing

/// The same by the command, on a disk: what `daybook verify` prints, and how it exits.
@Suite struct FraudCommandTests {
  private struct Answer: Decodable {
    struct Found: Decodable {
      var finding: String
      var failure: Bool
      var what, advice, means: String
    }
    var sound: Bool
    var filesRead: Int
    var findings: [Found]

    var kinds: Tampering.Kinds { Set(findings.compactMap { Finding.Kind(rawValue: $0.finding) }) }
  }

  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// A folder with the ledger's files.
  private func place(_ ledger: FraudLedger) throws -> String {
    let path = sandbox.path + "/" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try ledger.write(to: DiskFileStore(path: path))
    return path
  }

  /// By a machine with the state of this name: of none it remembers nothing.
  private func verify(_ path: String, state: String, _ options: String...) throws -> Answer {
    let outcome = try sandbox.run(
      BuiltCommand.path, ["verify", "--ledger", path, "--format", "json"] + options,
      environment: ["DAYBOOK_STATE_DIR": sandbox.path + "/states/" + state])
    let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
    #expect(outcome.status == (answer.sound ? 0 : 1) && outcome.errors.isEmpty, "\(outcome.errors)")
    #expect(answer.sound == !answer.findings.contains(where: \.failure), "\(outcome.output)")
    #expect(answer.findings.allSatisfy { !$0.means.isEmpty && !$0.what.isEmpty && !$0.advice.isEmpty })
    return answer
  }

  private func remembering(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: sandbox.path + "/states/" + name, withIntermediateDirectories: true)
    return name
  }

  /// A few at a time, so that they are run side by side.
  private static func some(_ part: Int) -> [Tampering] {
    Tampering.all.indices.filter { $0 % 4 == part }.map { Tampering.all[$0] }
  }

  @Test(arguments: 0..<4) func theFilesAloneAndPeers(_ part: Int) throws {
    for tampering in Self.some(part) {
      for isSeen in [false, true] {
        var fraud = try FraudLedger(isSeen: isSeen)
        try tampering.act(&fraud)
        let answer = try verify(place(fraud), state: "none")
        #expect(answer.kinds == (isSeen ? tampering.peers : tampering.files), "\(tampering)")
      }
    }
  }

  @Test(arguments: 0..<4) func whatTheMachineRemembers(_ part: Int) throws {
    let honest = try FraudLedger(isSeen: false)
    for (index, tampering) in Self.some(part).enumerated() {
      let path = try place(honest)
      let state = try remembering("\(index)")
      #expect(try verify(path, state: state).kinds == [])
      var fraud = honest
      try tampering.act(&fraud)
      try fraud.write(to: DiskFileStore(path: path), over: honest)
      #expect(try verify(path, state: state).kinds == tampering.memory, "\(tampering)")
      #expect(try verify(path, state: state, "--deep").kinds == tampering.memory, "\(tampering)")
    }
  }

  /// Heads that were printed while the ledger was honest, against it as it is now, by a machine that knows nothing.
  @Test(arguments: 0..<4) func whatAKeptHeadShows(_ part: Int) throws {
    let honest = try FraudLedger(isSeen: false)
    let heads = try sandbox.daybook("head", "--ledger", place(honest))
    #expect(heads.status == 0, "\(heads.errors)")
    let anchor = sandbox.path + "/heads.note"
    try heads.output.write(toFile: anchor, atomically: true, encoding: .utf8)
    for tampering in Self.some(part) {
      var fraud = honest
      try tampering.act(&fraud)
      let path = try place(fraud)
      if fraud.files[LedgerLayout.descriptor].flatMap({ try? LedgerDescriptor($0).ledger })
        != TestReplica.ledger
      {
        // The head names the ledger.
        let refused = try sandbox.daybook("verify", "--ledger", path, "--anchor", anchor)
        #expect(refused.status == 65 && refused.errors.contains("another ledger"), "\(refused.errors)")
        continue
      }
      let answer = try verify(path, state: "none", "--anchor", anchor)
      #expect(answer.kinds == tampering.memory, "\(tampering)")
    }
  }

  /// A byte is changed, the size is as it was, and the forger sets the file's time back: that time is not
  /// the only one that the file system keeps.
  @Test func timesThatAreSetBack() throws {
    let honest = try FraudLedger(isSeen: false)
    let (path, state) = (try place(honest), try remembering("it"))
    // Files that were written this very moment are not known again.
    let isInForce = try (0..<200).contains { _ in try verify(path, state: state).filesRead == 0 }
    #expect(isInForce)
    let file = path + "/" + honest.annsPaths[0]
    let changed = try sandbox.shell(
      """
      touch -r '\(file)' time
      printf '\\377\\377' | dd of='\(file)' bs=1 seek=60 conv=notrunc status=none
      touch -r time '\(file)'
      """)
    #expect(changed.status == 0, "\(changed.errors)")
    #expect(try verify(path, state: state).kinds == [.corruption, .gap])
  }
}
