public import DaybookModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How far a value may go before it is probably a mistake: 84000 kg, a birthday in 2080. A write or an import beyond it is
/// refused, unless somebody says that it is so (`--force`). Compare ``Check``, which nobody can switch off.
public struct Bound<Owner: Entity>: SchemaDeclaration {
  public let part: SchemaPart<Owner>

  /// `rule` completes the sentence "purus.weightEntry.weight …". Reads the field and `others` alone; `now` is the
  /// time of the write.
  public init(
    _ path: PartialKeyPath<Owner>, _ rule: String, reading others: [PartialKeyPath<Owner>] = [],
    _ holds: @escaping @Sendable (Owner, _ now: Date) -> Bool
  ) {
    let names = ([path] + others).map { PropertyNames.name(of: $0) }
    part = SchemaPart { draft in
      guard let name = draft.name(names[0], "Bound") else { return }
      var check = EntityCheck(
        field: name, rule: rule, isOfTheWhole: false, reads: names.compactMap { draft.name($0, "Bound") }
      ) { _ in true }
      check.bound = { value, now in
        guard let owner = value as? Owner else { return true }
        return holds(owner, Date(timeIntervalSince1970: Double(now.milliseconds) / 1000))
      }
      draft.schema.checks.append(check)
    }
  }

  /// The same of one value.
  public init<Value>(
    value path: any KeyPath<Owner, Value> & Sendable, _ rule: String,
    _ holds: @escaping @Sendable (Value, _ now: Date) -> Bool
  ) {
    self.init(path, rule) { holds($0[keyPath: path], $1) }
  }
}

extension Bound {
  /// A time from 1850 on.
  public init(_ path: any KeyPath<Owner, Date?> & Sendable, _ limit: TimeLimit) {
    self.init(value: path, limit.rule) { date, now in date.map { limit.holds($0, now) } ?? true }
  }

  public init(_ path: any KeyPath<Owner, Date> & Sendable, _ limit: TimeLimit) {
    self.init(value: path, limit.rule) { date, now in limit.holds(date, now) }
  }

  /// A day from 1850 on.
  public init(_ path: any KeyPath<Owner, CivilDay?> & Sendable, _ limit: TimeLimit) {
    self.init(value: path, limit.rule) { day, now in
      day.map { limit.holds(Date(timeIntervalSince1970: Double($0.daysSince1970) * 86_400), now) } ?? true
    }
  }
}

/// How far ahead a time may lie.
public enum TimeLimit: Sendable {
  /// It has been: at most a day ahead, as zones and clocks differ.
  case past
  /// It may be planned: at most ten years ahead.
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

  func holds(_ date: Date, _ now: Date) -> Bool {
    // 1850-01-01 and 2200-01-01.
    let (first, end) = (-3_786_825_600.0, 7_258_118_400.0)
    let time = date.timeIntervalSince1970
    guard time >= first, time < end else { return false }
    switch self {
    case .past: return time <= now.timeIntervalSince1970 + 86_400
    case .planned: return time <= now.timeIntervalSince1970 + 3_653 * 86_400
    case .far: return true
    }
  }
}
