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
    var findings: [Found]
  }

  /// Several at a time, so that they are run side by side.
  @Test(arguments: 0..<4) func verifyNamesThem(_ part: Int) throws {
    let sandbox = try Sandbox()
    for (index, tampering) in Tampering.all.enumerated() where index % 4 == part {
      for isSeen in [false, true] {
        var fraud = try FraudLedger(isSeen: isSeen)
        try tampering.act(&fraud)
        let path = sandbox.path + "/\(index)-\(isSeen)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try fraud.write(to: DiskFileStore(path: path))
        let outcome = try sandbox.daybook("verify", "--ledger", path, "--format", "json")
        let answer = try JSONDecoder().decode(Answer.self, from: Data(outcome.output.utf8))
        let kinds = Set(answer.findings.compactMap { Finding.Kind(rawValue: $0.finding) })
        #expect(kinds == (isSeen ? tampering.peers : tampering.files), "\(tampering) \(outcome.output)")
        #expect(outcome.status == (answer.sound ? 0 : 1) && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(answer.sound == !answer.findings.contains(where: \.failure), "\(tampering)")
        #expect(answer.findings.allSatisfy { !$0.means.isEmpty && !$0.what.isEmpty && !$0.advice.isEmpty })
      }
    }
  }
}
