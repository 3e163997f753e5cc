// The identity of a resource: its server, its type and its id. The ids of entries are derived from it, so that the same
// resource is the same entry whenever and wherever it is read.

import Daybook
import DaybookModel
import DaybookText
import PurusHealth

/// A resource's globally unique name.
struct FHIRKey: Hashable, Sendable {
  /// The server's URL, without a slash at its end; empty if it is unknown, and for ids that need none.
  var base: String
  var type: String
  var id: String

  /// A UUID names something by itself, whichever server it came from.
  init(base: String, type: String, id: String) {
    (self.base, self.type, self.id) = (Self.isUUID(id) ? "" : base, type, id)
  }

  /// - Parameter defaultBase: the server of resources that do not name theirs.
  init(_ resource: FHIRResource, defaultBase: String) {
    let url = resource.fullURL
    if !resource.id.isEmpty {
      let end = "/\(resource.type)/\(resource.id)"
      let base = url.hasSuffix(end) && url.contains("://") ? String(url.dropLast(end.count)) : defaultBase
      self.init(base: base, type: resource.type, id: resource.id)
    } else if let key = FHIRKey(absolute: url, type: resource.type) {
      self = key
    } else if let name = Self.identifier(resource) {
      self.init(base: "", type: resource.type, id: name)
    } else {
      let content = JSONValue.object(resource.json).description
      self.init(base: "", type: resource.type, id: "sha256:" + DataValue.hash(of: content))
    }
  }

  /// Of `https://server/fhir/Patient/7`, also with a version, or of `urn:uuid:…`, whose type is given.
  init?(absolute url: String, type: String) {
    for scheme in ["urn:uuid:", "urn:oid:"] where url.hasPrefix(scheme) {
      self.init(base: "", type: type, id: String(url.dropFirst(scheme.count)))
      return
    }
    guard url.contains("://"), let key = FHIRKey(path: url) else { return nil }
    self = key
  }

  /// Of `Patient/7`, `Patient/7/_history/2` or a URL that ends so.
  init?(path: String) {
    var parts = path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count >= 4, parts[parts.count - 2] == "_history" { parts.removeLast(2) }
    guard parts.count >= 2, let id = parts.popLast(), let type = parts.popLast(), !id.isEmpty,
      type.first?.isUppercase == true
    else { return nil }
    self.init(base: parts.joined(separator: "/"), type: String(type), id: String(id))
  }

  private static func identifier(_ resource: FHIRResource) -> String? {
    for identifier in resource["identifier"]?.elements ?? [] {
      guard let value = identifier["value"]?.string, !value.isEmpty else { continue }
      return "\(identifier["system"]?.string ?? "")|\(value)"
    }
    return nil
  }

  /// 8-4-4-4-12 hexadecimal digits, in either case.
  static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 36 else { return false }
    return bytes.enumerated().allSatisfy { index, byte in
      [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : ASCII.hexValue(byte) != nil
    }
  }

  private var normalized: String { "fhir\n\(base)\n\(type)\n\(id)" }

  /// The entry's id; the id itself if it is a UUID. `part` distinguishes the entries of one resource.
  func entryID(part: String = "") -> String {
    if part.isEmpty, Self.isUUID(id) { return id }
    return NaturalKey.id(of: "purus", normalized: part.isEmpty ? normalized : "\(normalized)\n\(part)")
  }

  /// Of the resource as it came.
  var sourceID: String { NaturalKey.id(of: SourceResource.kind, normalized: normalized) }
}
