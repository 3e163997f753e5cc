import Daybook
import DaybookLog
import DaybookTestSupport
import DaybookView
import Testing

/// No number becomes another one on its way into the ledger: it is kept as it is written, or refused.
@Suite struct NumberDoorTests {
  private static func append(_ line: String, to ledger: Ledger) async throws {
    var mutations = MutationBuffer()
    try mutations.append(line: Array(line.utf8).span)
    _ = try await ledger.append(mutations)
  }

  @Test(
    "Of a kind that nobody knows every number stays as it was written",
    arguments: [
      "12345678901234567890", "-9223372036854775809", "9007199254740993", "0.10000000000000000001", "1e-400",
      "123456789012345678901234567890.5",
    ])
  func numbersStayAsTheyWereWritten(number: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.shop])
    try await Self.append(
      "{\"op\":\"upsert\",\"kind\":\"x.raw\",\"id\":\"1\",\"set\":{\"a\":[{\"n\":\(number)}],\"n\":\(number)}}",
      to: ledger)
    let row = try #require(try await ledger.get(kind: "x.raw", id: "1"))
    #expect(row["n"]?.description == number)
    #expect(row["a"]?.description == "[{\"n\":\(number)}]")
  }

  @Test(
    "A field that cannot hold a number refuses it",
    arguments: [
      ("count", "12345678901234567890"), ("count", "9007199254740993.0"), ("count", "-9223372036854775809"),
      ("depth", "12345678901234567890"), ("depth", "9007199254740993"), ("depth", "-9007199254740993"),
      ("depth", "1e400"), ("count", "1e400"),
    ])
  func aFieldRefusesWhatItCannotHold(field: String, number: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.shop])
    let line = "{\"op\":\"upsert\",\"kind\":\"shop.shelf\",\"id\":\"1\",\"set\":{\"\(field)\":\(number)}}"
    await #expect(throws: LedgerError.self) { try await Self.append(line, to: ledger) }
    #expect(try await ledger.get(kind: "shop.shelf", id: "1") == nil)
  }

  @Test(
    "A field takes what it can hold, in any form",
    arguments: [
      ("count", "7.0", "7"), ("count", "-9223372036854775808", "-9223372036854775808"),
      ("depth", "9007199254740992", "9007199254740992"), ("depth", "0.10000000000000000555", "0.1"),
      ("depth", "-0", "0"),
      ("depth", "1000000000000000000000", "1e+21"),
    ])
  func aFieldTakesWhatItCanHold(field: String, number: String, shown: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.shop])
    let line = "{\"op\":\"upsert\",\"kind\":\"shop.shelf\",\"id\":\"1\",\"set\":{\"\(field)\":\(number)}}"
    try await Self.append(line, to: ledger)
    #expect(try await ledger.get(kind: "shop.shelf", id: "1")?[field]?.description == shown)
  }
}
