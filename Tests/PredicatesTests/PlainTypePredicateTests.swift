import Daybook
import DaybookPredicates
import Foundation
import Testing

private enum Shade: String, Codable, Sendable {
  case light, dark
  var title: String { rawValue.capitalized }
}

private enum Size: Int, Codable, Sendable { case small = 1, large = 3 }

private struct Lamp: Entity {
  var id = ID()
  var shade = Shade.light
  var size: Size?
  var price = Decimal(0)
  var burns = Duration.zero
  var page: URL?
  var token: UUID?
  var parts: [Shade] = []
  static let schema = Schema("lamp.lamp")
}

extension System {
  fileprivate static let lamp = System("lamp", version: 1, kinds: [Lamp.self])
}

/// Predicates and orders over plain Swift types.
@Suite struct PlainTypePredicateTests {
  @Test func valuesAreComparedInTheirStoredForm() async throws {
    let ledger = try Ledger.inMemory(systems: [.lamp])
    let page = try #require(URL(string: "https://example.org/lamp"))
    let token = UUID()
    try await ledger.commit { batch in
      try batch.upsert(Lamp(id: "a") { ($0.price, $0.burns, $0.size) = (9.5, .seconds(90), .small) })
      try batch.upsert(
        Lamp(id: "b") {
          ($0.shade, $0.price, $0.burns, $0.size) = (.dark, 10, .milliseconds(1), .large)
          ($0.page, $0.token, $0.parts) = (page, token, [.dark])
        })
    }
    func found(_ predicate: Predicate<Lamp>) async throws -> [String] {
      try await ledger.fetch(Lamp.self, where: predicate).map(\.id.rawValue)
    }
    let (dark, small, ten, minute) = (Shade.dark, Size.small, Decimal(10), Duration.seconds(60))
    #expect(try await found(#Predicate { $0.shade == dark }) == ["b"])
    #expect(try await found(#Predicate { $0.shade.rawValue == "light" }) == ["a"])
    #expect(try await found(#Predicate { $0.size == small }) == ["a"])
    #expect(try await found(#Predicate { $0.price < ten }) == ["a"])
    #expect(try await found(#Predicate { $0.burns > minute }) == ["a"])
    #expect(try await found(#Predicate { $0.page == page }) == ["b"])
    #expect(try await found(#Predicate { $0.token == token }) == ["b"])
    #expect(try await found(#Predicate { $0.parts.contains(dark) }) == ["b"])
    #expect(throws: LedgerError.self) { try Condition(#Predicate<Lamp> { $0.shade.title == "Light" }) }
    let sorted = try await ledger.fetch(Lamp.self, sortedBy: [SortDescriptor(\.price, order: .reverse)])
    #expect(sorted.map(\.id.rawValue) == ["b", "a"])
  }
}
