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

/// The built-in schedule: needs no network, knows nothing of the patient, and is not medical advice.
///
/// In this order: an interval from ``intervals``; a day written in the vaccination's information or comment after
/// a word such as `next` or `booster`; the table of usual intervals, in which the word of the name with the shortest
/// interval counts.
public struct RuleVaccinationSchedule: VaccinationSchedule {
  /// Months by a word of the vaccination's name.
  public var intervals: [String: Int]

  /// Makes a schedule. `intervals`, in months, overrule the built-in rules if a name contains a key's words.
  public init(intervals: [String: Int] = [:]) { self.intervals = intervals }

  /// What the days are estimated from, in English, for output.
  public var name: String { "typical Central European intervals; not medical advice" }

  /// The next dose, counted from the day on which the last was given; nil where no rule applies to the name.
  public func next(after vaccination: GivenVaccination) -> NextVaccination? {
    let name = Self.words(vaccination.name)
    if let months = intervals.filter({ Self.holds(name, Self.words($0.key)) }).map(\.value).min() {
      return vaccination.due(in: months, .asked(months: months))
    }
    for (field, text) in [("information", vaccination.information), ("comment", vaccination.comment)] {
      guard let day = WrittenDay.next(in: text), day > vaccination.day else { continue }
      return NextVaccination(day: day, rule: .written(field: field))
    }
    let table = vaccination.creature == .pet ? Self.pets : Self.people
    let found = table.filter { Self.holds(name, [$0.word]) }.min { $0.months < $1.months }
    return found.flatMap { vaccination.due(in: $0.months, .table(word: $0.word, months: $0.months)) }
  }

  /// Folded words, without case and accents.
  private static func words(_ text: String) -> [String] {
    String(decoding: TextFolding.fold(text), as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
      .map(String.init)
  }

  /// Whether the words stand in the name one after another.
  private static func holds(_ name: [String], _ words: [String]) -> Bool {
    guard !words.isEmpty, words.count <= name.count else { return false }
    return (0...(name.count - words.count)).contains { Array(name[$0..<$0 + words.count]) == words }
  }

  /// The standing recommendations for adults, without vaccinations that protect for life.
  static let people: [(word: String, months: Int)] =
    ["tetanus", "diphtheria", "diphtherie", "pertussis", "polio", "td", "tdap", "dtap", "tdpa"].map {
      ($0, 120)
    }
    + ["influenza", "flu", "grippe", "covid", "corona", "sars"].map { ($0, 12) }
    + ["tbe", "fsme", "encephalitis"].map { ($0, 36) } + ["typhoid", "typhus"].map { ($0, 36) }
    + ["pneumococcal", "pneumokokken"].map { ($0, 72) }

  /// The usual intervals in passports for dogs, cats, rabbits and horses; the shortest if there are several.
  static let pets: [(word: String, months: Int)] =
    ["rabies", "tollwut", "rage"].map { ($0, 12) }
    + ["leptospirosis", "leptospirose", "lepto", "l4", "bordetella", "parainfluenza", "kennel"].map {
      ($0, 12)
    }
    + ["distemper", "staupe", "parvo", "parvovirus", "hepatitis", "dhpp", "dhp", "dapp", "shp"].map {
      ($0, 36)
    }
    + ["panleukopenia", "fvrcp", "rcp", "herpes", "calici"].map { ($0, 36) }
    + ["leukemia", "leukosis", "leukose", "felv"].map { ($0, 12) }
    + ["myxomatosis", "myxomatose", "rhd", "rhd2"].map { ($0, 12) } + ["influenza"].map { ($0, 6) }
    + ["tetanus"].map { ($0, 24) }
}

extension GivenVaccination {
  /// Nil where there is no such day.
  fileprivate func due(in months: Int, _ rule: NextVaccination.Rule) -> NextVaccination? {
    day.adding(months: months).map { NextVaccination(day: $0, rule: rule) }
  }
}

extension CivilDay {
  /// The same day of the month, or the last of a shorter month.
  func adding(months: Int) -> CivilDay? {
    let (sum, isTooLarge) = (year * 12 + month - 1).addingReportingOverflow(Int64(months))
    guard !isTooLarge, sum >= 0, sum / 12 <= 9999 else { return nil }
    let (year, month) = (sum / 12, sum % 12 + 1)
    return CivilDay(year: year, month: month, day: min(day, CivilDay.length(ofMonth: month, year: year)))
  }
}

/// Finds the day of the next dose in what somebody wrote: `next 2027-05`, `booster due: 2027-05-12`, `bis 2028`.
enum WrittenDay {
  private static let announcing: Set<String> = [
    "next", "due", "again", "booster", "repeat", "until", "valid", "nachste", "nachster", "wieder", "fallig",
    "auffrischung", "bis", "gultig", "prochain", "prochaine", "rappel", "proximo", "proxima",
  ]
  /// Words that may stand between.
  private static let passed: Set<String> = [
    "dose", "in", "on", "by", "is", "dosis", "am", "to", "le", "en", "date",
  ]

  static func next(in text: String) -> CivilDay? {
    var isAnnounced = false
    let folded = String(decoding: TextFolding.fold(text), as: UTF8.self)
    for word in folded.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "." }) {
      if isAnnounced, let day = day(word) { return day }
      let letters = word.filter { $0.isLetter }
      if announcing.contains(letters) {
        isAnnounced = true
      } else if !passed.contains(letters) {
        isAnnounced = false
      }
    }
    return nil
  }

  /// `2027-05-12`, `2027-05`, `2027`, `12.05.2027`, `05.2027`; the first day of a month or year.
  private static func day(_ word: Substring) -> CivilDay? {
    var text = word
    while text.last == "." || text.last == "-" { text.removeLast() }
    let isDotted = text.contains(".")
    var parts = text.split(separator: isDotted ? "." : "-", omittingEmptySubsequences: false).map {
      Int64($0)
    }
    if isDotted { parts.reverse() }
    guard (1...3).contains(parts.count), let year = parts[0], (1900...9999).contains(year) else { return nil }
    let month = parts.count > 1 ? parts[1] : 1
    let day = parts.count > 2 ? parts[2] : 1
    guard let month, let day else { return nil }
    return CivilDay(year: year, month: month, day: day)
  }
}
