import Daybook
import DaybookTestSupport
import Foundation
import Testing

private struct Note: Entity {
  var id = ID()
  var text = ""
  var createdAt = Date.unwritten
  var due: Date?
  static let schema = Schema("clock.note") { Days(\.due) }
}

/// An app's tests set the ledger's clock.
@Suite struct ClockTests {
  @Test func theClockDecidesTheTimesOfWrites() async throws {
    var options = LedgerOptions()
    let time = Date(timeIntervalSince1970: 1_795_241_580.5)
    options.now = { Instant(time) }
    let system = System("clock", version: 1, kinds: [Note.self])
    let ledger = try Ledger.inMemory(systems: [system], options: options)
    let day = try #require(CivilDay("2026-11-21"))
    let note = Note { ($0.text, $0.due) = ("one", Date(wholeDay: day)) }
    let receipt = try await ledger.commit { try $0.upsert(note) }
    #expect(receipt.lastStamp?.instant.description == "2026-11-21T06:13:00.500Z")
    let read = try #require(try await ledger.get(note.id))
    #expect(read.createdAt == time && read.due?.wholeDay == day && read.createdAt.wholeDay == nil)
    // It stands still, and stamps ascend.
    let next = try await ledger.commit { $0.update(note) { $0.text = "two" } }
    #expect(try #require(next.lastStamp) > #require(receipt.lastStamp))
  }

  @Test(
    arguments: [
      (0.0, 0), (-0.0006, -1), (1.2344, 1234), (1e300, Int64.max), (-1e300, Int64.min), (.infinity, .max),
      (.nan, 0),
    ] as [(Double, Int64)])
  func anyDateIsAnInstant(seconds: Double, milliseconds: Int64) {
    #expect(Instant(Date(timeIntervalSince1970: seconds)).milliseconds == milliseconds)
  }
}
