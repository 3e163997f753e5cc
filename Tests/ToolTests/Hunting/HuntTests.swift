import Daybook
import DaybookLog
import DaybookTestSupport
import Foundation
import Testing

/// Seeds: a run without any is the same everywhere, one that failed is run again from it, and `tools/hunt` keeps and
/// shortens what it finds.
@Suite struct HuntTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Fails for nearly every seed, so that few rounds find it, as long as its story has five steps.
  @Test(.seeded, .enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_PLANTED"] == "failure"))
  func aPlantedFailure() {
    let steps = TestSize.steps(40)
    #expect(TestSeed.current % 64 == 0 || steps < 5)
  }

  @Test(.seeded, .enabled(if: ProcessInfo.processInfo.environment["DAYBOOK_PLANTED"] == "trap"))
  func aPlantedTrap() {
    let steps = TestSize.steps(40)
    precondition(TestSeed.current % 64 == 0 || steps < 5)
  }

  private func hunt(_ planted: String, in folder: String) throws -> Outcome {
    try Sandbox().run(
      "/usr/bin/env",
      [
        "python3", Self.root + "/tools/hunt", "0.15", "--no-build", "--from", BuiltCommand.folder, "--only",
        "ToolTests.aPlanted\(planted)$",
      ],
      environment: [
        "DAYBOOK_PLANTED": planted.lowercased(), "DAYBOOK_HUNT_FOLDER": folder,
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      ])
  }

  @Test(arguments: ["Failure", "Trap"])
  func aPlantedMistakeIsFoundKeptAndShortened(_ planted: String) throws {
    let sandbox = try Sandbox()
    let outcome = try hunt(planted, in: sandbox.path + "/hunt")
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    let found = sandbox.path + "/hunt/found"
    let folder = try #require(try FileManager.default.contentsOfDirectory(atPath: found).sorted().first)
    let seed = try #require(folder.split(separator: "-").last.flatMap { UInt64($0) })
    #expect(seed % 64 != 0)
    let find = try String(contentsOfFile: "\(found)/\(folder)/find.json", encoding: .utf8)
    #expect(find.contains("\"again\": 3") && find.contains("\"steps\": 5"), "\(find)")
    #expect(outcome.output.contains("DAYBOOK_SEED=\(seed) DAYBOOK_STEPS=5 "))
    let replay = try sandbox.run(
      "\(found)/\(folder)/replay", [], environment: ["DAYBOOK_PLANTED": planted.lowercased()])
    let expected = planted == "Trap" ? "aPlantedTrap" : "DAYBOOK_SEED=\(seed)"
    #expect(replay.status != 0 && (replay.output + replay.errors).contains(expected))
  }

  @Test func whatHoldsIsHuntedToTheEnd() throws {
    let sandbox = try Sandbox()
    let outcome = try sandbox.run(
      "/usr/bin/env",
      [
        "python3", Self.root + "/tools/hunt", "0.05", "--no-build", "--from", BuiltCommand.folder, "--only",
        "ToolTests.theSameSeedDrawsTheSame",
      ],
      environment: [
        "DAYBOOK_HUNT_FOLDER": sandbox.path + "/hunt",
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      ])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.hasSuffix("nothing was found\n"))
  }

  @Test(.seeded) func theSameSeedDrawsTheSame() throws {
    var (one, other) = (SeededRandom(seed: TestSeed.current), SeededRandom(seed: TestSeed.current))
    #expect((0..<9).map { _ in one.next() } == (0..<9).map { _ in other.next() })
    let (first, second) = (LedgerOptions.seeded(), LedgerOptions.seeded())
    #expect(first.random() != second.random() && first.makeKey().publicKey != second.makeKey().publicKey)
    TestSeed.count("draws", 9)
  }

  /// A test that draws from the system's randomness cannot be run again.
  @Test func noTestDrawsWithoutASeed() throws {
    let draw = try Regex(
      #"SystemRandomNumberGenerator|\.shuffled\(\)|\.shuffle\(\)|\.randomElement\(\)|\.random\(in: [^(),]+\)"#
    )
    let tests = URL(filePath: Self.root + "/Tests")
    for file in try FileManager.default.subpathsOfDirectory(atPath: tests.path) where file.hasSuffix(".swift")
    {
      // Defaults that draw are what the latter refuses.
      if ["HuntTests.swift", "FieldRefusalTests.swift"].contains(where: file.hasSuffix) { continue }
      let text = try String(contentsOf: tests.appending(path: file), encoding: .utf8)
      #expect(text.firstMatch(of: draw) == nil, "\(file)")
    }
  }
}
