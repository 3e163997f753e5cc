// Which resource of FHIR becomes which entry of Purus Health: the one table of it.

import Daybook
import DaybookModel
import PurusHealth

/// What resources become. A pure function of the resource and of what its document holds beside it.
struct FHIREntries {
  /// Of times that name none; nil where it is not known.
  var zone: TimeZoneRule?
  /// The resource of the document that a reference leads to.
  var lookUp: (_ reference: String, FHIRResource) -> FHIRResource? = { _, _ in nil }

  /// The entries of a resource, the one that it is first; none where Purus Health has no place for it, which is
  /// then kept as it came.
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

  /// The reference that says whose a resource is.
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

  /// What most resources say beside the rest.
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
