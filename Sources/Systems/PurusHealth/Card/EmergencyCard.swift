public import Daybook

/// What somebody must know at once who helps the person or the pet.
///
/// Made of rows, so that what output hides is hidden on the card, too.
public struct EmergencyCard: Sendable, Equatable {
  /// A value by what it is called.
  public struct Fact: Sendable, Equatable {
    public var label: String
    public var text: String
  }

  public struct Section: Sendable, Equatable {
    public var title: String
    public var lines: [Line]
  }

  /// The first of the texts says what it is, the others more of it.
  public struct Line: Sendable, Equatable {
    public var texts: [String]
    /// Numbers that a telephone can call.
    public var phone: String?
  }

  public var name: String
  public var creature: MedicalRecord.Creature
  public var facts: [Fact] = []
  /// Those that say something, the most urgent first.
  public var sections: [Section] = []

  public init(_ rows: RecordRows) {
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
    add("Drugs", rows, "drugs", ["name", "information", "comment"])
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

  private mutating func add(_ title: String, _ rows: RecordRows, _ relation: String, _ fields: [String]) {
    let lines = (rows.entries[relation] ?? []).compactMap { Self.line($0, fields, phone: "phone") }
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

  /// Nil where nothing is said.
  private static func text(_ row: Row, _ field: String) -> String? {
    row[field]?.string.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }
}

extension Ledger {
  /// The emergency card of a record, with all values; nil where there is no such record. O(the record).
  public func emergencyCard(of record: Ref<MedicalRecord>) throws -> EmergencyCard? {
    try recordRows(of: record).map { EmergencyCard($0) }
  }
}
