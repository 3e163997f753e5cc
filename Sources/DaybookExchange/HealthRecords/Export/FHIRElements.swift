// The fields of an entry as elements of R4, for other programs. An extension repeats what they cannot express exactly.

import Daybook
import DaybookModel
import PurusHealth

/// The elements for some of an entry's fields.
struct FHIRElements {
  private let fields: JSONObject
  private let names: Set<String>
  /// Whether the resource is new, made of the entry; otherwise it also has data of its own.
  private let isNew: Bool
  private var made: [(String, JSONValue)] = []

  static func elements(
    _ kind: String, _ fields: JSONObject, of names: Set<String>, isNew: Bool
  ) -> [(String, JSONValue)] {
    var elements = FHIRElements(fields: fields, names: names, isNew: isNew)
    elements.make(kind)
    return elements.made
  }

  private init(fields: JSONObject, names: Set<String>, isNew: Bool) {
    (self.fields, self.names, self.isNew) = (fields, names, isNew)
  }

  /// A field that is wanted, where it says something.
  private func text(_ name: String) -> String? {
    guard names.contains(name), let text = fields[name]?.string, !text.isEmpty else { return nil }
    return text
  }

  private mutating func put(_ element: String, _ field: String, _ make: (JSONValue) -> JSONValue) {
    if let text = text(field) { made.append((element, make(.string(text)))) }
  }

  private mutating func note() {
    if isNew { put("note", "comment") { [["text": $0]] } }
  }

  private mutating func make(_ kind: String) {
    switch kind {
    case MedicalRecord.kind: patient()
    case BloodEntry.kind, WeightEntry.kind: observation(isWeight: kind == WeightEntry.kind)
    case MedicalHistoryEntry.kind:
      put("valueString", "information") { $0 }
      note()
    case DrugEntry.kind:
      put("effectiveDateTime", "date") { FHIRDate.text($0) }
      put("medicationCodeableConcept", "name") { ["text": $0] }
      put("dosage", "information") { [["text": $0]] }
      note()
    case VaccinationEntry.kind: vaccination()
    case AllergyEntry.kind, IllnessEntry.kind, RiskEntry.kind:
      put("code", "information") { ["text": $0] }
      note()
    case MedicalDocumentEntry.kind: document()
    case HumanDoctorEntry.kind:
      put("name", "name") { [["text": $0]] }
      put("qualification", "specialty") { [["code": ["text": $0]]] }
      put("address", "address") { [["text": $0]] }
      reached(by: "phone", "email")
    case EmergencyContact.kind:
      put("name", "name") { [["text": $0]] }
      put("relationship", "relationship") { [["text": $0]] }
      reached(by: "phone", "email")
    default: break
    }
  }

  private mutating func observation(isWeight: Bool) {
    put("effectiveDateTime", "date") { FHIRDate.text($0) }
    put("valueString", "value") { $0 }
    if isWeight, names.contains("weight") || names.contains("unit") {
      let isPounds = fields["unit"]?.string == WeightUnit.lbs.rawValue
      made.append(
        (
          "valueQuantity",
          [
            "value": fields["weight"] ?? 0, "unit": isPounds ? "lbs" : "kg",
            "system": "http://unitsofmeasure.org", "code": isPounds ? "[lb_av]" : "kg",
          ]
        ))
    }
    guard isNew else { return }
    put("code", "comment") { text in
      var code = isWeight ? FHIRSkeleton.weightCode.object ?? [:] : [:]
      code["text"] = text
      return .object(code)
    }
  }

  private mutating func vaccination() {
    if let date = text("date") {
      made.append(("_occurrenceString", .null))
      made.append(("occurrenceDateTime", FHIRDate.text(.string(date))))
    }
    put("vaccineCode", "name") { ["text": $0] }
    put("location", "place") { ["display": $0] }
    note()
  }

  private mutating func reached(by phone: String, _ email: String) {
    guard names.contains(phone) || names.contains(email) else { return }
    if let points = telecom(phone, email) { made.append(("telecom", points)) }
  }

  private func telecom(_ phone: String, _ email: String) -> JSONValue? {
    var points: [JSONValue] = []
    for (system, field) in [("phone", phone), ("email", email)] {
      if let value = fields[field]?.string, !value.isEmpty {
        points.append(["system": .string(system), "value": .string(value)])
      }
    }
    return points.isEmpty ? nil : .array(points)
  }

  private mutating func document() {
    var attachment = JSONObject()
    if let type = fields["documentType"]?.string, type.contains("/") {
      attachment["contentType"] = .string(type)
    }
    if let name = fields["documentName"]?.string, !name.isEmpty { attachment["title"] = .string(name) }
    if let data = fields["documentData"]?.string { attachment["data"] = .string(data) }
    if !attachment.isEmpty { made.append(("content", [["attachment": .object(attachment)]])) }
    if isNew { put("description", "comment") { $0 } }
  }

  // MARK: Patients

  private static let genders: Set<String> = ["male", "female", "other", "unknown"]

  private mutating func patient() {
    let isPet = fields["isPet"]?.bool == true
    let nameFields: Set<String> = [
      "isPet", "personalGivenName", "personalFamilyName", "personalNickName", "personalName",
    ]
    if !names.isDisjoint(with: nameFields) { patientName(isPet: isPet) }
    if let gender = text("personalGender"), Self.genders.contains(gender) {
      made.append(("gender", .string(gender)))
    }
    put("birthDate", "personalBirthdate") { $0 }
    put("address", "personalAddress") { [["text": $0]] }
    guard isNew else { return }
    guard isPet else {
      return put("identifier", "personalSocialSecurityNumber") {
        [["system": "http://hl7.org/fhir/sid/us-ssn", "value": $0]]
      }
    }
    animal()
  }

  private mutating func patientName(isPet: Bool) {
    var name = JSONObject()
    if let given = fields[isPet ? "personalName" : "personalGivenName"]?.string, !given.isEmpty {
      name["given"] = [.string(given)]
    }
    if !isPet, let family = fields["personalFamilyName"]?.string, !family.isEmpty {
      name["family"] = .string(family)
    }
    var all: [JSONValue] = name.isEmpty ? [] : [.object(name)]
    if let nick = fields["personalNickName"]?.string, !nick.isEmpty {
      all.append(["use": "nickname", "text": .string(nick)])
    }
    if !all.isEmpty { made.append(("name", .array(all))) }
  }

  private mutating func animal() {
    var parts: [JSONValue] = [["url": "species", "valueCodeableConcept": ["text": "animal"]]]
    if let breed = text("petBreed") {
      parts.append(["url": "breed", "valueCodeableConcept": ["text": .string(breed)]])
    }
    made.append(
      (
        "extension",
        [["url": "http://hl7.org/fhir/StructureDefinition/patient-animal", "extension": .array(parts)]]
      ))
    put("identifier", "personalAnimalID") { [["value": $0]] }
    var contact = JSONObject()
    if let name = text("ownerName") { contact["name"] = ["text": .string(name)] }
    if let points = telecom("ownerPhone", "ownerEmail") { contact["telecom"] = points }
    if !contact.isEmpty { made.append(("contact", [.object(contact)])) }
    put("generalPractitioner", "vetContactName") { [["display": $0]] }
    put("managingOrganization", "vetClinicName") { ["display": $0] }
  }
}

// R4 has no status for a dose that is to come: it was not done, and the reason is that it is planned.

enum FHIRPlannedDose {
  private static let reason: JSONValue = ["text": "planned"]

  static func isPlanned(_ resource: FHIRResource) -> Bool { resource["statusReason"] == reason }

  /// Says whether an Immunization is planned; one that was planned and no longer is has been given.
  static func mark(_ resource: inout JSONObject, isPlanned: Bool) {
    if isPlanned {
      (resource["status"], resource["statusReason"]) = ("not-done", reason)
    } else if resource["statusReason"] == reason {
      (resource["status"], resource["statusReason"]) = ("completed", nil)
    }
  }
}
