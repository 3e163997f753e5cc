// Patients, people and animals, and the people around them.

import Daybook
import DaybookModel
import PurusHealth

extension FHIREntries {
  /// The record, and the emergency contacts that it names. Fields that the source lacks are not written.
  func patient(_ resource: FHIRResource) -> [HealthEntry] {
    let animal = Self.animal(resource)
    var fields: JSONObject = ["isPet": .bool(animal != nil)]
    func set(_ field: String, _ text: String?) {
      if let text, !text.isEmpty { fields[field] = .string(text) }
    }
    set("personalGender", resource["gender"]?.string)
    if let day = resource["birthDate"]?.string.flatMap({ CivilDay($0) }) {
      fields["personalBirthdate"] = .string(day.description)
    }
    set("personalNickName", FHIRName.nickname(resource["name"]))
    set("personalAddress", FHIRText.address(resource["address"]))
    let name = FHIRName(resource["name"])
    guard let animal else {
      set("personalGivenName", name?.given)
      set("personalFamilyName", name?.family)
      set("personalSocialSecurityNumber", Self.socialSecurityNumber(resource))
      let contacts = resource["contact"]?.elements ?? []
      return [HealthEntry(MedicalRecord.kind, fields)] + Self.contacts(contacts)
    }
    set("personalName", name.map { $0.given.isEmpty ? $0.text : $0.given })
    set("petBreed", animal.breed ?? animal.species)
    set("personalAnimalID", resource["identifier"]?.first?["value"]?.string)
    owner(resource, name, set)
    set("vetContactName", FHIRText.display(resource["generalPractitioner", "careProvider"]?.first))
    set("vetClinicName", FHIRText.display(resource["managingOrganization"]))
    return [HealthEntry(MedicalRecord.kind, fields)]
  }

  /// The owner of an animal: its contact; without one, its family name.
  private func owner(_ resource: FHIRResource, _ name: FHIRName?, _ set: (String, String?) -> Void) {
    let contact = resource["contact"]?.first
    let person = FHIRName(contact?["name"])
    set("ownerName", person?.text ?? (name?.given.isEmpty == false ? name?.family : nil))
    let reached = contact?["telecom"] ?? resource["telecom"]
    set("ownerPhone", FHIRText.contact(reached, "phone"))
    set("ownerEmail", FHIRText.contact(reached, "email"))
  }

  private static let animalExtension = "http://hl7.org/fhir/StructureDefinition/patient-animal"

  /// An element in DSTU2 and STU3, an extension since.
  private static func animal(_ resource: FHIRResource) -> (species: String?, breed: String?)? {
    if let animal = resource["animal"] {
      return (FHIRText.concept(animal["species"]), FHIRText.concept(animal["breed"]))
    }
    for part in resource["extension"]?.elements ?? [] where part["url"]?.string == animalExtension {
      func concept(_ url: String) -> String? {
        let found = (part["extension"]?.elements ?? []).first { $0["url"]?.string == url }
        return FHIRText.concept(found?["valueCodeableConcept"])
      }
      return (concept("species"), concept("breed"))
    }
    return nil
  }

  private static func socialSecurityNumber(_ resource: FHIRResource) -> String? {
    let identifiers = resource["identifier"]?.elements ?? []
    let found = identifiers.first { identifier in
      identifier["system"]?.string == "http://hl7.org/fhir/sid/us-ssn"
        || (identifier["type"]?["coding"]?.elements ?? []).contains { $0["code"]?.string == "SS" }
    }
    return found?["value"]?.string
  }

  private static func contacts(_ contacts: [JSONValue]) -> [HealthEntry] {
    var counts: [String: Int] = [:]
    return contacts.map { contact in
      var entry = self.contact(
        name: FHIRName(contact["name"])?.text ?? FHIRText.display(contact["organization"]),
        telecom: contact["telecom"], relationship: FHIRText.concepts(contact["relationship"]))
      let name = entry.fields["name"]?.string ?? ""
      entry.part = "contact \(name) \(counts[name, default: 0])"
      counts[name, default: 0] += 1
      return entry
    }
  }

  static func contact(name: String?, telecom: JSONValue?, relationship: String?) -> HealthEntry {
    HealthEntry(
      EmergencyContact.kind,
      [
        "name": .string(name ?? ""), "relationship": .string(relationship ?? ""),
        "phone": .string(FHIRText.contact(telecom, "phone") ?? ""),
        "email": .string(FHIRText.contact(telecom, "email") ?? ""),
      ])
  }

  func relatedPerson(_ resource: FHIRResource) -> HealthEntry {
    let isFormer = resource["active"]?.bool == false
    return Self.contact(
      name: FHIRName(resource["name"])?.text, telecom: resource["telecom"],
      relationship: FHIRText.joined(
        [FHIRText.concepts(resource["relationship"]), isFormer ? "(no longer)" : nil], " "))
  }

  func practitioner(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    let qualifications = (resource["qualification"]?.elements ?? []).map { $0["code"] }
    let roles = resource["practitionerRole"]?.elements ?? []
    if resource["active"]?.bool == false { remarks.add("no longer active") }
    for note in resource.notes { remarks.add(note) }
    return HealthEntry(
      HumanDoctorEntry.kind,
      [
        "name": .string(FHIRName(resource["name"])?.text ?? ""),
        "specialty": .string(
          FHIRText.joined(
            roles.map { FHIRText.concepts($0["specialty"]) } + qualifications.map { FHIRText.concept($0) },
            ", ")
            ?? ""),
        "phone": .string(FHIRText.contact(resource["telecom"], "phone") ?? ""),
        "email": .string(FHIRText.contact(resource["telecom"], "email") ?? ""),
        "address": .string(FHIRText.address(resource["address"]) ?? ""),
        "comment": .string(remarks.text),
      ])
  }
}
