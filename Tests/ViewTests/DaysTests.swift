import DaybookModel
import DaybookRecords
import DaybookTestSupport
import DaybookView
import FoundationEssentials
import Testing

private struct Dose: Entity {
  var id = ID()
  var given: Date?

  static let schema = Schema("doses.dose") { Days(\.given) }
}

private struct Wrong: Entity {
  var id = ID()
  var given = ""

  static let schema = Schema("doses.wrong") { Days(\.given) }
}

/// Times that may be a day without a time.
@Suite struct DaysTests {
  @Test func onlyATimeMayBeADay() {
    let error = #expect(throws: LedgerError.self) {
      try SchemaRegistry([System("doses", version: 1, kinds: [Wrong.self])])
    }
    #expect(
      "\(error, default: "")".contains("given is declared as a time that may be a day but is not a time"))
  }

  /// Days and moments around one day, asked for by day in zones from one end of the world to the other.
  @Test(.seeded) func aDayIsFoundAsThatDayInEveryZone() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let middle = CivilDay(daysSince1970: .random(in: -10_000...30_000, using: &random))
    var times = (-2...2 as ClosedRange<Int64>).map { Instant(wholeDay: middle.adding(days: $0)) }
    for _ in 0..<20 {
      let minutes = Int64.random(in: -3 * 1440...3 * 1440, using: &random)
      let moment = Instant(milliseconds: Instant(wholeDay: middle).milliseconds + minutes * 60_000)
      times.append(moment.asMoment)
    }
    let doses = try Doses(times)
    let comparisons: [(String, (CivilDay, CivilDay) -> Bool)] = [
      ("=", { $0 == $1 }), ("<", { $0 < $1 }), ("<=", { $0 <= $1 }), (">", { $0 > $1 }), (">=", { $0 >= $1 }),
    ]
    for quarters in -48...56 as ClosedRange<Int64> {
      let zone = TimeZoneRule.fixed(seconds: quarters * 900)
      for (comparison, holds) in comparisons {
        let condition = try WhereParser.parse(
          "given \(comparison) \(middle)", kind: "doses.dose", registry: doses.view.registry, zone: zone,
          now: Instant(milliseconds: Story.start))
        let expected = times.filter { holds(zone.day(of: $0), middle) }
        #expect(
          try doses.found(condition) == Set(expected), "\(comparison) \(middle), UTC and \(quarters) quarters"
        )
      }
    }
  }

  /// What begins before a moment, which need not be the beginning of a day.
  @Test(.seeded) func whatBeginsBeforeAMomentIsFound() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let week = Instant(wholeDay: CivilDay(daysSince1970: 20_000)).milliseconds..<1_728_604_800_000
    var times = (20_000..<20_008 as Range<Int64>).map { Instant(wholeDay: CivilDay(daysSince1970: $0)) }
    for _ in 0..<8 { times.append(Instant(milliseconds: .random(in: week, using: &random)).asMoment) }
    let doses = try Doses(times)
    for _ in 0..<200 {
      let zone = TimeZoneRule.fixed(seconds: .random(in: -48...56, using: &random) * 900)
      let quarter = Int64.random(in: week, using: &random).floored(by: 900_000)
      let moment = Instant(milliseconds: quarter * 900_000)
      let expected = times.filter { zone.beginning(of: $0) < moment }
      #expect(try doses.found(.begins("given", before: moment, zone)) == Set(expected), "before \(moment)")
    }
  }
}

/// A dose at each time, and one without.
private struct Doses: ~Copyable {
  let view: View
  let records: Records
  let times: [Instant]

  init(_ times: [Instant]) throws {
    var story = Story(.upsert("doses.dose", "never"))
    for (number, time) in times.enumerated() {
      story.add(.upsert("doses.dose", "\(number)", ["given": .string(time.description)]))
    }
    let registry = try SchemaRegistry([System("doses", version: 1, kinds: [Dose.self])])
    let records = try story.records()
    self.times = times
    view = View(registry: registry)
    self.records = records
  }

  func found(_ condition: Condition) throws -> Set<Instant> {
    var query = Query("doses.dose")
    query.condition = condition
    return Set(try view.fetch(query, in: records).rows.compactMap { Int($0.id).map { times[$0] } })
  }
}
