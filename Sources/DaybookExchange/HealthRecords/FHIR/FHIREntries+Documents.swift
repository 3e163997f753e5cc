// Letters, reports and pictures, with their bytes where the file has them.

import Daybook
import DaybookLog
import DaybookModel
import PurusHealth

extension FHIREntries {
  func document(_ resource: FHIRResource) -> HealthEntry {
    let content = resource["content"]?.first
    let attachment = content?["attachment"] ?? content
    var remarks = Remarks()
    let title = attachment?["title"]?.string
    let kind = FHIRText.concept(resource["type"])
    let description = resource["description"]?.string
    let name = title ?? description ?? kind ?? resource.narrative
    if title != nil { remarks.add(description) }
    if kind != name { remarks.add(kind) }
    remarks.add(
      "date", resource["date", "created", "indexed"]?.string ?? attachment?["creation"]?.string)
    remark(on: resource, usual: ["current", "completed"], &remarks)
    for note in resource.notes { remarks.add(note) }
    return document(resource, attachment, name: name, &remarks)
  }

  /// A report: a document where it holds one, otherwise what it concludes.
  func report(_ resource: FHIRResource) -> HealthEntry {
    var remarks = Remarks()
    let name = FHIRText.concept(resource["code"]) ?? resource.narrative
    time(resource, ["effective"], &remarks)
    remark(on: resource, usual: ["final"], &remarks)
    remarks.add(resource["conclusion"]?.string)
    remarks.add(FHIRText.concepts(resource["codedDiagnosis", "conclusionCode"]))
    let results = (resource["result"]?.elements ?? []).map { FHIRText.display($0) }
    remarks.add("results", FHIRText.joined(results, ", "))
    for note in resource.notes { remarks.add(note) }
    guard let form = resource["presentedForm"]?.first else {
      return told(MedicalHistoryEntry.kind, name, remarks)
    }
    return document(resource, form, name: name ?? form["title"]?.string, &remarks)
  }

  private func document(
    _ resource: FHIRResource, _ attachment: JSONValue?, name: String?, _ remarks: inout Remarks
  ) -> HealthEntry {
    let bytes = self.bytes(of: attachment, in: resource)
    if bytes == nil { remarks.add("at", attachment?["url"]?.string) }
    var entry = HealthEntry(
      MedicalDocumentEntry.kind,
      [
        "documentName": .string(name ?? ""),
        "documentType": .string(attachment?["contentType"]?.string ?? ""),
        "comment": .string(remarks.text),
      ])
    if let bytes { entry.keep(bytes, as: "documentData") }
    return entry
  }

  /// Inline, or in a Binary that the resource or its bundle contains. Nothing is fetched.
  private func bytes(of attachment: JSONValue?, in resource: FHIRResource) -> [UInt8]? {
    guard let attachment else { return nil }
    if let data = attachment["data"]?.string { return Self.decoded(data) }
    guard let url = attachment["url"]?.string, !url.isEmpty else { return nil }
    if url.hasPrefix("data:") {
      guard let comma = url.firstIndex(of: ",") else { return nil }
      let body = String(url[url.index(after: comma)...])
      return url[..<comma].hasSuffix(";base64") ? Self.decoded(body) : Array(body.utf8)
    }
    let binary = url.hasPrefix("#") ? resource.contained(url.dropFirst()) : lookUp(url, resource)
    guard let binary, binary.type == "Binary" else { return nil }
    return binary["data", "content"]?.string.flatMap(Self.decoded)
  }

  /// Base64, perhaps in lines.
  private static func decoded(_ text: String) -> [UInt8]? {
    Base64.bytes(text.utf8.filter { $0 != 0x0a && $0 != 0x0d && $0 != 0x20 && $0 != 0x09 })
  }
}
