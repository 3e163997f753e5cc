// Which statuses of FHIR mean that something did not happen, is planned, or has ended: the only table for it.

import DaybookModel

extension ClinicalState {
  /// Of a resource of any version; nil for one that happened or holds.
  init?(_ resource: FHIRResource) {
    if resource["doNotPerform"]?.bool == true {
      self = resource.isMedication ? .notToBeTaken : .notDone
    } else if let state = Self.refusal(resource) ?? Self.verification(resource) ?? Self.status(resource) {
      self = state
    } else {
      switch resource.isMedication ? resource["intent"]?.string : nil {
      case "proposal", "option": self = .proposed
      case "plan": self = .planned
      default: return nil
      }
    }
  }

  /// Elements that earlier and later versions have in place of a status.
  private static func refusal(_ resource: FHIRResource) -> ClinicalState? {
    if resource["wasNotTaken"]?.bool == true || resource["taken"]?.string == "n" { return .notTaken }
    // `not-taking`, `on-hold-as-directed`: the part after the state says whether that was intended.
    for code in FHIRText.codes(resource["adherence"]?["code"]) {
      if code.hasPrefix("not-taking") { return .notTaken }
      if code.hasPrefix("on-hold") { return .onHold }
      if code.hasPrefix("stopped") { return .stopped }
    }
    if resource["wasNotGiven", "notGiven"]?.bool == true { return .notGiven }
    return resource["notPerformed", "notDone"]?.bool == true ? .notDone : nil
  }

  /// Whether a condition or an allergy is certain.
  private static func verification(_ resource: FHIRResource) -> ClinicalState? {
    let isAllergy = resource.type == "AllergyIntolerance"
    let element = resource["verificationStatus"] ?? (isAllergy ? resource["status"] : nil)
    let codes = Set(FHIRText.codes(element))
    if codes.contains("refuted") { return isAllergy ? .noAllergy : .ruledOut }
    // Most allergies are reported by the patient, so this is only a remark.
    if !isAllergy, !codes.isDisjoint(with: ["unconfirmed", "provisional", "differential"]) {
      return .suspected
    }
    let risks = (resource["extension"]?.elements ?? []).filter {
      $0["url"]?.string?.hasSuffix("allergyintolerance-substanceExposureRisk") == true
    }
    let isSafe = risks.contains {
      FHIRText.codes($0["valueCodeableConcept"]).contains("no-known-reaction-risk")
    }
    return isSafe ? .noAllergy : nil
  }

  private static func status(_ resource: FHIRResource) -> ClinicalState? {
    switch resource["status"]?.string {
    case "not-taken": .notTaken
    case "not-done":
      resource.type != "Immunization" ? .notDone : FHIRPlannedDose.isPlanned(resource) ? nil : .notGiven
    case "draft": .draft
    case "planned", "intended", "scheduled", "preparation": .planned
    case "proposed": .proposed
    case "on-hold", "suspended": .onHold
    case "stopped", "aborted", "discontinued": .stopped
    case "cancelled": .cancelled
    default: nil
    }
  }
}

extension FHIRResource {
  fileprivate var isMedication: Bool { type.hasPrefix("Medication") }
}
