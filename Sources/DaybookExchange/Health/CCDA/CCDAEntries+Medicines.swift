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
      "until", CCDAText.iso(node.all("effectiveTime").compactMap { $0.first("high")?["value"] }.first))
    if ["INT", "RQO"].contains(node["moodCode"]) { remarks.add("as prescribed") }
    common(node, state, usual: ["active"], &remarks)
    for relation in node.all("entryRelationship") where relation["typeCode"] == "RSON" {
      remarks.add("for", text.value(relation.first("observation", "value")))
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
    // Nothing at all is taken: the words say so, or nobody does.
    guard state == .notTaken, code?["code"] == nil, code?["displayName"] == nil else {
      return entry.stated(state)
    }
    var none = entry
    (none.fields["name"], none.fields["information"]) = (.string(words ?? "None known"), "")
    return none
  }

  func immunization(_ node: XMLNode, _ state: ClinicalState?) -> HealthEntry {
    var remarks = Remarks()
    let date = remarks.date(CCDAText.time(node), state, zone: zone)
    for relation in node.all("entryRelationship") where relation["typeCode"] == "RSON" {
      remarks.add("reason", text.code(relation.first("observation", "code")))
    }
    common(node, state, &remarks)
    var details = Remarks()
    details.add("lot", material(node)?.first("lotNumberText")?.words)
    details.add(
      "by", node.first("consumable", "manufacturedProduct", "manufacturerOrganization", "name")?.words)
    details.add(text.value(node.first("doseQuantity")))
    details.add(text.code(node.first("routeCode")))
    return HealthEntry(
      VaccinationEntry.kind,
      [
        "date": date,
        "name": .string(
          text.code(
            material(node)?.first("code"), or: material(node)?.first("name")?.words,
            text.words(node.first("text"))) ?? ""),
        "information": .string(details.text),
        "place": .string(
          node.first("performer", "assignedEntity", "representedOrganization", "name")?.words ?? ""),
        "comment": .string(remarks.text),
      ])
  }
}
