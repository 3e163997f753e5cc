import Daybook
import Foundation
import Testing

@testable import PurusHealth

/// When a vaccination is due again, and by which rule.
@Suite struct VaccinationTests {
  private static let day = CivilDay(daysSince1970: 19_782)

  private static func next(
    _ name: String, information: String = "", comment: String = "", pet: Bool = false,
    intervals: [String: Int] = [:]
  ) -> String? {
    RuleVaccinationSchedule(intervals: intervals).next(
      after: GivenVaccination(
        name: name, day: day, information: information, comment: comment, creature: pet ? .pet : .human)
    ).map { "\($0.day) \($0.rule)" }
  }

  @Test(arguments: [
    ("Tetanus", false, "2034-02-28 every 10 years (tetanus)"),
    ("TETANUS/Diphtherie", false, "2034-02-28 every 10 years (tetanus)"),
    ("Influenza 2024", false, "2025-02-28 every year (influenza)"),
    ("FSME-Immun", false, "2027-02-28 every 3 years (fsme)"),
    ("Rabies", true, "2025-02-28 every year (rabies)"),
    ("Nobivac SHP + L4", true, "2025-02-28 every year (l4)"),
    ("Equine influenza", true, "2024-08-29 every 6 months (influenza)"),
  ])
  func theTableGivesTheNextDay(name: String, pet: Bool, expected: String) {
    #expect(Self.next(name, pet: pet) == expected)
  }

  /// What the table does not have, or has for others, or has as a part of another word.
  @Test(arguments: [
    ("Hepatitis B", false), ("Rabies", false), ("Antitetanusol", false), ("", false), ("FSME", true),
  ])
  func whatTheTableDoesNotHaveHasNoNextDay(name: String, pet: Bool) {
    #expect(Self.next(name, pet: pet) == nil)
  }

  @Test(arguments: [
    ("next 2027-05", "2027-05-01"), ("Next: 2027-05-12.", "2027-05-12"),
    ("booster due on 2028", "2028-01-01"),
    ("nächste Impfung am 12.05.2027", nil), ("nächste am 12.05.2027", "2027-05-12"),
    ("gültig bis 05.2027", "2027-05-01"),
    ("valid until 2027-02-28", "2027-02-28"), ("next 2027-02-30", nil), ("next 1999-01-01", nil),
    ("lot 2027-05", nil), ("given in 2027", nil), ("next visit: ask about 2027-05", nil), ("next", nil),
    ("next 99999", nil), ("rappel 2029-11", "2029-11-01"),
  ])
  func aWrittenDayIsTheNext(text: String, day: String?) {
    let expected = day.map { "\($0) a date in its " }
    #expect(Self.next("Whatever", comment: text) == expected.map { $0 + "comment" })
    #expect(Self.next("Whatever", information: text) == expected.map { $0 + "information" })
  }

  /// Somebody's word, then what is written, then the table.
  @Test func aWrittenDayComesBeforeTheTable() {
    #expect(Self.next("Tetanus", comment: "next 2027-05") == "2027-05-01 a date in its comment")
    #expect(
      Self.next("Tetanus", information: "next 2026-05", comment: "next 2027-05")
        == "2026-05-01 a date in its information")
    #expect(
      Self.next("Tetanus", comment: "next 2027-05", intervals: ["tetanus": 60])
        == "2029-02-28 every 5 years, as asked")
    #expect(
      Self.next("Kennel cough", intervals: ["KENNEL COUGH": 18]) == "2025-08-29 every 18 months, as asked")
    #expect(Self.next("Kennel cough", intervals: ["cough kennel": 18]) == nil)
  }

  /// Of every name the latest; what is due first.
  @Test func theLatestOfEachNameIsDue() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let document = try CloudDocument([
      "uuid": "rex", "isPet": true, "personalName": "Rex",
      "vaccinationEntries": """
      [{"uuid":"1","name":"Rabies","date":"2024-05-01T08:00:00Z"},
      {"uuid":"2","name":"rabies","date":"2025-11-25T08:00:00Z"},
      {"uuid":"3","name":"Rabies"},{"uuid":"4","name":"Parvo","date":"2026-01-01T08:00:00Z"},
      {"uuid":"5","name":"Something","date":"2026-01-01T08:00:00Z"},
      {"uuid":"6","name":"Lepto","date":"2025-11-20T08:00:00Z"}]
      """,
    ])
    _ = try await ledger.purus.importCloudDocuments([document])
    let today = try #require(CivilDay("2026-11-21"))
    let found = try await ledger.purus.dueVaccinations(of: "rex", on: today)
    #expect(
      found.map { "\($0.id) \($0.state.rawValue) \($0.next?.day.description ?? "")" } == [
        "6 overdue 2026-11-20", "2 soon 2026-11-25", "4 later 2029-01-01", "5 unknown ",
      ])
    #expect(found.allSatisfy { $0.record.name == "Rex" })
    #expect(try await ledger.purus.dueVaccinations(on: today) == found)
    #expect(try await ledger.purus.dueVaccinations(of: "ann", on: today).isEmpty)
  }

  /// Another schedule says it otherwise, and nothing is stored.
  @Test func otherSchedules() async throws {
    struct Weekly: VaccinationSchedule {
      var name: String { "weekly" }
      func next(after vaccination: GivenVaccination) -> NextVaccination? {
        NextVaccination(
          day: CivilDay(daysSince1970: vaccination.day.daysSince1970 + 7), rule: .asked(months: 1))
      }
    }
    let ledger = try Ledger.inMemory(systems: [.purus])
    let document = try CloudDocument([
      "uuid": "ann", "vaccinationEntries": #"[{"name":"X","date":"2026-01-01T08:00:00Z"}]"#,
    ])
    _ = try await ledger.purus.importCloudDocuments([document])
    let before = try await ledger.audit.replay().events
    let today = try #require(CivilDay("2026-01-09"))
    let found = try await ledger.purus.dueVaccinations(on: today, by: Weekly())
    #expect(found.map(\.next?.day) == [CivilDay("2026-01-08")])
    #expect(found.map(\.state) == [.overdue])
    #expect(try await ledger.audit.replay().events == before)
  }
}
