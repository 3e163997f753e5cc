// Codes in the place of a finding that state that there is none, or that it is unknown: of SNOMED CT, and those of the
// International Patient Summary.

import DaybookModel

/// What a code of absence says.
struct AbsenceCode: Equatable {
  var state: ClinicalState
  /// What is absent; empty if it is everything of the kind.
  var subject = ""

  private init(_ state: ClinicalState, _ subject: String = "") {
    (self.state, self.subject) = (state, subject)
  }

  /// nil for the code of a thing.
  init?(_ code: String) {
    switch code {
    // No known allergies; no current problems or disability; no known medications.
    case "716186003", "160244002", "160245001", "787481004", "no-known-allergies", "no-known-medications",
      "no-known-problems", "no-known-procedures", "no-known-immunizations":
      self.init(.noneKnown)
    case "409137002", "no-known-medication-allergies": self.init(.noneKnown, "drug allergy")
    case "429625007", "no-known-food-allergies": self.init(.noneKnown, "food allergy")
    case "428607008", "no-known-environmental-allergies": self.init(.noneKnown, "environmental allergy")
    case "428197003": self.init(.noneKnown, "insect allergy")
    case "716184000": self.init(.noneKnown, "latex allergy")
    case "716220001": self.init(.noneKnown, "animal allergy")
    // Drug treatment unknown.
    case "182904002", "no-allergy-info", "no-medication-info", "no-problem-info", "no-procedure-info",
      "no-immunization-info":
      self.init(.notKnown)
    default: return nil
    }
  }

  /// The first among the codes of one thing.
  init?(_ codes: [String]) {
    guard let absence = codes.lazy.compactMap({ AbsenceCode($0) }).first else { return nil }
    self = absence
  }
}

extension HealthEntry {
  /// The same entry, marked as absent if its code says so; the source's own name goes into the comment.
  func absent(_ absence: AbsenceCode?) -> HealthEntry {
    guard let absence, let field = nameField else { return self }
    var entry = self
    var remarks = Remarks()
    remarks.add(fields[field]?.string)
    entry.remark(remarks)
    entry.fields[field] = .string(absence.subject)
    return entry.stated(absence.state)
  }
}
