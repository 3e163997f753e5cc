import DaybookModel
import DaybookTestSupport
import Testing

@testable import Daybook

/// What another process of this machine erases reads as erased here as soon as this one has taken it in.
@Suite struct ErasedBesideTests {
  private let place: RepairTests.Place

  init() throws {
    var place = try RepairTests.Place()
    (place.options.wait, place.options.turns) = (.seconds(60), TurnPolicy())
    self.place = place
  }

  /// Another process has erased, and has not published it yet.
  private func erasedElsewhere() async throws -> (reader: Ledger, eraser: Ledger) {
    let writer = try await place.family()
    await writer.close()
    let reader = try await place.open()
    var options = place.options
    options.publishing = .delayed(from: .seconds(600), to: .seconds(600))
    let eraser = try await Ledger.open(at: place.ledger, systems: [.house], options: options)
    try await eraser.erasures.erase(ErasureRequest(kind: "house.member", id: "ann"))
    return (reader, eraser)
  }

  private static let readers: [(name: String, read: @Sendable (Ledger) async throws -> String)] = [
    ("replay", { "\(try await $0.audit.replay(digests: true).digest as Any)" }),
    ("history", { "\(try await $0.history.steps(kind: "house.member", id: "ann").map(\.erased))" }),
    ("blame", { "\(try await $0.history.blame(kind: "house.member", id: "ann") as Any)" }),
    (
      "past",
      {
        "\(try await $0.get(kind: "house.member", id: "ann", at: .asOf(Instant(milliseconds: 4_000_000_000_000))) as Any)"
      }
    ),
    (
      "diff",
      {
        "\(try await $0.history.differences(from: .asOf(Instant(milliseconds: 0)), kind: "house.member").map(\.changes))"
      }
    ),
    ("search", { "\(try await $0.search("lee").map(\.id))" }),
    (
      "log",
      { ledger in
        let lines = Locked<[String]>([])
        try await ledger.history.log { entry in
          lines.withLock { $0.append(String(decoding: entry.line, as: UTF8.self)) }
          return true
        }
        return lines.withLock { $0.joined(separator: "\n") }
      }
    ),
  ]

  @Test(arguments: readers.map(\.name)) func aReaderShowsItAsErased(_ name: String) async throws {
    let read = try #require(Self.readers.first { $0.name == name }).read
    let (reader, eraser) = try await erasedElsewhere()
    let before = try await read(reader)
    try await reader.refresh()
    let said = try await read(reader)
    let fresh = try await place.open()
    #expect(try await read(fresh) == said)
    // What looks itself for what others wrote says so at once.
    if ["history", "blame", "diff"].contains(name) { #expect(before == said) }
    withExtendedLifetime(eraser) {}
  }
}
