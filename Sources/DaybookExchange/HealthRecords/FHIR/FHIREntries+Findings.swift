// Vaccinations, allergies, conditions, medicines, what was done, what runs in the family.

import Daybook
import DaybookModel
import PurusHealth

extension FHIREntries {
  func immunization(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    let date = remarks.date(
      resource["occurrenceDateTime", "date"]?.string, ClinicalState(resource), zone: zone)
    remarks.add(resource["occurrenceString"]?.string)
    if FHIRPlannedDose.isPlanned(resource) {
      remarks.add("planned")
    } else {
      remark(on: resource, usual: ["completed"], &remarks)
    }
    remarks.add("reason", FHIRText.concepts(resource["explanation"]?["reasonNotGiven"]))
    if resource["reported"]?.bool == true || resource["primarySource"]?.bool == false {
      remarks.add("as reported, not from the one who gave it")
    }
    for note in resource.notes { remarks.add(note) }
    var details = Remarks()
    let protocols = resource["protocolApplied", "vaccinationProtocol"]?.elements ?? []
    for item in protocols {
      let number = item["doseNumberPositiveInt"] ?? item["doseNumberString"] ?? item["doseSequence"]
      details.add("dose", number.map { $0.string ?? $0.description })
    }
    details.add("lot", resource["lotNumber"]?.string)
    details.add("by", FHIRText.display(resource["manufacturer"]))
    details.add(FHIRText.quantity(resource["doseQuantity"]))
    details.add(FHIRText.concept(resource["site"]))
    details.add(FHIRText.concept(resource["route"]))
    details.add("expires", resource["expirationDate"]?.string)
    return HealthEntry(
      VaccinationEntry.kind,
      [
        "date": date, "name": .string(FHIRText.concept(resource["vaccineCode"]) ?? resource.narrative ?? ""),
        "information": .string(details.text), "place": .string(FHIRText.display(resource["location"]) ?? ""),
        "comment": .string(remarks.text),
      ])
  }

  func allergy(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    let name =
      FHIRText.concept(resource["code", "substance"])
      ?? FHIRText.concept(resource["reaction"]?.first?["substance"]) ?? resource.narrative
    for reaction in resource["reaction"]?.elements ?? [] {
      let what = FHIRText.concepts(reaction["manifestation"]) ?? reaction["description"]?.string
      let severity = reaction["severity"]?.string.map { " (\($0))" } ?? ""
      remarks.add("reaction", what.map { $0 + severity })
    }
    remarks.add("criticality", resource["criticality"]?.string)
    remark(on: resource, usual: ["active", "confirmed"], &remarks)
    status(resource["clinicalStatus"], usual: ["active"], &remarks)
    if ClinicalState(resource) == nil {
      status(resource["verificationStatus"], usual: ["confirmed"], &remarks)
    }
    time(resource, ["onset", "recordedDate"], &remarks)
    for note in resource.notes { remarks.add(note) }
    return told(AllergyEntry.kind, name, remarks)
  }

  func condition(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    status(resource["clinicalStatus"], usual: ["active"], &remarks)
    if ClinicalState(resource) == nil {
      status(resource["verificationStatus"], usual: ["confirmed"], &remarks)
    }
    remark(on: resource, usual: ["active", "confirmed"], &remarks)
    remarks.add("severity", FHIRText.concept(resource["severity"]))
    remarks.add("at", FHIRText.concepts(resource["bodySite"]))
    time(resource, ["onset", "abatement", "dateRecorded", "assertedDate", "recordedDate"], &remarks)
    for note in resource.notes { remarks.add(note) }
    return told(IllnessEntry.kind, FHIRText.concept(resource["code"]) ?? resource.narrative, remarks)
  }

  private static let usualMedicationStatuses: Set<String> = ["active", "recorded"]

  func medication(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    let date = remarks.date(
      resource["effectiveDateTime", "authoredOn", "dateWritten"]?.string
        ?? resource["effectivePeriod"]?["start"]?.string ?? resource["dateAsserted"]?.string, zone: zone)
    remarks.add("until", resource["effectivePeriod"]?["end"]?.string)
    remark(on: resource, usual: Self.usualMedicationStatuses, &remarks)
    let reasons = resource["reasonCode", "reasonForUse", "reason"] ?? resource["reasonCodeableConcept"]
    remarks.add("for", FHIRText.concepts(reasons))
    remarks.add("by", FHIRText.display(resource["requester", "prescriber"]))
    for note in resource.notes { remarks.add(note) }
    let dosages = FHIRDosage.inOrder(resource["dosage", "dosageInstruction"]).map(FHIRDosage.text)
    return HealthEntry(
      DrugEntry.kind,
      [
        "date": date, "name": .string(medicine(resource) ?? resource.narrative ?? ""),
        "information": .string(FHIRText.joined(dosages, "; ") ?? ""), "comment": .string(remarks.text),
      ])
  }

  /// By its code; a medicine of its own resource by that one's.
  private func medicine(_ resource: FHIRResource) -> String? {
    let either = resource["medication"]
    if let name = FHIRText.concept(resource["medicationCodeableConcept"] ?? either?["concept"]) {
      return name
    }
    let reference =
      resource["medicationReference"] ?? either?["reference"].flatMap { $0.string == nil ? $0 : either }
    guard let text = reference?["reference"]?.string else { return FHIRText.display(reference) }
    let medication =
      text.hasPrefix("#") ? resource.contained(text.dropFirst()) : lookUp(text, resource)
    let code = medication.flatMap { FHIRText.concept($0["code"]) }
    return FHIRText.display(reference) ?? code ?? text
  }

  /// A procedure or a visit: something that was.
  func history(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    remark(on: resource, usual: ["completed", "finished", "discharged"], &remarks)
    time(resource, ["performed", "occurrence", "period", "actualPeriod"], &remarks)
    remarks.add("at", FHIRText.concepts(resource["bodySite"]))
    let reasons = (resource["reasonCode", "reason"]?.elements ?? []).flatMap { $0["value"]?.elements ?? [$0] }
    remarks.add("for", FHIRText.concepts(.array(reasons)))
    remarks.add("outcome", FHIRText.concept(resource["outcome"]))
    remarks.add("place", FHIRText.display(resource["location"]))
    for note in resource.notes { remarks.add(note) }
    let name =
      FHIRText.concept(resource["code"]) ?? FHIRText.concepts(resource["type"])
      ?? FHIRText.concepts(resource["class"]) ?? resource["class"].flatMap { FHIRText.any("Coding", $0) }
      ?? resource.narrative
    return told(MedicalHistoryEntry.kind, name, remarks)
  }

  func familyHistory(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    let conditions = (resource["condition"]?.elements ?? []).map { FHIRText.concept($0["code"]) }
    let relative = FHIRText.joined(
      [FHIRText.concept(resource["relationship"]), resource["name"]?.string], " ")
    remark(on: resource, usual: ["completed"], &remarks)
    remarks.add("not known", FHIRText.concept(resource["dataAbsentReason"]))
    for note in resource.notes { remarks.add(note) }
    let name = FHIRText.joined([relative, FHIRText.joined(conditions, ", ")], ": ")
    return told(RiskEntry.kind, name ?? resource.narrative, remarks)
  }

  func risk(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    remark(on: resource, usual: ["final", "active"], &remarks)
    let outcomes = (resource["prediction"]?.elements ?? []).map { FHIRText.concept($0["outcome"]) }
    remarks.add(FHIRText.joined(outcomes, ", "))
    for note in resource.notes { remarks.add(note) }
    return told(RiskEntry.kind, FHIRText.concept(resource["code"]) ?? resource.narrative, remarks)
  }

  func told(_ kind: String, _ information: String?, _ remarks: Remarks) -> HealthEntry {
    HealthEntry(kind, ["information": .string(information ?? ""), "comment": .string(remarks.text)])
  }

  private func status(_ value: JSONValue?, usual: Set<String>, _ remarks: inout Remarks) {
    let code = value?.string ?? value?["coding"]?.first?["code"]?.string ?? FHIRText.concept(value)
    if let code, !usual.contains(code) { remarks.add(code) }
  }

  /// When it was, by elements that may be of any type of time.
  func time(_ resource: FHIRResource, _ names: [String], _ remarks: inout Remarks) {
    for name in names {
      if let value = resource[name] {
        remarks.add(Self.label(name), value.string ?? FHIRText.period(value))
      } else if let choice = resource.choice(name) {
        remarks.add(Self.label(name), FHIRText.any(choice.type, choice.value))
      }
    }
  }

  private static func label(_ name: String) -> String {
    switch name {
    case "recordedDate", "dateRecorded", "assertedDate": "recorded"
    case "performed", "occurrence", "period", "actualPeriod": "date"
    case "abatement": "ended"
    default: name
    }
  }
}
