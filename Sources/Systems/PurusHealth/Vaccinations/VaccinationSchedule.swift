public import Daybook

/// Says when a vaccination is due again: the seam between what is recorded and what is recommended, which
/// differs between countries and changes over time.
public protocol VaccinationSchedule: Sendable {
  /// What it goes by, for people to judge its word by.
  var name: String { get }

  /// - Returns: nil where it cannot tell. Must not ask the clock.
  func next(after vaccination: GivenVaccination) -> NextVaccination?
}

/// What was given, to whom, and what was written about it.
public struct GivenVaccination: Sendable, Equatable {
  public var name: String
  public var day: CivilDay
  public var information: String
  public var comment: String
  public var creature: MedicalRecord.Creature

  public init(
    name: String, day: CivilDay, information: String = "", comment: String = "",
    creature: MedicalRecord.Creature = .human
  ) {
    (self.name, self.day, self.information) = (name, day, information)
    (self.comment, self.creature) = (comment, creature)
  }
}

/// When a vaccination is due again, and by which rule.
public struct NextVaccination: Sendable, Equatable {
  public enum Rule: Sendable, Equatable {
    /// Somebody wrote the day beside it, in this field.
    case written(field: String)
    /// Somebody asked for this interval.
    case asked(months: Int)
    /// The built-in table, by the word that it found in the name.
    case table(word: String, months: Int)
  }

  public var day: CivilDay
  public var rule: Rule

  public init(day: CivilDay, rule: Rule) { (self.day, self.rule) = (day, rule) }
}

extension NextVaccination.Rule: CustomStringConvertible {
  /// `every 10 years (tetanus)`; never what is written in a field that is hidden.
  public var description: String {
    switch self {
    case .written(let field): "a date in its \(field)"
    case .asked(let months): "\(Self.words(months)), as asked"
    case .table(let word, let months): "\(Self.words(months)) (\(word))"
    }
  }

  private static func words(_ months: Int) -> String {
    switch (months / 12, months % 12) {
    case (1, 0): "every year"
    case (let years, 0): "every \(years) years"
    case (_, _): "every \(months) months"
    }
  }
}
