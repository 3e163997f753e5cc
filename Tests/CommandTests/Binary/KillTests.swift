import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

/// The real binary, killed while it appends: what it acknowledged is there, and no commit is there in part.
@Suite(.serialized) struct KillTests {
  static let batch = 3
  static let commits = 20
  static let kills = 100

  /// When to kill: after a time from the start, or after some receipts and a moment more.
  enum Kill {
    case after(seconds: Double)
    case afterReceipts(Int, seconds: Double)
  }

  @Test(.seeded) func noAcknowledgedEventIsLost() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let sandbox = try Sandbox()
    #expect(try sandbox.daybook("init", sandbox.ledger).status == 0)
    let whole = try run(sandbox, 0, nil)
    #expect(whole.acknowledged == Self.commits)
    var acknowledged = [0: whole.acknowledged]
    var interrupted = 0
    for number in 1...Self.kills {
      let moment = Double.random(in: 0...0.005, using: &random)
      // Half of them at the appending itself, half anywhere from the start of the process on.
      let kill: Kill =
        number % 2 == 0
        ? .afterReceipts(Int.random(in: 1..<Self.commits, using: &random), seconds: moment)
        : .after(seconds: Double.random(in: 0...whole.seconds, using: &random))
      let run = try run(sandbox, number, kill)
      acknowledged[number] = run.acknowledged
      if run.acknowledged > 0 && run.acknowledged < Self.commits { interrupted += 1 }
      if number % 25 == 0 { try check(sandbox, acknowledged) }
    }
    // Enough of the kills must hit the appending for the test to mean anything.
    #expect(interrupted > Self.kills / 10, "only \(interrupted) kills hit an append")
    #expect(try self.run(sandbox, Self.kills + 1, nil).acknowledged == Self.commits)
    try check(sandbox, acknowledged)
    let verified = try sandbox.daybook("verify", "--ledger", sandbox.ledger)
    #expect(verified.status == 0, "\(verified.output) \(verified.errors)")
  }

  /// Appends the run's mutations; says how many commits were acknowledged and how long it took.
  private func run(
    _ sandbox: Sandbox, _ number: Int, _ end: Kill?
  ) throws -> (acknowledged: Int, seconds: Double) {
    let input = sandbox.path + "/input.ndjson"
    let lines = (0..<Self.commits * Self.batch).map { index in
      #"{"op":"upsert","kind":"test.thing","id":"\#(number)-\#(index)","set":{"n":\#(index)}}"# + "\n"
    }
    try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: input))
    let process = sandbox.process(
      BuiltCommand.path,
      [
        "append", input, "--batch", "\(Self.batch)", "--receipts", "--format", "jsonl", "--ledger",
        sandbox.ledger,
      ])
    let receipts = Pipe()
    (process.standardOutput, process.standardError) = (receipts, FileHandle.nullDevice)
    let start = Date()
    let ended = try process.start()
    var text = ""
    func read() -> Bool {
      let data = receipts.fileHandleForReading.availableData
      text += String(decoding: data, as: UTF8.self)
      return !data.isEmpty
    }
    switch end {
    case .after(let seconds): usleep(UInt32(seconds * 1e6))
    case .afterReceipts(let count, let seconds):
      while text.count(of: "\n") < count, read() {}
      usleep(UInt32(seconds * 1e6))
    case nil: break
    }
    if end != nil { kill(process.processIdentifier, SIGKILL) }
    while read() {}
    try ended.wait()
    if end == nil { #expect(process.terminationStatus == 0) }
    let acknowledged = text.split(separator: "\n").filter { $0.contains(#""commit":"#) && $0.hasSuffix("}") }
    return (acknowledged.count, Date().timeIntervalSince(start))
  }

  private func check(_ sandbox: Sandbox, _ acknowledged: [Int: Int]) throws {
    let log = try sandbox.daybook(
      "log", "--kind", "test.thing", "--format", "jsonl", "--ledger", sandbox.ledger)
    #expect(log.status == 0, "\(log.errors)")
    var ids: Set<String> = []
    var sizes: [Int64: Int] = [:]
    for line in log.output.split(separator: "\n") {
      let event = try JSONParser.parse(String(line)).object
      if let id = event?["id"]?.string { ids.insert(id) }
      if let commit = event?["_commit"]?.int { sizes[commit, default: 0] += 1 }
    }
    for (number, commits) in acknowledged {
      for index in 0..<commits * Self.batch where !ids.contains("\(number)-\(index)") {
        Issue.record("\(number)-\(index) was acknowledged and is lost")
      }
    }
    for (commit, size) in sizes where size != Self.batch {
      Issue.record("commit \(commit) has \(size) events of \(Self.batch)")
    }
  }
}

extension String {
  fileprivate func count(of character: Character) -> Int { count { $0 == character } }
}
