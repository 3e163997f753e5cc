import Daybook

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

  /// One English sentence that names the rules and refers to a doctor, for output.
  public var name: String { "rules: intervals usual in Central Europe; ask your doctor" }

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
