import DaybookModel
import DaybookRecords
import DaybookTestSupport
import Testing

@testable import DaybookView

/// The first of many are the first of all in order.
@Suite struct SortingTests {
  @Test(.seeded) func aLimitChangesNothingButTheEnd() throws {
    var club = RandomClub(seed: TestSeed.current &+ 4)
    let view = try clubView()
    var story = Story()
    for number in 0..<300 {
      var set = JSONObject()
      for field in ["name", "age", "score", "joinedAt", "role", "tags"] where club.chance(80) {
        set[field] = club.value(field)
      }
      story.add(
        .upsert("club.person", club.chance(50) ? "p\(number)" : "a long common beginning \(number)", set))
    }
    let records = try story.records()
    for _ in 0..<200 {
      let sort = (0..<Int.random(in: 0...3, using: &club.random)).map { _ in
        var key = SortKey(
          club.pick(["name", "age", "score", "joinedAt", "role", "tags", "_stamp"]),
          descending: club.chance(50))
        key.isFolded = club.chance(30)
        return key
      }
      let all = try view.fetch(Query("club.person", sort: sort), in: records).rows.map(\.id)
      let offset = Int.random(in: 0...(club.chance(80) ? 20 : 320), using: &club.random)
      let limit = Int.random(in: 0...(club.chance(80) ? 20 : 320), using: &club.random)
      let page = try view.fetch(Query("club.person", sort: sort, limit: limit, offset: offset), in: records)
      #expect(page.rows.map(\.id) == Array(all.dropFirst(offset).prefix(limit)), "\(sort) \(offset) \(limit)")
      #expect(page.count == all.count)
    }
    let most = try view.fetch(Query("club.person", limit: .max, offset: .max), in: records)
    #expect(most.rows.isEmpty && most.count == 300)
  }

  /// Values of all types: the key of one that comes later is not less.
  @Test(.seeded) func keysAscendAsTheValuesDo() {
    var random = SeededRandom(seed: TestSeed.current &+ 6)
    func value() -> JSONValue {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: .null
      case 1: .bool(.random(using: &random))
      case 2: .int(Int64.random(in: -20...20, using: &random))
      case 3: .int(Int64.random(in: .min ... .max, using: &random))
      case 4: .double(Double.random(in: -20...20, using: &random))
      case 5: .double([0.0, -0.0, 1e300, -1e300, .leastNonzeroMagnitude].randomElement(using: &random) ?? 0)
      case 6: .array([.int(1)])
      default:
        .string(
          String(
            (0..<Int.random(in: 0...10, using: &random)).map { _ in
              "ab\u{e9}\u{0}".randomElement(using: &random) ?? "a"
            }))
      }
    }
    for _ in 0..<5000 {
      let (left, right) = (SortValue(value()), SortValue(value()))
      switch left.order(to: right) {
      case .less: #expect(left.key <= right.key, "\(left), \(right)")
      case .greater: #expect(left.key >= right.key, "\(left), \(right)")
      case .equal: #expect(left.key == right.key, "\(left), \(right)")
      }
    }
  }

  @Test(.seeded) func theHeapKeepsTheFirst() {
    var random = SeededRandom(seed: TestSeed.current &+ 5)
    for _ in 0..<200 {
      let numbers = Array(0..<Int.random(in: 1...50, using: &random)).shuffled(using: &random)
      let count = Int.random(in: 1...60, using: &random)
      var first = FirstInOrder<Int>(count) { $0 < $1 }
      for number in numbers {
        #expect(first.last == nil || first.last! >= count - 1)
        first.add(number)
      }
      #expect(first.sorted() == Array(numbers.sorted().prefix(count)))
    }
  }
}
