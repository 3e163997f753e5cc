// The state of something in a source: that it did not happen, is planned, or has ended. An entry is a name in a list,
// so the state is written before the name, and an act that was not done never counts as a dose or a value.

import Daybook
import DaybookModel
import PurusHealth

/// The states other than "it happened" or "it applies".
enum ClinicalState: String, CaseIterable {
  case noneKnown = "None known"
  case notKnown = "Not known"
  case notTaken = "Not taken"
  case notToBeTaken = "Not to be taken"
  case notGiven = "Not given"
  case notDone = "Not done"
  case notPresent = "Not present"
  case noAllergy = "No allergy"
  case ruledOut = "Ruled out"
  case suspected = "Suspected"
  case goal = "Goal"
  case planned = "Planned"
  case proposed = "Proposed"
  case draft = "Draft"
  case onHold = "On hold"
  case stopped = "Stopped"
  case cancelled = "Cancelled"

  func named(_ name: String) -> String {
    if name.isEmpty { return rawValue }
    return name.hasPrefix(rawValue + ": ") ? name : "\(rawValue): \(name)"
  }
}

extension HealthEntry {
  /// The field by which lists show it; nil of people, and of what is shown by its value.
  var nameField: String? {
    switch kind {
    case BloodEntry.kind, WeightEntry.kind, MedicalRecord.kind, HumanDoctorEntry.kind, EmergencyContact.kind:
      nil
    case MedicalDocumentEntry.kind: "documentName"
    default: fields["name"] == nil ? "information" : "name"
    }
  }

  /// The same in a state.
  func stated(_ state: ClinicalState?) -> HealthEntry {
    guard let state else { return self }
    var entry = self
    if let field = nameField {
      entry.fields[field] = .string(state.named(fields[field]?.string ?? ""))
    } else if kind == BloodEntry.kind || kind == WeightEntry.kind {
      entry.setValue(state)
    }
    return entry
  }

  /// A value that was not measured is written as text: as a number it would be plotted, or count as the weight.
  private mutating func setValue(_ state: ClinicalState) {
    var value = fields["value"]?.string ?? ""
    if kind == WeightEntry.kind, let weight = fields["weight"] {
      value = "\(weight) \(fields["unit"]?.string ?? "")"
    }
    let comment = fields["comment"]?.string ?? ""
    let said = value.isEmpty ? "" : "value: \(value)"
    kind = BloodEntry.kind
    (fields["weight"], fields["unit"]) = (nil, nil)
    fields["value"] = .string(state.rawValue.lowercased())
    fields["comment"] = .string([comment, said].filter { !$0.isEmpty }.joined(separator: "; "))
  }
}

extension Remarks {
  /// The field for a date; if it did not happen, the date is only a remark.
  mutating func date(_ text: String?, _ state: ClinicalState?, zone: TimeZoneRule?) -> JSONValue {
    if state == nil { return date(text, zone: zone) }
    add("date", text)
    return .null
  }
}
