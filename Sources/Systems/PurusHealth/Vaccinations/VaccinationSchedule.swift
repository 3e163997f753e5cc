public import Daybook

/// Computes when a vaccination is due again: it separates records from recommendations, which differ between countries
/// and change over time.
public protocol VaccinationSchedule: Sendable {
  /// A description of its basis, so that people can judge its answers.
  var name: String { get }

  /// - Returns: nil if it is unknown. Must not use the clock.
  func next(after vaccination: GivenVaccination) -> NextVaccination?
}

/// A vaccination that was given, with its recipient and the text about it.
public struct GivenVaccination: Sendable, Equatable {
  /// The vaccine, or what it protects from, in the user's own words.
  public var name: String
  /// When it was given.
  public var day: CivilDay
  /// The entry's information, which may hold the day of the next dose; empty if there is none.
  public var information: String
  /// The entry's comment, which may hold the day of the next dose; empty if there is none.
  public var comment: String
  /// Whether a person or a pet was vaccinated: the usual intervals differ.
  public var creature: MedicalRecord.Creature

  /// Describes a vaccination for a schedule; it is not written anywhere.
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
  /// The basis of a due day.
  public enum Rule: Sendable, Equatable {
    /// The day is written in this field of the entry.
    case written(field: String)
    /// This interval was requested.
    case asked(months: Int)
    /// The built-in table, by the word that it found in the name.
    case table(word: String, months: Int)
  }

  /// The day on which the next dose is due.
  public var day: CivilDay
  /// The basis of ``day``.
  public var rule: Rule

  /// Makes the answer of a ``VaccinationSchedule``.
  public init(day: CivilDay, rule: Rule) { (self.day, self.rule) = (day, rule) }
}

extension NextVaccination.Rule: CustomStringConvertible {
  /// `every 10 years (tetanus)`; never the content of a hidden field.
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
