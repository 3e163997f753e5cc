public import DaybookModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The limit beyond which a value is probably a mistake, such as 84000 kg, or a birthday in 2080. A write or an import
/// beyond it is refused, unless somebody confirms the value (`--force`). Compare ``Check``, which nobody can switch
/// off.
public struct Bound<Owner: Entity>: SchemaDeclaration {
  /// Adds the bound to ``KindSchema/checks``.
  public let part: SchemaPart<Owner>

  /// `rule` completes the sentence "purus.weightEntry.weight …". It reads only the field and `others`; `now` is the
  /// time of the write.
  public init(
    _ path: PartialKeyPath<Owner>, _ rule: String, reading others: [PartialKeyPath<Owner>] = [],
    _ holds: @escaping @Sendable (Owner, _ now: Date) -> Bool
  ) {
    let names = ([path] + others).map { PropertyNames.name(of: $0) }
    self.init(names, rule) { values, _, moment in
      try values.whole(Owner.self).map { holds($0, moment.date) } ?? true
    } ofOwner: {
      holds($0, $1.date)
    }
  }

  /// The same for one value.
  public init<Value: Decodable & SendableMetatype>(
    value path: any KeyPath<Owner, Value> & Sendable, _ rule: String,
    _ holds: @escaping @Sendable (Value, _ now: Date) -> Bool
  ) {
    self.init(path, rule) { holds($0, $1.date) }
  }

  private init<Value: Decodable & SendableMetatype>(
    _ path: any KeyPath<Owner, Value> & Sendable, _ rule: String,
    _ holds: @escaping @Sendable (Value, WriteMoment) -> Bool
  ) {
    self.init([PropertyNames.name(of: path)], rule) { values, names, moment in
      holds(try values.value(names[0], Value.self), moment)
    } ofOwner: {
      holds($0[keyPath: path], $1)
    }
  }

  private init(
    _ names: [String?], _ rule: String,
    _ holds: @escaping @Sendable (RuleValues, _ names: [String], WriteMoment) throws -> Bool,
    ofOwner holdsOfOwner: @escaping @Sendable (Owner, WriteMoment) -> Bool
  ) {
    part = SchemaPart { draft in
      let known = names.compactMap { draft.name($0, "Bound") }
      guard known.count == names.count, let name = known.first else { return }
      var check = EntityCheck(
        field: name, rule: rule, isOfTheWhole: false, reads: known, holds: { try holds($0, known, $1) },
        ofOwner: { value, moment in (value as? Owner).map { holdsOfOwner($0, moment) } ?? true })
      check.isBound = true
      draft.schema.checks.append(check)
    }
  }
}

extension Bound {
  /// A time from 1850 on.
  public init(_ path: any KeyPath<Owner, Date?> & Sendable, _ limit: TimeLimit) {
    self.init(path, limit.rule) { date, moment in date.map { limit.holds($0, moment) } ?? true }
  }

  /// A time from 1850 on, of a field that always has one.
  public init(_ path: any KeyPath<Owner, Date> & Sendable, _ limit: TimeLimit) {
    self.init(path, limit.rule) { date, moment in limit.holds(date, moment) }
  }

  /// A day from 1850 on.
  public init(_ path: any KeyPath<Owner, CivilDay?> & Sendable, _ limit: TimeLimit) {
    self.init(path, limit.rule) { day, moment in day.map { limit.holds($0, moment) } ?? true }
  }
}

/// How far ahead a time may lie.
public enum TimeLimit: Sendable {
  /// The time is past: at most until the end of today, where the ledger is written.
  case past
  /// The time may be planned: at most ten years ahead.
  case planned
  /// At most until the end of 2199.
  case far

  var rule: String {
    switch self {
    case .past: "must be from 1850 until today"
    case .planned: "must be from 1850 until ten years from now"
    case .far: "must be from 1850 to 2199"
    }
  }

  func holds(_ date: Date, _ moment: WriteMoment) -> Bool {
    // 1850-01-01 and 2200-01-01.
    let (first, end) = (-3_786_825_600.0, 7_258_118_400.0)
    let time = date.timeIntervalSince1970
    guard time >= first, time < end else { return false }
    switch self {
    case .past:
      let days = (time / 86_400).rounded()
      // A day without a time: see ``Days``.
      guard time != days * 86_400 else { return holds(CivilDay(daysSince1970: Int64(days)), moment) }
      return time < moment.endOfDaySeconds
    case .planned: return time <= moment.seconds + 3_653 * 86_400
    case .far: return true
    }
  }

  /// A day has no zone: today is the present day where the ledger is written.
  func holds(_ day: CivilDay, _ moment: WriteMoment) -> Bool {
    if case .past = self, day > moment.zone.day(at: moment.instant) { return false }
    let start = Date(timeIntervalSince1970: Double(day.daysSince1970) * 86_400)
    return (self == .past ? .far : self).holds(start, moment)
  }
}

/// The time and zone of a write, to which bounds are relative.
public struct WriteMoment: Sendable {
  package var instant: Instant
  package var zone: TimeZoneRule

  /// A moment in a zone, by default this machine's.
  public init(_ instant: Instant, in zone: TimeZoneRule = .system) {
    (self.instant, self.zone) = (instant, zone)
  }

  var date: Date { Date(timeIntervalSince1970: seconds) }

  var seconds: Double { Double(instant.milliseconds) / 1000 }

  /// When tomorrow begins.
  var endOfDaySeconds: Double {
    Double(zone.start(of: zone.day(at: instant).adding(days: 1)).milliseconds) / 1000
  }
}
