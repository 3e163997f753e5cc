import DaybookTestSupport
import Foundation
import Synchronization
import Testing

/// One of several machines on this one: a state of its own and a copy of the ledger in a folder of its own, so
/// that nothing passes between them but what a tool copies.
final class ToolMachine: Sendable {
  let name: String
  let ledger: String
  private let sandbox: Sandbox
  private let written = Mutex((count: 0, errors: ""))

  init(_ name: String, in sandbox: Sandbox) {
    (self.name, self.sandbox) = (name, sandbox)
    ledger = "\(sandbox.work)/\(name)"
  }

  private var environment: [String: String] {
    [
      "DAYBOOK_STATE_DIR": "\(sandbox.path)/state-\(name)",
      "DAYBOOK_CACHE_DIR": "\(sandbox.path)/cache-\(name)",
    ]
  }

  /// Commits that were acknowledged.
  var acknowledged: Int { written.withLock(\.count) }
  /// What its writers have said on the standard error.
  var said: String { written.withLock(\.errors) }

  func daybook(_ arguments: String..., input: String = "") throws -> Outcome {
    try sandbox.run(
      BuiltCommand.path, arguments + ["--ledger", ledger], input: input, environment: environment)
  }

  /// Makes the ledger.
  func found() throws {
    let outcome = try sandbox.run(
      BuiltCommand.path, ["init", ledger, "--name", name], environment: environment)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// Appends commits of one event each, one behind the other: the next when the one before is acknowledged.
  /// Blocks until they are written.
  func write(_ count: Int, sealing: Bool = false) throws {
    let (input, output) = (Pipe(), Pipe())
    let process = sandbox.process(
      BuiltCommand.path,
      ["append", "--receipts", "--batch", "1", "--wait", "20", "--format", "jsonl", "--ledger", ledger],
      extra: environment)
    let errors = "\(sandbox.path)/errors-\(UUID().uuidString)"
    try Data().write(to: URL(fileURLWithPath: errors))
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    let end = try process.start()
    var receipts = LineBuffer(output.fileHandleForReading)
    for _ in 0..<count {
      let id = "\(name)-\(acknowledged + 1)"
      try input.fileHandleForWriting.write(
        contentsOf: Data(
          #"{"op":"upsert","kind":"test.thing","id":"\#(id)","set":{"by":"\#(name)"}}"#.utf8 + [0x0a]))
      guard receipts.next() != nil else { break }
      written.withLock { $0.count += 1 }
    }
    try input.fileHandleForWriting.close()
    try end.wait()
    let said = try String(contentsOfFile: errors, encoding: .utf8)
    written.withLock { $0.errors += said }
    #expect(process.terminationStatus == 0, "\(name): \(said)")
    if sealing {
      let outcome = try daybook("seal", "--wait", "20")
      written.withLock { $0.errors += outcome.errors }
      #expect(outcome.status == 0, "\(name): \(outcome.errors)")
    }
  }

  /// The same on another thread, in several sittings; what goes wrong is recorded. `isDone` says when it is over.
  func writeMeanwhile(_ counts: [Int], sealing: Bool = true) -> Meanwhile {
    let meanwhile = Meanwhile()
    Thread.detachNewThread { [self] in
      for (index, count) in counts.enumerated() {
        do {
          try write(count, sealing: sealing && index % 2 == 1)
        } catch {
          meanwhile.fail("\(name): \(error)")
        }
      }
      meanwhile.finish()
    }
    return meanwhile
  }

  var digest: String {
    get throws { try daybook("replay", "--digest", "--format", "csv").output }
  }

  /// How many of the machines' commits are here, read from the log line by line, so that one that came twice
  /// would count twice.
  var logged: Int {
    get throws { try daybook("log", "--kind", "test.thing", "--format", "jsonl").output.count { $0 == "\n" } }
  }
}

/// Something that goes on on another thread.
final class Meanwhile: Sendable {
  private let state = Mutex((isDone: false, failure: String?.none))

  var isDone: Bool { state.withLock(\.isDone) }
  var failure: String? { state.withLock(\.failure) }

  func finish() { state.withLock { $0.isDone = true } }
  func fail(_ what: String) { state.withLock { $0.failure = $0.failure ?? what } }
}

/// Lines from a pipe.
private struct LineBuffer {
  private let handle: FileHandle
  private var bytes: [UInt8] = []

  init(_ handle: FileHandle) { self.handle = handle }

  /// The next line without LF; nil at the end.
  mutating func next() -> [UInt8]? {
    while true {
      if let end = bytes.firstIndex(of: 0x0a) {
        defer { bytes.removeFirst(end + 1) }
        return Array(bytes[..<end])
      }
      let more = handle.availableData
      if more.isEmpty { return nil }
      bytes += more
    }
  }
}

/// Asks again and again until it holds, or until the time is over. Asking takes time itself.
func eventually(within seconds: Double, _ holds: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while true {
    if try holds() { return true }
    if ContinuousClock.now > end { return false }
  }
}
