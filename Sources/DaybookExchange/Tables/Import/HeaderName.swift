import DaybookText
import DaybookView

/// Names of columns, and the fields that they mean.
enum HeaderName {
  static func tidy(_ text: String) -> String {
    KeyNormalizer.trimmedComposed.normalized(text.singleSpaced)
  }

  /// Letters and digits alone, in lower case.
  static func folded(_ text: some StringProtocol) -> String {
    String(
      text.lowercased().unicodeScalars.filter {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      })
  }

  /// `Weight (kg)`, `Gewicht [kg]`, `weight_kg`, `Weight, kg`: the name without the unit, and the unit.
  static func parts(_ header: String) -> (name: String, unit: String?) {
    for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)] {
      guard header.last == close, let start = header.lastIndex(of: open) else { continue }
      let unit = header[header.index(after: start)...].dropLast()
      return (tidy(String(header[..<start])), unit.isEmpty ? nil : String(unit))
    }
    for mark in [",", "_", " in "] {
      guard let place = header.range(ofLast: mark) else { continue }
      let unit = tidy(String(header[place.upperBound...]))
      if Unit.canonical(unit) != nil { return (tidy(String(header[..<place.lowerBound])), unit) }
    }
    return (header, nil)
  }

  /// The field whose name the header is, whatever its case and signs; nil for none.
  static func field(called header: String, in fields: [String]) -> String? {
    let wanted = folded(header)
    if let exact = fields.first(where: { $0 == header }) { return exact }
    let named = fields.filter { folded($0) == wanted }
    return named.count == 1 ? named[0] : nil
  }

  /// The probable field of a header that is not a field's name: a default for the question to the user, never used
  /// without asking.
  static func guess(_ header: String, in fields: [String]) -> String? {
    let name = folded(parts(header).name)
    for (word, meanings) in words where name.contains(word) {
      if let meant = meanings.first(where: { fields.contains($0) }) { return meant }
    }
    return Suggestion.nearest(to: name, among: fields)
  }

  /// Words of scales, laboratories and address books, in some languages of Europe.
  private static let words: [(String, [String])] = [
    ("geburt", ["personalBirthdate", "birthdate"]), ("birth", ["personalBirthdate", "birthdate"]),
    ("datum", ["date", "startDate", "occurredAt"]), ("date", ["date", "startDate", "occurredAt"]),
    ("time", ["date", "startDate", "occurredAt"]), ("zeit", ["date", "startDate", "occurredAt"]),
    ("fecha", ["date", "startDate"]), ("data", ["date", "startDate"]),
    ("gewicht", ["weight"]), ("poids", ["weight"]), ("peso", ["weight"]), ("mass", ["weight"]),
    ("einheit", ["unit"]), ("unit", ["unit"]),
    ("result", ["value"]), ("ergebnis", ["value"]), ("messwert", ["value"]), ("wert", ["value"]),
    ("bemerkung", ["comment"]), ("kommentar", ["comment"]), ("note", ["comment", "notes", "plainText"]),
    ("remark", ["comment"]), ("test", ["comment", "name"]), ("analyte", ["comment", "name"]),
    ("titel", ["title"]), ("subject", ["title"]), ("betreff", ["title"]),
    ("mail", ["email", "emailCache"]), ("name", ["name", "displayNameCache", "title"]),
  ]
}

extension String {
  /// Where a text stands for the last time.
  fileprivate func range(ofLast text: String) -> Range<Index>? { ranges(of: text).last }
}
