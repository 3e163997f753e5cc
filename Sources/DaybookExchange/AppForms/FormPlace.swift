import Daybook

/// The entity that a value of a document describes, found from the value's place.
struct FormPlace: Equatable {
  /// Nil: the kind must be recognized by its fields.
  var kind: String?
  /// The id from the place; the value's own `id` takes precedence.
  var id: String?
  /// Fields from the place, such as the conversation of a message.
  var fields = JSONObject()

  /// The places within a document that are walked through.
  static func opened(system: String?, kind: String?) -> Set<String> {
    // With a kind given, a document is one object or a list of them.
    if kind != nil { return [""] }
    var opened: Set<String> = [""]
    for system in FormNames.systems {
      opened.insert(system)
      for (list, kind) in FormNames.lists[system] ?? [] {
        opened.formUnion(["\(system).\(list)", "\(system).\(kind.dropFirst(system.count + 1))"])
      }
      if system == "purus" { for kind in purusKinds { opened.insert("purus.\(kind)") } }
    }
    if let system { for (list, _) in FormNames.lists[system] ?? [] { opened.insert(list) } }
    return opened
  }

  /// Entries without their record, which have no place in its document.
  private static let purusKinds = FormExport.cloudLists.map { $0.kind.dropFirst("purus.".count) }

  /// Nil if the value is a member of the document itself; the document is then one object.
  init?(_ path: String, system: String?, kind: String?) {
    if path == "*" {
      self.init(kind: kind)
      return
    }
    if kind != nil { return nil }
    let (first, rest) = path.cut(at: ".")
    if FormNames.systems.contains(first), let rest {
      self.init(within: rest, system: first)
    } else if let system {
      self.init(within: path, system: system)
    } else {
      return nil
    }
  }

  /// `people.*`, `users.ann`, `conversations/c1/messages/m1`
  private init?(within path: String, system: String) {
    if path.contains("/"), let place = FormPlace(document: path, system: system) {
      self = place
      return
    }
    let (list, rest) = path.cut(at: ".")
    guard let rest else { return nil }
    let kind =
      FormNames.kind(list, in: system)
      ?? (system == "purus" && Self.purusKinds.contains(Substring(list)) ? "purus.\(list)" : nil)
    guard let kind else { return nil }
    self.init(kind: kind, id: rest == "*" ? nil : rest)
  }

  /// A document by its path in a store of collections.
  private init?(document path: String, system: String) {
    let names = path.split(separator: "/").map(String.init)
    guard let list = names.first else { return nil }
    switch (system, list, names.count > 2 ? names[2] : nil, names.count) {
    case ("messaging", "conversations", "messages", 4):
      self.init(kind: "messaging.message", id: names[3], fields: ["conversation": .string(names[1])])
    case ("messaging", "conversations", "participants", 4):
      self.init(
        kind: "messaging.participant", id: "\(names[1])/\(names[3])",
        fields: ["conversation": .string(names[1]), "user": .string(names[3])])
    case ("messaging", "users", "conversations", 4):
      // The part of a participation that only the participant may read.
      self.init(
        kind: "messaging.participant", id: "\(names[3])/\(names[1])",
        fields: ["conversation": .string(names[3]), "user": .string(names[1])])
    case ("messaging", "users", "faqs", 4):
      self.init(kind: "messaging.faq", id: names[3], fields: ["owner": .string(names[1])])
    default:
      guard names.count > 1, let kind = FormNames.kind(list, in: system) else { return nil }
      self.init(kind: kind, id: names.dropFirst().joined(separator: "/"), fields: [:])
    }
  }

  private init(kind: String?, id: String? = nil, fields: JSONObject = [:]) {
    (self.kind, self.id, self.fields) = (kind, id, fields)
  }
}

extension String {
  /// The texts before and after the first such character.
  fileprivate func cut(at character: Character) -> (String, String?) {
    guard let index = firstIndex(of: character) else { return (self, nil) }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }
}
