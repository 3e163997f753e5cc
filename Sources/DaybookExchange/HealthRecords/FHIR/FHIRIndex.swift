// The resources of one JSON text by all names that other resources may use for them.

import DaybookModel

/// Finds what references within a document mean.
struct FHIRIndex {
  let defaultBase: String
  private var byURL: [String: Int] = [:]
  private var byPath: [String: Int] = [:]
  private(set) var keys: [FHIRKey] = []
  /// Every patient in it, each once.
  private(set) var patients: Set<FHIRKey> = []
  /// The ids of their records, where they say them themselves.
  private var ownIDs: [FHIRKey: String] = [:]

  /// O(document): resources without an id are read for their identifiers.
  init(_ document: FHIRDocument, defaultBase: String) {
    self.defaultBase = defaultBase
    for (index, place) in document.places.enumerated() {
      let resource =
        place.id.isEmpty || place.type == "Patient"
        ? document.resource(place)
        : FHIRResource(type: place.type, id: place.id, fullURL: place.fullURL, json: [:], text: [])
      let key = FHIRKey(resource, defaultBase: defaultBase)
      keys.append(key)
      if !place.fullURL.isEmpty { byURL[place.fullURL] = index }
      let path = "\(place.type)/\(key.id)"
      if place.fullURL.isEmpty || byPath[path] == nil { byPath[path] = index }
      guard place.type == "Patient" else { continue }
      if let id = FHIRExtension.id(of: resource) { ownIDs[key] = id }
      patients.insert(key)
    }
  }

  /// The record of a patient.
  func recordID(_ patient: FHIRKey) -> String { ownIDs[patient] ?? patient.entryID() }

  /// The resource that a reference names.
  ///
  /// - Parameters:
  ///   - resource: the resource that contains it.
  ///   - type: the type of its target, if the reference does not name one.
  func key(_ reference: JSONValue?, in resource: FHIRResource, type: String) -> FHIRKey? {
    guard let reference, let text = reference["reference"]?.string, !text.isEmpty else {
      return logical(reference, type: type)
    }
    if text.hasPrefix("#") {
      guard let contained = resource.contained(text.dropFirst()), contained.type == type else { return nil }
      let key = FHIRKey(contained, defaultBase: "")
      return key.id.hasPrefix("sha256:") ? nil : key
    }
    if let index = place(text, in: resource) { return keys[index] }
    if let key = FHIRKey(absolute: text, type: type) { return key }
    guard !text.contains(":"), let key = FHIRKey(path: text) else { return nil }
    return FHIRKey(base: base(of: resource), type: key.type, id: key.id)
  }

  /// By an identifier alone.
  private func logical(_ reference: JSONValue?, type: String) -> FHIRKey? {
    guard let identifier = reference?["identifier"], let value = identifier["value"]?.string else {
      return nil
    }
    return FHIRKey(base: "", type: type, id: "\(identifier["system"]?.string ?? "")|\(value)")
  }

  /// Where in the document the resource is that a reference names.
  func place(_ text: String, in resource: FHIRResource) -> Int? {
    if let index = byURL[text] { return index }
    guard !text.contains("://"), !text.hasPrefix("urn:"), let key = FHIRKey(path: text) else { return nil }
    if let index = byURL["\(base(of: resource))/\(key.type)/\(key.id)"] { return index }
    // A resource of a server refers to that server.
    return resource.fullURL.contains("://") ? nil : byPath["\(key.type)/\(key.id)"]
  }

  private func base(of resource: FHIRResource) -> String {
    let end = "/\(resource.type)/\(resource.id)"
    let url = resource.fullURL
    return url.contains("://") && url.hasSuffix(end) ? String(url.dropLast(end.count)) : defaultBase
  }
}

extension FHIRIndex {
  /// Calls `body` for each reference, at any depth.
  static func forEachReference(in value: JSONValue, _ body: (JSONValue) -> Void) {
    switch value {
    case .array(let values): for value in values { forEachReference(in: value, body) }
    case .object(let object):
      if object["reference"]?.string != nil { body(value) }
      for member in object { forEachReference(in: member.value, body) }
    default: break
    }
  }
}
