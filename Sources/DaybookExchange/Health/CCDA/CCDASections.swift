// Which section of a clinical document becomes which entries: the one table of it.

import Daybook
import DaybookModel
import PurusHealth

enum CCDASection {
  case allergies, medications, problems, immunizations, observations, procedures, social, family, other

  /// By LOINC.
  init(_ code: String?) {
    self =
      switch code {
      case "48765-2": .allergies
      case "10160-0", "75311-1", "29549-3", "10183-2", "42346-7": .medications
      case "11450-4", "75310-3", "42347-5", "46241-6", "C-CDAV2-DDN", "11535-2", "10219-4", "59769-0":
        .problems
      case "11369-6": .immunizations
      case "30954-2", "8716-3", "47420-5", "10190-7", "61144-2": .observations
      case "47519-4", "46240-8": .procedures
      case "29762-2": .social
      case "10157-6": .family
      default: .other
      }
  }
}

/// What the entries of a section become.
struct CCDAEntries {
  let section: CCDASection
  let text: CCDAText
  var zone: TimeZoneRule?

  /// The entries of an `entry` element, each with the element of which it is made.
  func entries(of entry: XMLNode) -> [(entry: HealthEntry, of: XMLNode)] {
    acts(entry).map { act, outer in
      let state = ClinicalState(act, in: section, of: outer)
      var made = self.entry(act, state)
      if let outer { made.remark(asides(outer)) }
      made.isPresent = !act.isInError && outer?.isInError != true
      return (made, act)
    }
  }

  private func entry(_ act: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    switch section {
    case .allergies: allergy(act, state)
    case .problems: problem(act, state)
    case .medications: medication(act, state)
    case .immunizations: immunization(act, state).stated(state)
    case .observations: observation(act, state).stated(state)
    case .procedures, .other: procedure(act, state).stated(state)
    case .social: risk(act, state).stated(state)
    case .family: family(act)
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

  /// Whether an act of concern is about it; otherwise it says something of the concern, such as its priority.
  private static func isSubject(_ relation: XMLNode) -> Bool {
    ["SUBJ", nil].contains(relation["typeCode"]) && relation["inversionInd"] != "true"
  }

  private func asides(_ act: XMLNode) -> Remarks {
    var remarks = Remarks()
    for relation in act.all("entryRelationship") where !Self.isSubject(relation) {
      guard let aside = relation.first("observation"), let value = text.value(aside.first("value")) else {
        continue
      }
      remarks.add(label(aside), value)
    }
    return remarks
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

  private func told(_ kind: String, _ information: String?, _ remarks: Remarks) -> HealthEntry {
    HealthEntry(kind, ["information": .string(information ?? ""), "comment": .string(remarks.text)])
  }

  /// SNOMED CT: a substance, a drug, a food of any kind.
  private static let anySubstance: Set<String> = ["105590001", "410942007", "762766007", "255620007"]

  private func allergy(_ node: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    var remarks = Remarks()
    let playing = node.first("participant", "participantRole", "playingEntity")
    let words = text.code(playing?.first("code"), or: playing?.first("name")?.words)
    let isAny = playing?.first("code").map { code in
      Self.anySubstance.contains(code["code"] ?? "")
        || code["nullFlavor"] != nil && code["displayName"] == nil
    }
    let substance = isAny == true && state == .noAllergy ? nil : words
    for relation in node.all("entryRelationship") {
      guard let inner = relation.first("observation"), let value = text.value(inner.first("value")) else {
        continue
      }
      remarks.add(relation["typeCode"] == "MFST" ? "reaction" : label(inner), value)
    }
    remarks.add("since", CCDAText.time(node))
    common(node, state, &remarks)
    let kind = text.value(node.first("value"))
    // Where nothing else names it, the kind of allergy does.
    if (substance == nil) == (state == .noAllergy) { remarks.add(kind) }
    if state == .noAllergy, substance == nil { return told(AllergyEntry.kind, "None known", remarks) }
    let name = substance ?? kind ?? text.words(node.first("text"))
    return told(AllergyEntry.kind, name, remarks).stated(state)
  }

  private func label(_ node: XMLNode) -> String { text.code(node.first("code"))?.lowercased() ?? "note" }

  private func problem(_ node: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    var remarks = Remarks()
    let time = node.first("effectiveTime")
    remarks.add("onset", CCDAText.iso(time?.first("low")?["value"] ?? time?["value"]))
    remarks.add("ended", CCDAText.iso(time?.first("high")?["value"]))
    for relation in node.all("entryRelationship") {
      guard let inner = relation.first("observation"), let value = text.value(inner.first("value")) else {
        continue
      }
      remarks.add(label(inner), value)
    }
    common(node, state, &remarks)
    let value = node.first("value")
    let name = text.value(value) ?? text.words(node.first("text"))
    // SNOMED CT: a problem of any kind.
    let isAny = value == nil || value?["nullFlavor"] != nil || value?["code"] == "55607006"
    if state == .notPresent, isAny { return told(IllnessEntry.kind, "None known", remarks) }
    return told(IllnessEntry.kind, name, remarks).stated(state)
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
    return told(
      MedicalHistoryEntry.kind, text.code(node.first("code"), or: text.words(node.first("text"))), remarks)
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
    let illnesses = node.all("component").compactMap { part in
      part.first("observation").flatMap { observation in
        text.value(observation.first("value")).map {
          ClinicalState(observation, in: .family)?.named($0) ?? $0
        }
      }
    }
    return told(
      RiskEntry.kind, FHIRText.joined([relative, FHIRText.joined(illnesses, ", ")], ": "), Remarks())
  }
}

extension FHIREntries {
  static func isWeight(_ code: String?) -> Bool { code.map { weightCodes.contains($0) } ?? false }
}
