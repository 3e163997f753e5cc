import DaybookTestSupport
import Foundation
import Testing

/// Three machines, each its own processes, state and folder, and files copied between them badly: at the end all
/// replay to the same digest.
@Suite struct SeparateMachinesTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func folder(_ machine: Int) -> String { "\(sandbox.work)/machine\(machine)" }

  private func daybook(_ machine: Int, _ arguments: String..., input: String = "") throws -> Outcome {
    try sandbox.run(
      BuiltCommand.path, arguments + ["--ledger", folder(machine)], input: input,
      environment: ["DAYBOOK_STATE_DIR": "\(sandbox.path)/state\(machine)"])
  }

  /// The segments of all replicas, relative to the folder.
  private func segments(_ machine: Int) throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder(machine))
    return all.filter { $0.hasSuffix(".zst") }.sorted()
  }

  @Test(.seeded) func theSameDigestInEveryProcess() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let made = try sandbox.run(
      BuiltCommand.path, ["init", folder(1)], environment: ["DAYBOOK_STATE_DIR": "\(sandbox.path)/state1"])
    #expect(made.status == 0, "\(made.errors)")
    for machine in 2...3 {
      let copied = try sandbox.shell("cp -r '\(folder(1))' '\(folder(machine))'")
      #expect(copied.status == 0, "\(copied.errors)")
    }
    var written = 0
    func write(_ machine: Int) throws {
      let (id, value) = (Int.random(in: 1...3, using: &random), Int.random(in: 0...9, using: &random))
      var lines = [
        #"{"op":"upsert","kind":"test.thing","id":"\#(id)","set":{"n":\#(value)}}"#,
        #"{"op":"upsert","kind":"sam.person","id":"p\#(id)","set":{"displayNameCache":"Ann \#(value)"}}"#,
      ]
      if Bool.random(using: &random) { lines.removeLast() }
      let outcome = try daybook(
        machine, "append", "--atomic", input: lines.joined(separator: "\n") + "\n")
      #expect(outcome.status == 0, "\(outcome.errors)")
      written += lines.count
    }
    for machine in 1...3 { try write(machine) }
    for _ in 0..<24 {
      let machine = Int.random(in: 1...3, using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: try write(machine)
      case 4: #expect(try daybook(machine, "seal").status == 0)
      default:
        let other = 1 + (machine + Int.random(in: 0...1, using: &random)) % 3
        for path in try segments(other).shuffled(using: &random)
        where Int.random(in: 0..<3, using: &random) > 0 {
          try copy(path, from: other, to: machine, isWhole: Bool.random(using: &random), &random)
        }
      }
    }
    // Whoever lost something of its own publishes it with its next write; then everything goes everywhere.
    for machine in 1...3 { try write(machine) }
    for machine in 1...3 {
      for other in 1...3 where other != machine {
        for path in try segments(other) { try copy(path, from: other, to: machine, isWhole: true, &random) }
      }
    }
    for machine in [1, 2, 1] { #expect(try daybook(machine, "replicate", folder(3)).status == 0) }
    let digests = try (1...3).map { machine in
      let outcome = try daybook(machine, "replay", "--digest", "--format", "json")
      #expect(outcome.status == 0, "\(outcome.errors)")
      let counted = try daybook(machine, "replay", "--format", "json")
      #expect(counted.output.contains("\"events\":\(written + 3),"), "\(counted.output)")
      return outcome.output
    }
    #expect(Set(digests).count == 1 && digests[0].contains("\"digest\""), "\(digests)")
    for machine in 1...3 {
      let verified = try daybook(machine, "verify")
      #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
    }
  }

  /// Never shortens a sealed file for good; an open one of somebody else may come in part and later whole.
  private func copy(
    _ path: String, from: Int, to: Int, isWhole: Bool, _ random: inout SeededRandom
  ) throws {
    let (source, target) = ("\(folder(from))/\(path)", "\(folder(to))/\(path)")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: source))
    let present = try? Data(contentsOf: URL(fileURLWithPath: target))
    if let present, present.count >= bytes.count { return }
    if !isWhole { bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &random)) }
    try FileManager.default.createDirectory(
      atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try bytes.write(to: URL(fileURLWithPath: target))
  }
}
