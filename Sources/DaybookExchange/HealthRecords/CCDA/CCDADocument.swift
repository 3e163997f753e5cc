// A clinical document: its patient, its authors and doctors, and its sections.

import Daybook
import DaybookModel
import PurusHealth

/// What a clinical document holds.
struct CCDADocument {
  let root: XMLNode

  /// nil for XML that is not a clinical document.
  init?(_ root: XMLNode) {
    guard root.name == "ClinicalDocument" else { return nil }
    self.root = root
  }

  private var role: XMLNode? { root.first("recordTarget", "patientRole") }

  /// The key that identifies the patient, from whatever source the document comes.
  var patientKey: String {
    if let id = Self.id(of: role) { return id }
    return "name \(CCDAText.name(role?.first("patient", "name")) ?? "") \(birthday ?? "")"
  }

  static func id(_ node: XMLNode) -> String {
    XMLAttributes.identity("\(node["root"] ?? "")^\(node["extension"] ?? "")")
  }

  /// The first id of an element that names something: `nullFlavor` says that there is none.
  static func id(of node: XMLNode?) -> String? {
    node?.all("id").first { $0["root"] != nil }.map { id($0) }
  }

  static func hash(of node: XMLNode) -> String {
    DataValue.hash(of: String(decoding: node.identity, as: UTF8.self))
  }

  /// When it was written.
  func time(_ zone: TimeZoneRule?) -> Instant? {
    CCDAText.iso(root.first("effectiveTime")?["value"]).flatMap { FHIRDate($0, zone: zone)?.instant }
  }

  private var birthday: String? {
    CCDAText.iso(role?.first("patient", "birthTime")?["value"]).map { String($0.prefix(10)) }
  }

  private static let genders = ["M": "male", "F": "female", "UN": "other"]

  /// The record and the emergency contacts.
  var patient: [HealthEntry] {
    let person = role?.first("patient")
    let name = person?.first("name")
    func words(_ part: String) -> String { (name?.all(part) ?? []).map(\.words).joined(separator: " ") }
    var fields: JSONObject = ["isPet": false]
    func set(_ field: String, _ text: String?) {
      if let text, !text.isEmpty { fields[field] = .string(text) }
    }
    set("personalGivenName", words("given"))
    set("personalFamilyName", words("family"))
    let gender = person?.first("administrativeGenderCode")
    set(
      "personalGender", gender?["code"].flatMap { Self.genders[$0] } ?? gender?["displayName"]?.lowercased())
    if let day = birthday.flatMap({ CivilDay($0) }) { fields["personalBirthdate"] = .string(day.description) }
    set("personalAddress", CCDAText.address(role?.first("addr")))
    let number = role?.all("id").first { $0["root"] == "2.16.840.1.113883.4.1" }
    set("personalSocialSecurityNumber", number?["extension"])
    return [HealthEntry(MedicalRecord.kind, fields)] + contacts
  }

  private var contacts: [HealthEntry] {
    var nodes = role?.first("patient")?.all("guardian") ?? []
    for participant in root.all("participant") {
      if let person = participant.first("associatedEntity"),
        ["ECON", "NOK", "PRS", "GUARD", "CAREGIVER"].contains(person["classCode"] ?? "")
      {
        nodes.append(person)
      }
    }
    var seen: Set<String> = []
    return nodes.compactMap { node in
      let name = CCDAText.name(node.first("guardianPerson", "name") ?? node.first("associatedPerson", "name"))
      guard let name, seen.insert(name).inserted else { return nil }
      return HealthEntry(
        EmergencyContact.kind,
        [
          "name": .string(name), "relationship": .string(node.first("code")?["displayName"] ?? ""),
          "phone": .string(CCDAText.contact(node.all("telecom"), "tel") ?? ""),
          "email": .string(CCDAText.contact(node.all("telecom"), "mailto") ?? ""),
        ], part: "contact \(name)")
    }
  }

  /// Who wrote it and who treated, each once.
  var doctors: [(entry: HealthEntry, key: String, of: XMLNode)] {
    let authors = root.all("author").compactMap { $0.first("assignedAuthor") }
    let events = root.all("documentationOf").compactMap { $0.first("serviceEvent") }
    let performers = events.flatMap { $0.all("performer") }.compactMap { $0.first("assignedEntity") }
    var seen: Set<String> = []
    return (performers + authors).compactMap { node in
      guard let name = CCDAText.name(node.first("assignedPerson", "name")), seen.insert(name).inserted else {
        return nil
      }
      let telecom = node.all("telecom")
      let entry = HealthEntry(
        HumanDoctorEntry.kind,
        [
          "name": .string(name), "specialty": .string(node.first("code")?["displayName"] ?? ""),
          "contactName": .string(node.first("representedOrganization", "name")?.words ?? ""),
          "phone": .string(CCDAText.contact(telecom, "tel") ?? ""),
          "email": .string(CCDAText.contact(telecom, "mailto") ?? ""),
          "address": .string(CCDAText.address(node.first("addr")) ?? ""),
        ])
      return (entry, "doctor \(name)", node)
    }
  }

  /// All sections, those within others too.
  var sections: [XMLNode] {
    func below(_ node: XMLNode) -> [XMLNode] {
      node.all("component").flatMap { $0.all("section") }.flatMap { [$0] + below($0) }
    }
    return root.first("component", "structuredBody").map(below) ?? []
  }

  /// A body that is a file of its own, with its media type.
  var attachment: (type: String, text: String)? {
    guard let text = root.first("component", "nonXMLBody", "text") else { return nil }
    return (text["mediaType"] ?? "", text.words)
  }

  var title: String { root.first("title")?.words ?? root.first("code")?["displayName"] ?? "Document" }
}
