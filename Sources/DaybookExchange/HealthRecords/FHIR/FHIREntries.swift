// The entry of Purus Health for each resource of FHIR: the only table for it.

import Daybook
import DaybookLog
import DaybookModel
import PurusHealth

/// Makes entries of resources. A pure function of the resource and of the rest of its document.
struct FHIREntries {
  /// Of times that name none; nil where it is not known.
  var zone: TimeZoneRule?
  /// The resource of the document that a reference leads to.
  var lookUp: (_ reference: String, FHIRResource) -> FHIRResource? = { _, _ in nil }

  /// The entries of a resource, its main entry first. None if Purus Health has no place for it; the resource is then
  /// kept as it came.
  func entries(of resource: FHIRResource) -> [HealthEntry] {
    var entries: [HealthEntry] =
      switch resource.type {
      case "Patient": patient(resource)
      case "Observation": [observation(resource)]
      case "Immunization": [immunization(resource)]
      case "AllergyIntolerance": [allergy(resource)]
      case "Condition": [condition(resource)]
      case "MedicationStatement", "MedicationRequest", "MedicationOrder": [medication(resource)]
      case "DocumentReference", "Media": [document(resource)]
      case "DiagnosticReport": [report(resource)]
      case "Practitioner": [practitioner(resource)]
      case "RelatedPerson": [relatedPerson(resource)]
      case "Procedure", "Encounter": [history(resource)]
      case "FamilyMemberHistory": [familyHistory(resource)]
      case "RiskAssessment", "Flag": [risk(resource)]
      case "Basic": FHIRExtension.kind(of: resource).map { [HealthEntry($0, [:])] } ?? []
      default: []
      }
    guard let first = entries.first else { return [] }
    let codes =
      FHIRText.codes(resource["code", "vaccineCode", "medicationCodeableConcept", "substance"])
      + FHIRText.codes(resource["medication"]?["concept"])
    let absence = AbsenceCode(codes)
    entries[0] = absence == nil ? first.stated(ClinicalState(resource)) : first.absent(absence)
    FHIRExtension.apply(resource, to: &entries[0])
    return entries
  }

  /// The types that R5 has and R4 has not.
  static let newerTypes: Set<String> = [
    "ActorDefinition", "ArtifactAssessment", "BiologicallyDerivedProductDispense", "ConditionDefinition",
    "DeviceAssociation", "DeviceDispense", "DeviceUsage", "EncounterHistory", "FormularyItem", "GenomicStudy",
    "ImagingSelection", "InventoryItem", "InventoryReport", "MedicationUsage", "NutritionIntake",
    "Permission",
    "Requirements", "SubscriptionTopic", "TestPlan", "Transport",
  ]

  /// The types that belong to no one patient: they are kept, and need no owner.
  static let shared: Set<String> = [
    "Organization", "Location", "Medication", "Questionnaire", "Endpoint", "Practitioner", "PractitionerRole",
    "HealthcareService", "Substance", "Schedule", "Slot", "ValueSet", "CodeSystem", "StructureDefinition",
    "CapabilityStatement", "Conformance", "ConceptMap", "NamingSystem", "SearchParameter",
    "OperationDefinition",
    "OperationOutcome", "ImplementationGuide", "Library", "Measure", "ActivityDefinition", "PlanDefinition",
    "InsurancePlan", "OrganizationAffiliation", "Parameters", "Binary", "Provenance", "Device",
  ]

  /// The reference to the patient of a resource.
  static func owner(of resource: FHIRResource) -> JSONValue? {
    for name in ["patient", "subject", "beneficiary", "individual", "for", "policyHolder"] {
      if let reference = owner(of: resource, in: name) { return reference }
    }
    for part in resource["extension"]?.elements ?? [] where part["url"]?.string == FHIRExtension.patientURL {
      return part["valueReference"]
    }
    // Of appointments.
    for participant in resource["participant"]?.elements ?? [] {
      if let actor = participant["actor"], FHIRKey(path: actor["reference"]?.string ?? "")?.type == "Patient"
      {
        return actor
      }
    }
    if let actor = resource["actor"], FHIRKey(path: actor["reference"]?.string ?? "")?.type == "Patient" {
      return actor
    }
    return nil
  }

  /// The first reference of an element that may lead to a patient.
  static func owner(of resource: FHIRResource, in name: String) -> JSONValue? {
    (resource[name]?.elements ?? []).first { reference in
      if let key = FHIRKey(path: reference["reference"]?.string ?? ""), key.type != "Patient" { return false }
      return reference["type"]?.string.map { $0 == "Patient" } ?? true
    }
  }

  /// Remarks from elements that most resources have.
  func remark(on resource: FHIRResource, usual: Set<String>, _ remarks: inout Remarks) {
    for part in resource["modifierExtension"]?.elements ?? [] {
      remarks.add("changed in meaning by", part["url"]?.string)
    }
    guard ClinicalState(resource) == nil else {
      return remarks.add(
        "reason", FHIRText.concepts(resource["statusReason", "reasonNotPerformed", "reasonNotTaken"]))
    }
    if let status = FHIRText.concept(resource["status"]), !usual.contains(status) {
      remarks.add("status", status)
    }
  }
}

// Letters, reports and pictures, with their bytes where the file has them.

extension FHIREntries {
  func document(_ resource: FHIRResource) -> HealthEntry {
    let content = resource["content"]?.first
    let attachment = content?["attachment"] ?? content
    var remarks = Remarks()
    let title = attachment?["title"]?.string
    let kind = FHIRText.concept(resource["type"])
    let description = resource["description"]?.string
    let name = title ?? description ?? kind ?? resource.narrative
    if title != nil { remarks.add(description) }
    if kind != name { remarks.add(kind) }
    remarks.add(
      "date", resource["date", "created", "indexed"]?.string ?? attachment?["creation"]?.string)
    remark(on: resource, usual: ["current", "completed"], &remarks)
    for note in resource.notes { remarks.add(note) }
    return document(resource, attachment, name: name, &remarks)
  }

  /// A report: a document where it holds one, otherwise what it concludes.
  func report(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    let name = FHIRText.concept(resource["code"]) ?? resource.narrative
    time(resource, ["effective"], &remarks)
    remark(on: resource, usual: ["final"], &remarks)
    remarks.add(resource["conclusion"]?.string)
    remarks.add(FHIRText.concepts(resource["codedDiagnosis", "conclusionCode"]))
    let results = (resource["result"]?.elements ?? []).map { FHIRText.display($0) }
    remarks.add("results", FHIRText.joined(results, ", "))
    for note in resource.notes { remarks.add(note) }
    guard let form = resource["presentedForm"]?.first else {
      return told(MedicalHistoryEntry.kind, name, remarks)
    }
    return document(resource, form, name: name ?? form["title"]?.string, &remarks)
  }

  private func document(
    _ resource: FHIRResource, _ attachment: JSONValue?, name: String?, _ remarks: inout Remarks
  ) -> HealthEntry {
    let bytes = self.bytes(of: attachment, in: resource)
    if bytes == nil { remarks.add("at", attachment?["url"]?.string) }
    var entry = HealthEntry(
      MedicalDocumentEntry.kind,
      [
        "documentName": .string(name ?? ""),
        "documentType": .string(attachment?["contentType"]?.string ?? ""),
        "comment": .string(remarks.text),
      ])
    if let bytes { entry.keep(bytes, as: "documentData") }
    return entry
  }

  /// Inline, or in a Binary that the resource or its bundle contains. Nothing is fetched.
  private func bytes(of attachment: JSONValue?, in resource: FHIRResource) -> [UInt8]? {
    guard let attachment else { return nil }
    if let data = attachment["data"]?.string { return Self.decoded(data) }
    guard let url = attachment["url"]?.string, !url.isEmpty else { return nil }
    if url.hasPrefix("data:") {
      guard let comma = url.firstIndex(of: ",") else { return nil }
      let body = String(url[url.index(after: comma)...])
      return url[..<comma].hasSuffix(";base64") ? Self.decoded(body) : Array(body.utf8)
    }
    let binary = url.hasPrefix("#") ? resource.contained(url.dropFirst()) : lookUp(url, resource)
    guard let binary, binary.type == "Binary" else { return nil }
    return binary["data", "content"]?.string.flatMap(Self.decoded)
  }

  /// Base64, perhaps in lines.
  private static func decoded(_ text: String) -> [UInt8]? {
    Base64.bytes(text.utf8.filter { $0 != 0x0a && $0 != 0x0d && $0 != 0x20 && $0 != 0x09 })
  }
}
