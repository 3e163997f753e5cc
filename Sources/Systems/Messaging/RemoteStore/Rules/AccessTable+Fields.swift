import Daybook

// What a write may change in a document, field by field. A field's former value is never checked: a document from
// another program stays readable and writable.

extension AccessTable {
  static func judge(
    _ request: AccessRequest, _ after: JSONObject, _ rules: CollectionRules, _ participants: [String],
    _ sender: String?
  ) -> AccessVerdict {
    let before = request.before ?? [:]
    for rule in rules.fields where rule.isRequired && after[rule.name]?.isNull != false {
      return .invalid("a document of '\(request.path.collection)' needs the field '\(rule.name)'")
    }
    for name in changedNames(before, after) {
      if localFields.contains(name) || serverFields.contains(name) {
        return .invalid("the field '\(name)' may not be written")
      }
      let field = Changed(name: name, before: before[name], after: after[name])
      let rule = rules.field(name)
      if let rule, let value = field.after, let flaw = rule.type.flaw(value) {
        return .invalid("the field '\(name)' of '\(request.path.collection)' \(flaw)")
      }
      let writer = rule?.writer ?? unknownWriter(request.path)
      if let refusal = refusal(writer, field, request, sender) { return .refused(refusal) }
    }
    if let flaw = misplaced(request, after) { return .invalid(flaw) }
    if JSONValue.object(after).canonicalBytes.count > documentSizeBytesMax {
      return .invalid("a document of more than \(documentSizeBytesMax) bytes")
    }
    return .allowed
  }

  /// One field that a write changes.
  struct Changed {
    var name: String
    var before: JSONValue?
    var after: JSONValue?
  }

  private static func changedNames(_ before: JSONObject, _ after: JSONObject) -> [String] {
    after.members.filter { (before[$0.key] ?? .null) != $0.value }.map(\.key)
      + before.members.filter { after[$0.key] == nil && !$0.value.isNull }.map(\.key)
  }

  /// Unknown fields of a message belong to its sender.
  private static func unknownWriter(_ path: RemotePath) -> FieldRule.Writer {
    path.collection == "messages" ? .sender : .writer
  }

  private static func refusal(
    _ writer: FieldRule.Writer, _ field: Changed, _ request: AccessRequest, _ sender: String?
  ) -> String? {
    let isMaking = request.before == nil
    let isSender = sender?.isSame(request.user) == true
    let words = "'\(field.name)' of '\(request.path.collection)' is written by \(writer.words)"
    let isAllowed: Bool
    switch writer {
    case .writer: isAllowed = true
    case .once: isAllowed = isMaking
    case .sender: isAllowed = isSender
    case .recipients: isAllowed = !isSender
    case .oneself: isAllowed = request.path.id.isSame(request.user)
    case .status:
      isAllowed = isSender || ["delivered", "read"].contains(field.after?.string ?? "")
    case .readers:
      let (old, new) = (texts(field.before), texts(field.after))
      isAllowed = old.allSatisfy(new.has) && new.allSatisfy { $0.isSame(request.user) || old.has($0) }
    case .members:
      let (old, new) = (texts(field.before), texts(field.after))
      isAllowed =
        isMaking ? new.has(request.user) : old.allSatisfy { $0.isSame(request.user) || new.has($0) }
    }
    return isAllowed ? nil : words
  }

  /// A message names its conversation; it must be the one in its path.
  private static func misplaced(_ request: AccessRequest, _ after: JSONObject) -> String? {
    guard request.path.collection == "messages", let named = after["conversationID"],
      !named.isNull, named.string?.isSame(request.path.root.id) != true
    else { return nil }
    return "the field 'conversationID' of a message must be the conversation that it is in"
  }
}

extension FieldRule.ValueType {
  /// The error of a value; null is a value of every type.
  func flaw(_ value: JSONValue) -> String? {
    if value.isNull { return nil }
    switch self {
    case .text(let max): return value.string.map { $0.utf8.count <= max } == true ? nil : "must be \(words)"
    case .word(let values): return value.string.map(values.contains) == true ? nil : "must be \(words)"
    case .instant: return value.string.flatMap { Instant($0) } == nil ? "must be \(words)" : nil
    case .integer: return value.int == nil ? "must be \(words)" : nil
    case .number(let range): return value.double.map(range.contains) == true ? nil : "must be \(words)"
    case .bool: return value.bool == nil ? "must be \(words)" : nil
    case .texts(let max):
      guard let list = value.array, list.count <= max, list.allSatisfy({ $0.string?.utf8.isEmpty == false }),
        Set(list.compactMap { $0.string.map { Array($0.utf8) } }).count == list.count
      else { return "must be \(words)" }
      return nil
    case .object: return value.object == nil ? "must be \(words)" : nil
    case .objects(let max):
      guard let list = value.array, list.count <= max, list.allSatisfy({ $0.object != nil }) else {
        return "must be \(words)"
      }
      return nil
    case .any: return nil
    }
  }

  /// The type in the words of the article and the errors.
  public var words: String {
    switch self {
    case .text(let max): "a text of at most \(max) bytes"
    case .word(let values): "one of \(values.joined(separator: ", "))"
    case .instant: "an instant such as 2026-11-21T06:13:00.123Z"
    case .integer: "an integer"
    case .number(let range): "a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))"
    case .bool: "true or false"
    case .texts(let max): "a list of at most \(max) different texts"
    case .object: "an object"
    case .objects(let max): "a list of at most \(max) objects"
    case .any: "any value"
    }
  }
}
