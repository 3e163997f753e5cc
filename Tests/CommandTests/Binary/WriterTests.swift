import DaybookTestSupport
import Foundation
import Testing

/// Two writers, readers beside a writer, and folders that cannot be written.
@Suite struct WriterTests {
  let sandbox: Sandbox
  static let mutation = #"{"op":"upsert","kind":"test.thing","id":"1","set":{"a":1}}"# + "\n"

  init() throws {
    sandbox = try Sandbox()
    #expect(try sandbox.daybook("init", sandbox.ledger).status == 0)
  }

  @Test func theSecondWriterTakesItsTurn() throws {
    let input = Pipe()
    let output = Pipe()
    let first = sandbox.process(
      BuiltCommand.path, ["append", "--receipts", "--format", "jsonl", "--ledger", sandbox.ledger])
    (first.standardInput, first.standardOutput) = (input, output)
    let end = try first.start()
    input.fileHandleForWriting.write(Data(Self.mutation.utf8))
    // Its first receipt says that it has the ledger.
    #expect(!output.fileHandleForReading.availableData.isEmpty)

    let second = try sandbox.daybook(
      "append", "--wait", "300", "--ledger", sandbox.ledger,
      input: Self.mutation.replacing("\"1\"", with: "\"2\""))
    #expect(second.status == 0, "\(second.output) \(second.errors)")
    let reader = try sandbox.daybook("query", "test.thing", "--count", "--ledger", sandbox.ledger)
    #expect(reader.output == "{\"count\":2}\n", "\(reader.errors)")

    // The first one goes on behind it.
    input.fileHandleForWriting.write(Data(Self.mutation.replacing("\"1\"", with: "\"3\"").utf8))
    try input.fileHandleForWriting.close()
    try end.wait()
    #expect(first.terminationStatus == 0)
    let status = try sandbox.shell(
      "daybook query test.thing --count --ledger ledger; daybook status --ledger ledger | jq '.replicas | length'"
    )
    #expect(status.output == "{\"count\":3}\n1\n", "\(status.errors)")
  }

  @Test func whoWaitsInVainIsTurnedAway() throws {
    _ = try sandbox.daybook("append", "--ledger", sandbox.ledger, input: Self.mutation)
    let journals = try sandbox.shell("find '\(sandbox.path)' -name journal")
    let lock = journals.output.split(separator: "\n").map { "\($0.dropLast("journal".count))lock" }
    let descriptor = open(try #require(lock.first), O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    let refused = try sandbox.daybook(
      "append", "--wait", "0.1", "--ledger", sandbox.ledger, input: Self.mutation)
    #expect(refused.status == 75, "\(refused.output) \(refused.errors)")
    #expect(refused.output == "" && refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
    let reader = try sandbox.daybook("query", "test.thing", "--count", "--ledger", sandbox.ledger)
    #expect(reader.output == "{\"count\":1}\n", "\(reader.errors)")
    #expect(flock(descriptor, LOCK_UN) == 0)
    let third = try sandbox.daybook("append", "--wait", "0", "--ledger", sandbox.ledger, input: Self.mutation)
    #expect(third.status == 0, "\(third.errors)")
  }

  @Test func othersWaitForTheirTurn() throws {
    let outcome = try sandbox.shell(
      """
      for i in 1 2 3 4; do
        echo '{"op":"upsert","kind":"test.thing","id":"'$i'","set":{"a":1}}' |
          daybook append --wait 60 --ledger ledger >/dev/null &
        pids="$pids $!"
      done
      for pid in $pids; do wait $pid || exit 1; done
      daybook query test.thing --count --ledger ledger
      """)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "{\"count\":4}\n")
  }

  /// Readers need neither an identity nor the right to write.
  @Test func readersNeedNoRightToWrite() throws {
    _ = try sandbox.daybook("append", "--ledger", sandbox.ledger, input: Self.mutation)
    let prefix = try sandbox.asSomebody()
    _ = try sandbox.shell("chmod -R a-w ledger; rm -rf '\(sandbox.path)/state'")
    let elsewhere = ["DAYBOOK_STATE_DIR": "/proc/nowhere", "DAYBOOK_CACHE_DIR": "/proc/nowhere"]
    for command in ["query test.thing", "get test.thing 1", "log", "replay --digest", "status", "verify"] {
      let outcome = try sandbox.shell("\(prefix) daybook \(command) --ledger ledger", environment: elsewhere)
      #expect(outcome.status == 0, "\(command): \(outcome.output) \(outcome.errors)")
    }
    let write = try sandbox.shell(
      "\(prefix) daybook upsert test.thing 2 --new --set a=1 --ledger ledger", environment: elsewhere)
    #expect([73, 74].contains(write.status), "\(write.status) \(write.errors)")
    #expect(write.errors.split(separator: "\n").count == 1, "\(write.errors)")
  }
}
