public import Daybook
import DaybookText

/// The most important data for anyone who helps the person or the pet in an emergency.
///
/// Made of rows, so that values that output hides are hidden on the card, too.
public struct EmergencyCard: Sendable, Equatable {
  /// A value with its label.
  public struct Fact: Sendable, Equatable {
    /// In lower-case English, such as `birthdate` or `health insurance`.
    public var label: String
    /// The field's value; a masked field has its mask here. Never empty or only white space.
    public var text: String
  }

  /// A titled list on the card. A section without lines is left out of the card.
  public struct Section: Sendable, Equatable {
    /// In English: `Allergies`, `Drugs`, `Owner`, `Emergency contacts` and so on.
    public var title: String
    /// One line for each entry; `Owner` and `Veterinarian` have one line.
    public var lines: [Line]
  }

  /// The first text is the subject, the others are details.
  public struct Line: Sendable, Equatable {
    /// Never empty; fields without text are left out.
    public var texts: [String]
    /// A telephone number that can be called.
    public var phone: String?
  }

  /// The record's computed `displayName`.
  public var name: String
  /// Decides which facts and sections appear: owner and veterinarian only for a pet.
  public var creature: MedicalRecord.Creature
  /// Birth, gender or sex, and what identifies the person or the pet; fields without text are left out.
  public var facts: [Fact] = []
  /// The sections with content, the most urgent first.
  public var sections: [Section] = []

  /// - Parameters:
  ///   - rows: the record and its entries.
  ///   - day: today: a drug of a later day is planned, and its line says so.
  ///   - zone: the time zone that determines the days of moments.
  public init(_ rows: RecordRows, on day: CivilDay, zone: TimeZoneRule = .utc) {
    let record = rows.record
    func text(_ field: String) -> String? { Self.text(record, field) }
    name = text("displayName") ?? ""
    creature = record["isPet"]?.bool == true ? .pet : .human
    add(creature.birthLabel, text("personalBirthdate"))
    add(creature.genderLabel, text("personalGender"))
    switch creature {
    case .human:
      add("called", text("personalNickName"))
      add("address", text("personalAddress"))
      add("health insurance", text("personalHealthInsurance"))
      add("insurance number", text("personalHealthInsuranceNumber"))
    case .pet:
      add("breed", text("petBreed"))
      add("colour", text("petColor"))
      add("chip or tattoo", text("personalAnimalID"))
    }
    add("Allergies", rows, "allergies", ["information", "comment"])
    add("Drugs", rows, "drugs", ["name", "information", "comment"]) { drug in
      drug["date"]?.string.flatMap { Instant($0) }.map { zone.day(of: $0) }.flatMap { start in
        start > day ? "planned for \(start)" : nil
      }
    }
    add("Illnesses", rows, "illnesses", ["information", "comment"])
    add("Risks", rows, "risks", ["information", "comment"])
    if creature == .pet {
      add("Owner", record, ["ownerName", "ownerPhone", "ownerEmail"], phone: "ownerPhone")
      add(
        "Veterinarian", record,
        ["vetClinicName", "vetContactName", "vetPhone", "vetEmail", "vetAddress", "vetNote"],
        phone: "vetPhone")
    }
    add("Emergency contacts", rows, "emergencyContacts", ["name", "relationship", "phone", "email"])
    add(
      "Doctors", rows, "doctors",
      ["name", "specialty", "contactName", "phone", "email", "address", "comment"])
    add("Medical history", rows, "medicalHistory", ["information", "comment"])
  }

  private mutating func add(_ label: String, _ text: String?) {
    if let text { facts.append(Fact(label: label, text: text)) }
  }

  /// - Parameter state: follows the entry's name directly, because it changes its meaning.
  private mutating func add(
    _ title: String, _ rows: RecordRows, _ relation: String, _ fields: [String],
    state: (Row) -> String? = { _ in nil }
  ) {
    let lines = (rows.entries[relation] ?? []).compactMap { row in
      guard var line = Self.line(row, fields, phone: "phone") else { return nil as Line? }
      if let state = state(row) { line.texts.insert(state, at: 1) }
      return line
    }
    if !lines.isEmpty { sections.append(Section(title: title, lines: lines)) }
  }

  private mutating func add(_ title: String, _ record: Row, _ fields: [String], phone: String) {
    guard let line = Self.line(record, fields, phone: phone) else { return }
    sections.append(Section(title: title, lines: [line]))
  }

  private static func line(_ row: Row, _ fields: [String], phone: String) -> Line? {
    let texts = fields.compactMap { text(row, $0) }
    return texts.isEmpty ? nil : Line(texts: texts, phone: fields.contains(phone) ? text(row, phone) : nil)
  }

  /// Nil if the field is empty.
  private static func text(_ row: Row, _ field: String) -> String? {
    row[field]?.string.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }
}

extension PurusLedger {
  /// The emergency card of a record, with all values; nil where there is no such record. O(the record).
  ///
  /// - Parameters:
  ///   - record: the record's id.
  ///   - day: today: a drug of a later day is planned, and its line says so.
  ///   - zone: the time zone that determines the days of moments.
  public func emergencyCard(
    of record: Ref<MedicalRecord>, on day: CivilDay, zone: TimeZoneRule = .utc
  ) async throws -> EmergencyCard? {
    try await rows(of: record).map { EmergencyCard($0, on: day, zone: zone) }
  }
}

extension EmergencyCard {
  /// The card as a page of its own (HTML): for paper from A6 to A4, and for a phone. It loads nothing from a network,
  /// runs no script, and contains the whole card.
  public var page: String {
    var body = "<h1>\(Markup.text(name))</h1>\n"
    if !facts.isEmpty {
      body += "<dl>\n"
      for fact in facts {
        body += "<div><dt>\(Markup.text(fact.label))</dt><dd>\(Markup.text(fact.text))</dd></div>\n"
      }
      body += "</dl>\n"
    }
    body += "<div class=\"sections\">\n" + sections.map(Self.section).joined() + "</div>\n"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <meta name="referrer" content="no-referrer">
      <title>\(Markup.escaped(name)): emergency card</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <p class="what">Emergency card</p>
      \(body)</body>
      </html>

      """
  }

  private static func section(_ section: Section) -> String {
    var text = "<section>\n<h2>\(Markup.text(section.title))</h2>\n<ul>\n"
    for line in section.lines {
      let words = line.texts.enumerated().map { index, word in
        let shown = word == line.phone ? Markup.phone(word) : Markup.text(word)
        return index == 0 ? "<b>\(shown)</b>" : "<span>\(shown)</span>"
      }
      text += "<li>\(words.joined(separator: " "))</li>\n"
    }
    return text + "</ul>\n</section>\n"
  }

  private static let style = """
    :root { color-scheme: light; font: 15px/1.35 system-ui, sans-serif; color: #111; background: #fff; }
    body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
    .what { margin: 0; color: #b00020; font-weight: 600; text-transform: uppercase; letter-spacing: .06em; }
    h1 { margin: 0 0 .4rem; font-size: 1.7rem; line-height: 1.15; overflow-wrap: anywhere; }
    dl { display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; margin: 0 0 .6rem; }
    dl div { display: flex; gap: .4rem; }
    dt { color: #555; }
    dd { margin: 0; font-weight: 600; }
    .sections { columns: 21rem; column-gap: 1.5rem; }
    section { break-inside: avoid; border-top: 2px solid #b00020; padding: .2rem 0 .5rem; }
    h2 { margin: 0; font-size: .85rem; color: #b00020; }
    ul { margin: 0; padding: 0; list-style: none; }
    li { padding: .1rem 0; white-space: pre-line; overflow-wrap: anywhere; }
    li span::before { content: "\\00b7\\00a0"; color: #777; }
    a { color: inherit; white-space: nowrap; }
    @page { margin: 8mm; }
    @media print { :root { font-size: 9.5pt; } body { padding: 0; max-width: none; } }
    """
}

extension Markup {
  /// A link that a phone calls, where there is a number.
  fileprivate static func phone(_ text: String) -> String {
    let number = text.filter { $0.isASCII && ($0.isNumber || $0 == "+") }
    return number.count < 3 ? self.text(text) : "<a href=\"tel:\(number)\">\(self.text(text))</a>"
  }
}
