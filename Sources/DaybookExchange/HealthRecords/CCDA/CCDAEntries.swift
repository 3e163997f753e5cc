// What the entries of a section of a clinical document become.

import Daybook
import DaybookModel
import PurusHealth

/// What the entries of a section become.
struct CCDAEntries {
  let section: CCDASection
  let text: CCDAText
  var zone: TimeZoneRule?

  /// The entries of an `entry` element, each with its source element. An element without a name makes no entry.
  func entries(of entry: XMLNode) -> [(entry: HealthEntry, of: XMLNode)] {
    acts(entry).compactMap { act, outer in
      let state = ClinicalState(act, in: section, of: outer)
      var made = self.entry(act, state)
      if let outer { made.remark(asides(outer)) }
      made.isPresent = !act.isInError && outer?.isInError != true
      let isNameless = made.nameField.map { made.fields[$0]?.string?.isEmpty != false } ?? false
      return isNameless ? nil : (made, act)
    }
  }

  private func entry(_ act: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    switch section {
    case .allergies: allergy(act, state)
    case .problems: problem(act, state)
    case .medications: medication(act, state)
    case .immunizations: immunization(act, state)
    case .observations: observation(act, state).stated(state)
    case .procedures, .other: procedure(act, state)
    case .social: risk(act, state).stated(state)
    case .family: family(act).stated(state)
    }
  }

  /// What the entry is about, with the act that it is a part of.
  private func acts(_ entry: XMLNode) -> [(act: XMLNode, outer: XMLNode?)] {
    let names: [String] =
      switch section {
      case .allergies, .problems, .observations, .social: ["observation"]
      case .medications, .immunizations: ["substanceAdministration"]
      case .procedures: ["procedure", "act", "observation", "encounter"]
      case .family: ["organizer"]
      case .other: []
      }
    let outer: [String] =
      switch section {
      case .procedures, .family, .other, .social: []
      default: ["act", "organizer"]
      }
    // An act of concern, of a discharge or of admission, or a panel.
    let inner = outer.flatMap { entry.all($0) }.flatMap { act in
      (act.all("entryRelationship").filter(Self.isSubject) + act.all("component")).flatMap { part in
        names.flatMap { part.all($0) }.map { ($0, Optional(act)) }
      }
    }
    return inner + names.flatMap { entry.all($0) }.map { ($0, nil) }
  }

  /// Whether it is the subject of an act of concern; otherwise it describes the concern, such as its priority.
  private static func isSubject(_ relation: XMLNode) -> Bool {
    ["SUBJ", nil].contains(relation["typeCode"]) && relation["inversionInd"] != "true"
  }

  private func asides(_ act: XMLNode) -> Remarks {
    var remarks = Remarks()
    for relation in act.all("entryRelationship") where !Self.isSubject(relation) {
      guard let aside = relation.first("observation"), let value = finding(aside) else { continue }
      remarks.add(label(aside), value)
    }
    return remarks
  }

  /// The text of an observation within another, marked if it is denied.
  func finding(_ node: XMLNode?) -> String? {
    guard let node, !node.isInError, let value = text.value(node.first("value")) else { return nil }
    return ClinicalState(node, in: .problems)?.named(value) ?? value
  }

  func common(
    _ node: XMLNode, _ state: ClinicalState?, usual: Set<String> = ["completed", "active"],
    _ remarks: inout Remarks
  ) {
    let status = node.first("statusCode")?["code"]
    if state == nil, let status, !usual.contains(status) { remarks.add("status", status) }
    for relation in node.all("entryRelationship") {
      guard let note = relation.first("act"), note.first("code")?["code"] == "48767-8" else { continue }
      remarks.add(text.words(note.first("text")))
    }
  }

  func told(_ kind: String, _ information: String?, _ remarks: Remarks) -> HealthEntry {
    HealthEntry(kind, ["information": .string(information ?? ""), "comment": .string(remarks.text)])
  }

  private func observation(_ node: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    var remarks = Remarks()
    remarks.add(text.code(node.first("code")) ?? text.words(node.first("text")))
    let date = remarks.date(CCDAText.time(node), zone: zone)
    remarks.add("interpretation", node.first("interpretationCode").flatMap { text.code($0) })
    let range = node.first("referenceRange", "observationRange")
    remarks.add("reference", text.words(range?.first("text")) ?? text.value(range?.first("value")))
    common(node, state, &remarks)
    let value = node.first("value")
    if FHIREntries.isWeight(node.first("code")?["code"]),
      let weight = WeightText.read(
        value?["value"].flatMap { SourceNumber.read($0) }, unit: value?["unit"] ?? "")
    {
      return HealthEntry(
        WeightEntry.kind,
        [
          "date": date, "weight": weight.value, "unit": .string(weight.unit.rawValue),
          "comment": .string(remarks.text),
        ])
    }
    return HealthEntry(
      BloodEntry.kind,
      ["date": date, "value": .string(text.value(value) ?? ""), "comment": .string(remarks.text)])
  }

  private func procedure(_ node: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    var remarks = Remarks()
    remarks.add("date", CCDAText.time(node))
    remarks.add("at", node.first("targetSiteCode").flatMap { text.code($0) })
    remarks.add("by", CCDAText.name(node.first("performer", "assignedEntity", "assignedPerson", "name")))
    remarks.add(text.value(node.first("value")))
    common(node, state, &remarks)
    let (code, words) = (node.first("code"), text.words(node.first("text")))
    let entry = told(MedicalHistoryEntry.kind, text.code(code, or: words), remarks)
    guard state == .notDone, !text.isOfOne(code) else {
      return entry.absent(CCDAText.absence(code)).stated(state)
    }
    return denied(entry, words, .notDone)
  }

  private func risk(_ node: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    var remarks = Remarks()
    let time = node.first("effectiveTime")
    remarks.add("from", CCDAText.iso(time?.first("low")?["value"] ?? time?["value"]))
    remarks.add("until", CCDAText.iso(time?.first("high")?["value"]))
    common(node, state, &remarks)
    return told(
      RiskEntry.kind,
      FHIRText.joined([text.code(node.first("code")), text.value(node.first("value"))], ": "), remarks)
  }

  private func family(_ node: XMLNode) -> HealthEntry {
    let relative = text.code(node.first("subject", "relatedSubject", "code"))
    let illnesses = node.all("component").compactMap { finding($0.first("observation")) }
    return told(
      RiskEntry.kind, FHIRText.joined([relative, FHIRText.joined(illnesses, ", ")], ": "), Remarks())
  }
}

extension FHIREntries {
  static func isWeight(_ code: String?) -> Bool { code.map { weightCodes.contains($0) } ?? false }
}

// Medicines and vaccinations of a clinical document.

extension CCDAEntries {
  private func material(_ node: XMLNode) -> XMLNode? {
    node.first("consumable", "manufacturedProduct", "manufacturedMaterial")
  }

  func medication(_ node: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    var remarks = Remarks()
    let date = remarks.date(CCDAText.time(node), zone: zone)
    remarks.add(
      "until", CCDAText.iso(CCDAText.times(node).compactMap { $0.first("high")?["value"] }.first))
    if state != .planned, ["INT", "RQO"].contains(node["moodCode"]) { remarks.add("as prescribed") }
    common(node, state, usual: ["active"], &remarks)
    for relation in node.all("entryRelationship") where relation["typeCode"] == "RSON" {
      remarks.add("for", finding(relation.first("observation")))
    }
    let material = material(node)
    let code = material?.first("code")
    let words = text.words(node.first("text"))
    let name = text.code(code, or: material?.first("name")?.words, words)
    let entry = HealthEntry(
      DrugEntry.kind,
      [
        "date": date, "name": .string(name ?? ""),
        "information": .string(CCDADosage(text: text).text(of: node, name: name) ?? ""),
        "comment": .string(remarks.text),
      ])
    guard state == .notTaken, !text.isOfOne(code, or: material?.first("name")?.words) else {
      return entry.absent(CCDAText.absence(code)).stated(state)
    }
    return denied(entry, words, .notTaken)
  }

  func immunization(_ node: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    var remarks = Remarks()
    let date = remarks.date(CCDAText.time(node), state, zone: zone)
    for relation in node.all("entryRelationship") where relation["typeCode"] == "RSON" {
      let reason = relation.first("observation")
      remarks.add("reason", finding(reason) ?? text.code(reason?.first("code")))
    }
    common(node, state, &remarks)
    var details = Remarks()
    details.add("lot", material(node)?.first("lotNumberText")?.words)
    details.add(
      "by", node.first("consumable", "manufacturedProduct", "manufacturerOrganization", "name")?.words)
    details.add(text.value(node.first("doseQuantity")))
    details.add(text.code(node.first("routeCode")))
    let code = material(node)?.first("code")
    let (name, words) = (material(node)?.first("name")?.words, text.words(node.first("text")))
    let entry = HealthEntry(
      VaccinationEntry.kind,
      [
        "date": date, "name": .string(text.code(code, or: name, words) ?? ""),
        "information": .string(details.text),
        "place": .string(
          node.first("performer", "assignedEntity", "representedOrganization", "name")?.words ?? ""),
        "comment": .string(remarks.text),
      ])
    guard state == .notGiven, !text.isOfOne(code, or: name) else {
      return entry.absent(CCDAText.absence(code)).stated(state)
    }
    return denied(entry, words, .notGiven)
  }
}
