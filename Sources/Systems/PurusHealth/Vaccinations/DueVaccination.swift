public import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The latest vaccination of one name, when it is due again, and when the next one is planned.
public struct DueVaccination: Sendable, Equatable {
  /// What is known about the next dose on the day passed to `PurusLedger.dueVaccinations`.
  public enum State: String, Sendable {
    /// The due day has passed.
    case overdue
    /// Within ``DueVaccination/soonDays``.
    case soon
    /// Due in more than ``DueVaccination/soonDays`` days.
    case later
    /// It was never given, and a day is set.
    case planned
    /// No rule applies, or the day on which it was given is unknown.
    case unknown
  }

  /// How many days before it is due a vaccination is due soon.
  public static let soonDays: Int64 = 60

  /// The latest entry that is not in the future; if all are, the first of them.
  public var id: Ref<VaccinationEntry>
  /// The person's or pet's record.
  public var record: Mention<MedicalRecord>
  /// The vaccine as the entry names it. Entries count as one vaccination regardless of the case and accents of their
  /// names.
  public var name: String
  /// When it was given; nil if the entry has no date, or is in the future.
  public var given: CivilDay?
  /// When the next dose is planned: the first entry of the name in the future.
  public var planned: CivilDay?
  /// When it is due again and by which rule; nil where it was not given, has no date, or the schedule cannot tell.
  public var next: NextVaccination?
  /// The state of the next dose on the day passed to `PurusLedger.dueVaccinations`.
  public var state: State
}

extension PurusLedger {
  /// The vaccinations of one record, or of all: the latest of each name with its due day, the first due first. O(their
  /// entries). Nothing of it is stored, so it follows changes of the schedule.
  ///
  /// - Parameters:
  ///   - record: the record's id; nil: all records.
  ///   - day: today.
  ///   - zone: the time zone that determines the days of moments.
  ///   - schedule: computes when each vaccination is due again; by default the built-in rules.
  ///   - cut: which state of the ledger to read; by default the present one.
  public func dueVaccinations(
    of record: Ref<MedicalRecord>? = nil, on day: CivilDay, zone: TimeZoneRule = .utc,
    by schedule: some VaccinationSchedule = RuleVaccinationSchedule(), at cut: Cut = .now
  ) async throws -> [DueVaccination] {
    let query = Query(
      VaccinationEntry.kind, where: record.map { .compare("record", .equal, .string($0.rawValue)) })
    let found = try await ledger.withView(at: cut) { view in
      try view.map(query) { entry in DueVaccination(entry, on: day, zone, schedule) }.values.compactMap { $0 }
    }
    var latest: [[UInt8]: DueVaccination] = [:]
    for vaccination in found {
      let key =
        Array(vaccination.record.id.rawValue.utf8) + [0] + TextFolding.fold(OneLine.of(vaccination.name))
      guard let other = latest[key] else {
        latest[key] = vaccination
        continue
      }
      let days = [other.planned, vaccination.planned].compactMap { $0 }
      var counting = other.isAfter(vaccination) ? other : vaccination
      counting.planned = days.min()
      latest[key] = counting
    }
    return latest.sorted { left, right in
      let days = (left.value.next?.day ?? .never, right.value.next?.day ?? .never)
      return days.0 == days.1 ? left.key.lexicographicallyPrecedes(right.key) : days.0 < days.1
    }.map(\.value)
  }
}

extension DueVaccination {
  fileprivate init?(
    _ entry: borrowing EntityReader, on day: CivilDay, _ zone: TimeZoneRule,
    _ schedule: some VaccinationSchedule
  ) {
    let owners = entry.map("record") { (Mention<MedicalRecord>($0), $0.flag("isPet")) }
    guard let (record, isPet) = owners.first else { return nil }
    (id, self.record, name) = (Ref(entry.id), record, entry.text("name") ?? "")
    let date = entry.date("date").map { zone.day(of: Instant($0)) }
    if let date, date > day {
      (planned, state) = (date, .planned)
      return
    }
    given = date
    if let given {
      next = schedule.next(
        after: GivenVaccination(
          name: name, day: given, information: entry.text("information") ?? "",
          comment: entry.text("comment") ?? "", creature: isPet ? .pet : .human))
    }
    switch next?.day {
    case nil: state = .unknown
    case let due? where due < day: state = .overdue
    case let due? where due <= day.adding(days: DueVaccination.soonDays): state = .soon
    default: state = .later
    }
  }

  /// Whether it was given later; one without a date was given before all others, and a planned one was not given.
  fileprivate func isAfter(_ other: DueVaccination) -> Bool {
    if (state == .planned) != (other.state == .planned) { return other.state == .planned }
    if let planned, let otherDay = other.planned, state == .planned {
      return (planned, id.rawValue) < (otherDay, other.id.rawValue)
    }
    guard let given else { return other.given == nil && id.rawValue > other.id.rawValue }
    guard let otherDay = other.given else { return true }
    return (given, id.rawValue) > (otherDay, other.id.rawValue)
  }
}

extension CivilDay {
  fileprivate static let never = CivilDay(daysSince1970: 2_932_896)
}
