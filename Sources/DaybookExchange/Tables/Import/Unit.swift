import Daybook
import DaybookView

/// Units of mass, as headers and cells write them.
enum Unit {
  /// `kg` or `lbs`; nil for other units and for what is not a unit.
  static func canonical(_ text: String) -> String? {
    guard let known = known(text), known.times == 1, known.per == 1 else { return nil }
    return known.unit
  }

  /// A unit in which a field can be, and how much of it one of this is: a gram is 1/1000 kg, a stone 14/1 lbs.
  private static func known(_ text: String) -> (unit: String, times: Double, per: Double)? {
    switch HeaderName.folded(text) {
    case "kg", "kgs", "kilo", "kilos", "kilogram", "kilograms", "kilogramm", "kilogramme", "kilogrammes":
      ("kg", 1, 1)
    case "g", "gr", "gram", "grams", "gramm", "gramme", "grammes": ("kg", 1, 1000)
    case "lb", "lbs", "pound", "pounds", "pfund": ("lbs", 1, 1)
    case "oz", "ounce", "ounces": ("lbs", 1, 16)
    case "st", "stone", "stones": ("lbs", 14, 1)
    default: nil
    }
  }

  /// `155 lb`, `11 st 4 lb`, `70500 g`: the number in a unit that fields have, and that unit.
  ///
  /// - Parameter number: reads a number as the column writes them.
  static func mass(_ text: String, number: (String) -> Double?) -> (value: Double, unit: String)? {
    var (sum, common) = (0.0, String?.none)
    var rest = text[...]
    while !rest.isEmpty {
      let digits = rest.prefix { !$0.isLetter }
      let letters = rest[digits.endIndex...].prefix { $0.isLetter }
      guard let known = known(String(letters)), common ?? known.unit == known.unit,
        let value = number(String(digits))
      else { return nil }
      (sum, common) = (sum + value * known.times / known.per, known.unit)
      rest = rest[letters.endIndex...].drop { $0 == "." || $0.isWhitespace }
    }
    return common.map { (sum, $0) }
  }
}

/// Currencies, as headers and cells write them.
enum CurrencySign {
  /// The code of ISO 4217; nil for what names no currency, or one of several.
  static func code(_ text: String) -> String? {
    let text = text.filter { !$0.isWhitespace }
    switch text {
    case "€": return "EUR"
    case "£": return "GBP"
    case "$", "US$": return "USD"
    default:
      return text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) } ? text : nil
    }
  }

  /// `35.50 EUR`, `€ 35,50`, `CHF 1'200.–`: the number as it is written, and the currency.
  static func amount(_ text: String) -> (number: String, code: String)? {
    func isNumber(_ character: Character) -> Bool {
      character.isNumber || "+-−.,'’ \u{a0}\u{202f}".contains(character)
    }
    guard let first = text.firstIndex(where: \.isNumber), let last = text.lastIndex(where: \.isNumber) else {
      return nil
    }
    let number = text[first...last]
    let sign = text[..<first].filter { $0 == "-" || $0 == "−" || $0 == "+" }
    let before = text[..<first].filter { !isNumber($0) }
    let behind = text[text.index(after: last)...].filter { !isNumber($0) && $0 != "–" && $0 != "—" }
    guard number.allSatisfy(isNumber), before.isEmpty != behind.isEmpty,
      let code = code(before.isEmpty ? behind : before)
    else { return nil }
    return (sign + number, code)
  }
}

/// The field in which a kind keeps the unit of its numbers.
struct UnitField: Sendable, Equatable {
  var name: String
  /// Masses, in these units; nil for sums of money.
  private var units: [String]?

  init?(_ schema: KindSchema) {
    for field in schema.fields {
      switch field.type {
      case .enumeration(let known) where field.name.hasSuffix("nit") && known.contains("kg"):
        self.init(name: field.name, units: known)
        return
      case .string where field.name == "currency":
        self.init(name: field.name, units: nil)
        return
      default: continue
      }
    }
    return nil
  }

  private init(name: String, units: [String]?) { (self.name, self.units) = (name, units) }

  /// The number and the unit of a cell that has both; nil where it does not, or has a unit that the field cannot be in.
  func read(_ text: String, decimal: WrittenNumber.Decimal) -> (value: Double, unit: String)? {
    func number(_ text: String) -> Double? {
      WrittenNumber.plain(text, decimal: decimal).flatMap { Double($0) }
    }
    let found: (value: Double, unit: String)?
    if let units {
      found = Unit.mass(text, number: number).flatMap { units.contains($0.unit) ? $0 : nil }
    } else {
      found = CurrencySign.amount(text).flatMap { amount in
        number(amount.number).map { ($0, amount.code) }
      }
    }
    return found.flatMap { $0.value.isFinite ? $0 : nil }
  }

  /// What a cell may be, as the end of "… is not".
  var expected: String {
    units.map { "a number in \($0.joined(separator: " or "))" } ?? "a sum such as 35.50 EUR"
  }

  /// Whether a header may name the unit of its column.
  func knows(_ unit: String) -> Bool { read("1 " + unit, decimal: .point) != nil }
}
