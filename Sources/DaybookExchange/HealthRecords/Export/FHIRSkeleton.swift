// What R4 wants of a resource whatever it says, by the kind of entry.

import Daybook
import DaybookModel
import PurusHealth

enum FHIRSkeleton {
  private static let absent: JSONValue = [
    "extension": [
      ["url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "unknown"]
    ]
  ]

  static func resource(_ kind: String, patient: JSONValue?) -> JSONObject {
    let (type, elements, owner) = parts(kind)
    var resource = elements
    resource["resourceType"] = .string(type)
    guard let patient else { return resource }
    if let owner {
      resource[owner] = patient
    } else {
      resource["extension"] = [["url": .string(FHIRExtension.patientURL), "valueReference": patient]]
    }
    return resource
  }

  private static func coded(_ system: String, _ code: String, _ display: String? = nil) -> JSONValue {
    var coding: JSONObject = ["system": .string(system), "code": .string(code)]
    if let display { coding["display"] = .string(display) }
    return ["coding": [.object(coding)]]
  }

  private static let terminology = "http://terminology.hl7.org/CodeSystem/"
  static let weightCode = coded("http://loinc.org", "29463-7", "Body weight")
  private static let historyCode = coded("http://loinc.org", "11348-0", "History of Past illness note")

  /// The type, what it must have, and the element that says whose it is.
  private static func parts(_ kind: String) -> (type: String, elements: JSONObject, owner: String?) {
    switch kind {
    case MedicalRecord.kind: return ("Patient", [:], nil)
    case BloodEntry.kind: return ("Observation", ["status": "final", "code": absent], "subject")
    case WeightEntry.kind:
      let category = coded(terminology + "observation-category", "vital-signs")
      return ("Observation", ["status": "final", "category": [category], "code": weightCode], "subject")
    case MedicalHistoryEntry.kind:
      return ("Observation", ["status": "final", "code": historyCode], "subject")
    case DrugEntry.kind:
      return ("MedicationStatement", ["status": "active", "medicationCodeableConcept": absent], "subject")
    case VaccinationEntry.kind:
      let elements: JSONObject = [
        "status": "completed", "vaccineCode": absent, "_occurrenceString": absent,
      ]
      return ("Immunization", elements, "patient")
    case AllergyEntry.kind:
      let status = coded(terminology + "allergyintolerance-clinical", "active")
      return ("AllergyIntolerance", ["clinicalStatus": status], "patient")
    case IllnessEntry.kind: return ("Condition", [:], "subject")
    case RiskEntry.kind: return ("RiskAssessment", ["status": "final"], "subject")
    case MedicalDocumentEntry.kind:
      return ("DocumentReference", ["status": "current", "content": [["attachment": absent]]], "subject")
    case HumanDoctorEntry.kind: return ("Practitioner", [:], nil)
    case EmergencyContact.kind: return ("RelatedPerson", [:], "patient")
    default: return ("Basic", ["code": coded(FHIRExtension.kindSystem, kind)], "subject")
    }
  }
}
