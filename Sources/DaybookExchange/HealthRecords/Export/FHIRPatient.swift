// The patient of a bundle's resources: each refers to its record in this ledger, even if it was imported with a
// reference to another patient, or to none.

import DaybookModel

/// A patient of the bundle, as its other resources name it.
struct FHIRPatient {
  let reference: JSONValue
  private let recordID: String
  private let key: FHIRKey
  private let index: FHIRIndex?
  /// Whether it is the only one: resources that name no patient belong to it.
  private let isOnly: Bool

  /// - Parameters:
  ///   - recordID: the id of its record.
  ///   - url: its URL in the bundle; empty if it is not in the bundle.
  init(_ patient: JSONObject, of recordID: String, at url: String, isOnly: Bool) {
    (self.recordID, self.isOnly) = (recordID, isOnly)
    let resource = FHIRResource(patient, at: url)
    key = FHIRKey(resource, defaultBase: "")
    let entry: JSONObject =
      url.isEmpty ? ["resource": .object(patient)] : ["fullUrl": .string(url), "resource": .object(patient)]
    let bundle: JSONValue = ["resourceType": "Bundle", "entry": [.object(entry)]]
    index = (try? FHIRDocument(bundle.canonicalBytes)).map { FHIRIndex($0, defaultBase: "") }
    if !url.isEmpty {
      reference = ["reference": .string(url)]
    } else if let id = patient["id"]?.string, !id.isEmpty {
      reference = ["reference": .string("Patient/\(id)")]
    } else {
      reference = patient["identifier"]?.first.map { ["identifier": $0] } ?? ["display": "the patient"]
    }
  }

  /// A resource as it came, of this patient.
  func owning(_ kept: StoredResource) -> JSONObject {
    let resource = FHIRResource(kept.json, at: kept.url)
    guard let told = FHIREntries.owner(of: resource) else {
      // A practitioner belongs to any patient they treat.
      return isOnly || resource.type == "Practitioner" ? resource.json : putting(into: resource)
    }
    // A patient who was only referred to has a record under that reference.
    let named = index?.key(told, in: resource, type: "Patient")
    return named == key || named?.entryID() == recordID ? resource.json : putting(into: resource)
  }

  /// The types of R4 that call it `patient`; the others say `subject`.
  private static let patientTypes: Set<String> = [
    "AllergyIntolerance", "Immunization", "RelatedPerson", "FamilyMemberHistory", "MedicationOrder", "Claim",
    "Coverage", "ExplanationOfBenefit", "Device", "NutritionOrder", "VisionPrescription",
  ]

  private func putting(into resource: FHIRResource) -> JSONObject {
    var json = resource.json
    let names = ["patient", "subject"].filter { FHIREntries.owner(of: resource, in: $0) != nil }
    for name in names { json[name] = reference }
    if !names.isEmpty { return json }
    let name = Self.patientTypes.contains(resource.type) ? "patient" : "subject"
    if json[name] == nil, !["Practitioner", "Basic"].contains(resource.type) {
      json[name] = reference
    } else {
      let others = (json["extension"]?.array ?? []).filter { $0["url"]?.string != FHIRExtension.patientURL }
      json["extension"] = .array(
        others + [["url": .string(FHIRExtension.patientURL), "valueReference": reference]])
    }
    return json
  }
}
