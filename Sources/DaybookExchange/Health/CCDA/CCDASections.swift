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
  var zone: TimeZoneRule

  /// The entries of an `entry` element, each with the element of which it is made.
  func entries(of entry: XMLNode) -> [(entry: HealthEntry, of: XMLNode)] {
    switch section {
    case .allergies: inner(entry).map { (allergy($0), $0) }
    case .problems: inner(entry).map { (problem($0), $0) }
    case .medications: entry.all("substanceAdministration").map { (medication($0), $0) }
    case .immunizations: entry.all("substanceAdministration").map { (immunization($0), $0) }
    case .observations: measured(entry).map { (observation($0), $0) }
    case .procedures:
      ["procedure", "act", "observation", "encounter"].flatMap { entry.all($0) }.map { (procedure($0), $0) }
    case .social: entry.all("observation").map { (risk($0), $0) }
    case .family: entry.all("organizer").map { (family($0), $0) }
    case .other: []
    }
  }

  /// The observations that an act of concern is about.
  private func inner(_ entry: XMLNode) -> [XMLNode] {
    let acts = entry.all("act").flatMap { $0.all("entryRelationship").flatMap { $0.all("observation") } }
    return acts + entry.all("observation")
  }

  private func measured(_ entry: XMLNode) -> [XMLNode] {
    let grouped = entry.all("organizer").flatMap { $0.all("component").flatMap { $0.all("observation") } }
    return grouped + entry.all("observation")
  }

  private func common(_ node: XMLNode, _ remarks: inout Remarks) {
    if let status = node.first("statusCode")?["code"], !["completed", "active"].contains(status) {
      remarks.add("status", status)
    }
    for relation in node.all("entryRelationship") {
      guard let note = relation.first("act"), note.first("code")?["code"] == "48767-8" else { continue }
      remarks.add(text.words(note.first("text")))
    }
  }

  private func told(_ kind: String, _ information: String?, _ remarks: Remarks) -> HealthEntry {
    HealthEntry(kind, ["information": .string(information ?? ""), "comment": .string(remarks.text)])
  }

  private func allergy(_ node: XMLNode) -> HealthEntry {
    var remarks = Remarks()
    let playing = node.first("participant", "participantRole", "playingEntity")
    let substance = text.code(playing?.first("code")) ?? playing?.first("name")?.words
    for relation in node.all("entryRelationship") {
      guard let inner = relation.first("observation"), let value = text.value(inner.first("value")) else {
        continue
      }
      remarks.add(relation["typeCode"] == "MFST" ? "reaction" : label(inner), value)
    }
    remarks.add("since", CCDAText.time(node))
    common(node, &remarks)
    let kind = text.value(node.first("value"))
    let isNone = node["negationInd"] == "true"
    let name = isNone ? "None known" + (substance.map { ": " + $0 } ?? "") : substance ?? kind
    if !isNone, substance != nil { remarks.add(kind) }
    return told(AllergyEntry.kind, name ?? text.words(node.first("text")), remarks)
  }

  private func label(_ node: XMLNode) -> String { text.code(node.first("code"))?.lowercased() ?? "note" }

  private func problem(_ node: XMLNode) -> HealthEntry {
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
    common(node, &remarks)
    var name = text.value(node.first("value")) ?? text.words(node.first("text"))
    if node["negationInd"] == "true" { name = "No " + (name ?? "known problem") }
    return told(IllnessEntry.kind, name, remarks)
  }

  private func material(_ node: XMLNode) -> XMLNode? {
    node.first("consumable", "manufacturedProduct", "manufacturedMaterial")
  }

  private func medication(_ node: XMLNode) -> HealthEntry {
    var remarks = Remarks()
    let date = remarks.date(CCDAText.time(node), zone: zone)
    remarks.add(
      "until", CCDAText.iso(node.all("effectiveTime").compactMap { $0.first("high")?["value"] }.first))
    common(node, &remarks)
    let rate = node.all("effectiveTime").compactMap { $0.first("period") }.first
    let information = FHIRText.joined(
      [
        text.value(node.first("doseQuantity")), rate.flatMap { text.quantity($0) }.map { "every \($0)" },
        text.code(node.first("routeCode")),
      ], ", ")
    let name = text.code(material(node)?.first("code")) ?? text.words(node.first("text"))
    return HealthEntry(
      DrugEntry.kind,
      [
        "date": date, "name": .string(name ?? ""), "information": .string(information ?? ""),
        "comment": .string(remarks.text),
      ])
  }

  private func immunization(_ node: XMLNode) -> HealthEntry {
    var remarks = Remarks()
    let date = remarks.date(CCDAText.time(node), zone: zone)
    if node["negationInd"] == "true" { remarks.add("not given") }
    common(node, &remarks)
    var details = Remarks()
    details.add("lot", material(node)?.first("lotNumberText")?.words)
    details.add(
      "by", node.first("consumable", "manufacturedProduct", "manufacturerOrganization", "name")?.words)
    details.add(text.value(node.first("doseQuantity")))
    details.add(text.code(node.first("routeCode")))
    return HealthEntry(
      VaccinationEntry.kind,
      [
        "date": date, "name": .string(text.code(material(node)?.first("code")) ?? ""),
        "information": .string(details.text),
        "place": .string(
          node.first("performer", "assignedEntity", "representedOrganization", "name")?.words ?? ""),
        "comment": .string(remarks.text),
      ])
  }

  private func observation(_ node: XMLNode) -> HealthEntry {
    var remarks = Remarks()
    remarks.add(text.code(node.first("code")) ?? text.words(node.first("text")))
    let date = remarks.date(CCDAText.time(node), zone: zone)
    remarks.add("interpretation", node.first("interpretationCode").flatMap { text.code($0) })
    let range = node.first("referenceRange", "observationRange")
    remarks.add("reference", text.words(range?.first("text")) ?? text.value(range?.first("value")))
    common(node, &remarks)
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

  private func procedure(_ node: XMLNode) -> HealthEntry {
    var remarks = Remarks()
    remarks.add("date", CCDAText.time(node))
    remarks.add("at", node.first("targetSiteCode").flatMap { text.code($0) })
    remarks.add("by", CCDAText.name(node.first("performer", "assignedEntity", "assignedPerson", "name")))
    remarks.add(text.value(node.first("value")))
    common(node, &remarks)
    return told(
      MedicalHistoryEntry.kind, text.code(node.first("code")) ?? text.words(node.first("text")), remarks)
  }

  private func risk(_ node: XMLNode) -> HealthEntry {
    var remarks = Remarks()
    let time = node.first("effectiveTime")
    remarks.add("from", CCDAText.iso(time?.first("low")?["value"] ?? time?["value"]))
    remarks.add("until", CCDAText.iso(time?.first("high")?["value"]))
    common(node, &remarks)
    return told(
      RiskEntry.kind,
      FHIRText.joined([text.code(node.first("code")), text.value(node.first("value"))], ": "), remarks)
  }

  private func family(_ node: XMLNode) -> HealthEntry {
    let relative = text.code(node.first("subject", "relatedSubject", "code"))
    let illnesses = node.all("component").map { text.value($0.first("observation", "value")) }
    return told(
      RiskEntry.kind, FHIRText.joined([relative, FHIRText.joined(illnesses, ", ")], ": "), Remarks())
  }
}

extension FHIREntries {
  static func isWeight(_ code: String?) -> Bool { code.map { weightCodes.contains($0) } ?? false }
}
