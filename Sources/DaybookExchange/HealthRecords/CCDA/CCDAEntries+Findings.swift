// Allergies and problems of a clinical document, and what is denied of them.

import Daybook
import DaybookModel
import PurusHealth

extension CCDAEntries {
  /// SNOMED CT: an allergy to anything.
  private static let anyAllergy: Set<String> = ["419199007", "420134006", "418038007", "609433001"]

  func allergy(_ node: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    var remarks = Remarks()
    let playing = node.first("participant", "participantRole", "playingEntity")
    let (code, name) = (playing?.first("code"), playing?.first("name")?.words)
    let isNone = state == .noAllergy && !text.isOfOne(code, or: name)
    let substance = isNone ? nil : text.code(code, or: name)
    for relation in node.all("entryRelationship") {
      guard let inner = relation.first("observation"), let value = finding(inner) else { continue }
      remarks.add(relation["typeCode"] == "MFST" ? "reaction" : label(inner), value)
    }
    remarks.add("since", CCDAText.time(node))
    common(node, state, &remarks)
    let value = node.first("value")
    let kind = text.value(value)
    if isNone {
      let isAny = value?["code"].map(Self.anyAllergy.contains) ?? false
      return told(AllergyEntry.kind, isAny ? "" : kind, remarks).stated(.noneKnown)
    }
    // Where nothing else names it, the kind of allergy does.
    if substance != nil { remarks.add(kind) }
    return told(AllergyEntry.kind, substance ?? kind ?? text.words(node.first("text")), remarks)
      .absent(CCDAText.absence(value) ?? CCDAText.absence(code)).stated(state)
  }

  func label(_ node: XMLNode) -> String { text.code(node.first("code"))?.lowercased() ?? "note" }

  func problem(_ node: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    var remarks = Remarks()
    let time = node.first("effectiveTime")
    remarks.add("onset", CCDAText.iso(time?.first("low")?["value"] ?? time?["value"]))
    remarks.add("ended", CCDAText.iso(time?.first("high")?["value"]))
    for relation in node.all("entryRelationship") {
      guard let inner = relation.first("observation"), let value = finding(inner) else { continue }
      remarks.add(label(inner), value)
    }
    common(node, state, &remarks)
    let value = node.first("value")
    let name = text.value(value) ?? text.words(node.first("text"))
    if state == .notPresent, !text.isOfOne(value) {
      return denied(told(IllnessEntry.kind, "", remarks), text.words(node.first("text")), .notPresent)
    }
    return told(IllnessEntry.kind, name, remarks).absent(CCDAText.absence(value)).stated(state)
  }

  /// A negation of nothing in particular: the narrative's words where they deny, otherwise that none is known.
  func denied(_ entry: HealthEntry, _ words: String?, _ state: ClinicalState) -> HealthEntry {
    guard let field = entry.nameField else { return entry.stated(state) }
    var entry = entry
    entry.fields[field] = .string(words ?? "")
    if field == "name" { entry.fields["information"] = "" }
    guard let words, CCDAText.isClear(words) else {
      entry.fields[field] = ""
      return entry.stated(.noneKnown)
    }
    return Self.denies(words) ? entry : entry.stated(state)
  }

  private static func denies(_ words: String) -> Bool {
    let words = words.lowercased()
    return ["no ", "not ", "none", "nil", "never", "denies"].contains { words.hasPrefix($0) }
      || [" not ", " denies ", "no known"].contains { words.contains($0) }
  }
}
