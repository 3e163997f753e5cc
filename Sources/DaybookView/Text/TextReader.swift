import DaybookModel
package import DaybookRecords

/// Reads the texts of entities as the view shows them: what a search finds. Stored texts, in lists and nested
/// objects too; no ids, enumerations, times, numbers or bytes, and no default that nobody wrote.
///
/// Valid only while the records are lent to the code that made it.
public final class TextReader {
  private let view: View
  private let records: UnsafePointer<Records>
  /// By kind number, filled as kinds are met.
  private var kinds: [Int: KindTexts] = [:]

  package init(_ view: View, _ records: UnsafePointer<Records>) {
    (self.view, self.records) = (view, records)
  }

  private struct KindTexts {
    var plan: KindPlan?
    var fields: [(field: SearchedField, plan: FieldPlan)] = []
    /// Of raw kinds, and of those that a later version of the schema wrote.
    var raw: [(field: SearchedField, id: FieldID)] = []
    /// Whether the entity must be read to determine its raw fields.
    var isOpen = false
  }

  /// Lends each text with its field, in the order of the fields, including hidden ones.
  package func forEachText(
    of entity: EntityIndex, _ body: (SearchedField, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    let texts = texts(of: entity)
    for (field, plan) in texts.fields { read(entity, field, plan, body) }
    for (field, id) in texts.raw { readRaw(entity, field, id, body) }
    guard texts.isOpen else { return }
    for id in records.pointee.fields(of: entity) where !(texts.plan?.known.contains(id) ?? false) {
      let name = records.pointee.name(of: id)
      if let field = rawField(name, entity) { readRaw(entity, field, id, body) }
    }
  }

  /// The entity, if it can be read.
  package func entity(_ kind: String, _ id: String) -> EntityIndex? {
    records.pointee.entity(kind, id).flatMap { view.isShown($0, in: records.pointee) ? $0 : nil }
  }

  package func shows(_ kind: String, _ id: String) -> Bool { entity(kind, id) != nil }

  /// The name that people know the entity by: its first title that is not empty, or both the given and the family name.
  package func name(of entity: EntityIndex, reveals: Bool) -> String? {
    var titles: [(field: String, text: String)] = []
    forEachText(of: entity) { field, text in
      guard field.isTitle, reveals || !field.isHidden, !text.isEmpty else { return }
      titles.append((field.name.lowercased(), String(decoding: text, as: UTF8.self)))
    }
    func named(_ ending: String) -> String? { titles.first { $0.field.hasSuffix(ending) }?.text }
    guard let first = titles.first else { return nil }
    if first.field.hasSuffix("familyname") || first.field.hasSuffix("givenname"),
      let given = named("givenname"), let family = named("familyname")
    {
      return given + " " + family
    }
    return first.text
  }

  private func texts(of entity: EntityIndex) -> KindTexts {
    let kind = records.pointee.kind(of: entity)
    if let known = kinds[Int(kind.rawValue)] { return known }
    let plan = view.plan(of: entity, records.pointee)
    var texts = KindTexts(plan: plan)
    for field in plan?.fields ?? [] {
      guard case .stored = field.source, FieldType.isSearched(field.schema) else { continue }
      let isHidden = plan?.schema.hides(field.schema.name) ?? false
      texts.fields.append((SearchedField(field.schema.name, isHidden: isHidden), field))
    }
    if let written = records.pointee.fieldsWritten(of: kind) {
      for id in written where !(plan?.known.contains(id) ?? false) {
        if let field = rawField(records.pointee.name(of: id), entity) { texts.raw.append((field, id)) }
      }
    } else {
      texts.isOpen = true
    }
    kinds[Int(kind.rawValue)] = texts
    return texts
  }

  private func rawField(_ name: String, _ entity: EntityIndex) -> SearchedField? {
    guard !SearchedField.isIdentifier(name) else { return nil }
    let kind = records.pointee.name(of: records.pointee.kind(of: entity))
    return SearchedField(name, isHidden: view.registry.hides(name, of: kind))
  }

  private func read(
    _ entity: EntityIndex, _ field: SearchedField, _ plan: FieldPlan,
    _ body: (SearchedField, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if plan.isPlain, plan.merge == nil || !records.pointee.isContested(entity, any: plan.ids) {
      guard let id = plan.ids.first, let stored = records.pointee.value(entity, id) else { return }
      if case .string = plan.schema.type {
        _ = records.pointee.withBytes(of: stored) { json in StoredText.withUTF8(json) { body(field, $0) } }
      } else if !stored.isNull {
        lend(records.pointee.json(stored), plan.schema.type) { body(field, $0) }
      }
      return
    }
    // If unwritten, it reads as a default, or as the value provided for an entity without events.
    guard records.pointee.winner(entity, plan.ids) != nil || !plan.hasOneDefault else { return }
    lend(view.value(entity, plan, records.pointee), plan.schema.type) { body(field, $0) }
  }

  private func readRaw(
    _ entity: EntityIndex, _ field: SearchedField, _ id: FieldID,
    _ body: (SearchedField, UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard let stored = records.pointee.value(entity, id), stored.count > 2 else { return }
    lend(records.pointee.json(stored), .any) { body(field, $0) }
  }

  private func lend(_ value: JSONValue, _ type: FieldType, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    switch (value, type) {
    case (.string(var text), .string): text.withUTF8(body)
    case (.string(var text), .any): if !MachineText.matches(text) { text.withUTF8(body) }
    case (.array(let values), .array(let element)): for value in values { lend(value, element, body) }
    case (.array(let values), .any): for value in values { lend(value, .any, body) }
    case (.object(let object), .dictionary(let element)):
      for member in object { lend(member.value, element, body) }
    case (.object(let object), .object(let fields)):
      for field in fields where FieldType.isSearched(field) {
        if let value = object[field.name] { lend(value, field.type, body) }
      }
    case (.object(let object), .any):
      // Bytes that are stored in a separate file.
      if object["$blob"] != nil { return }
      for member in object where !SearchedField.isIdentifier(member.key) { lend(member.value, .any, body) }
    default: break
    }
  }
}

/// Texts of unknown meaning that only programs read.
private enum MachineText {
  /// Whether it is a UUID, a time, or a hash.
  static func matches(_ text: String) -> Bool {
    let bytes = text.utf8
    func isHexadecimal(_ byte: UInt8) -> Bool {
      byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
    }
    if bytes.count == 36 {
      return bytes.enumerated().allSatisfy { place, byte in
        [8, 13, 18, 23].contains(place) ? byte == UInt8(ascii: "-") : isHexadecimal(byte)
      }
    }
    if bytes.count >= 32, bytes.allSatisfy(isHexadecimal) { return true }
    return bytes.count >= 20 && Instant(text) != nil
  }
}
