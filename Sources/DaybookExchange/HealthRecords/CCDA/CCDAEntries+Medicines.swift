// Medicines and vaccinations of a clinical document.

import Daybook
import DaybookModel
import PurusHealth

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
