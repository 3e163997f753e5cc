// Data of an entry without an element in FHIR is exported as extensions of our own, and imported from them.

import Daybook
import DaybookModel
import PurusHealth

enum FHIRExtension {
  /// Followed by a field's name.
  static let fieldURL = "urn:daybook:purus:field:"
  /// The extension for the patient, in a resource that has no element for it.
  static let patientURL = "urn:daybook:purus:patient"
  /// Of a `Basic` resource, followed by the kind that it is.
  static let kindSystem = "urn:daybook:purus:kind"

  static func kind(of resource: FHIRResource) -> String? {
    let kind = FHIRText.codes(resource["code"], system: kindSystem).first
    return kind == PetYearlyCostEntry.kind ? kind : nil
  }

  /// The fields that a resource says by extensions, as JSON texts.
  static func fields(of resource: FHIRResource) -> JSONObject {
    var fields = JSONObject()
    for part in resource["extension"]?.elements ?? [] {
      guard let url = part["url"]?.string, url.hasPrefix(fieldURL), let text = part["valueString"]?.string,
        let value = try? JSONParser.parse(text)
      else { continue }
      fields[String(url.dropFirst(fieldURL.count))] = value
    }
    return fields
  }

  /// An extension's value counts if it is of the field's type. So does a number that a field of numbers cannot hold as
  /// it is: the import refuses the entry and names it.
  static func apply(_ resource: FHIRResource, to entry: inout HealthEntry) {
    for member in fields(of: resource) {
      let isNumber = member.value.double != nil && HealthFields.holdsNumbers(entry.kind, member.key)
      guard isNumber || HealthFields.admits(entry.kind, member.key, member.value) else { continue }
      entry.fields[member.key] = member.value
    }
  }

  static func part(_ field: String, _ value: JSONValue) -> JSONValue {
    ["url": .string(fieldURL + field), "valueString": .string(value.description)]
  }
}

extension FHIRExtension {
  /// The id that an entry had in the ledger that exported it.
  static func id(of resource: FHIRResource) -> String? {
    fields(of: resource)["id"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }
}
