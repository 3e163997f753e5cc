/// ``AccessTable`` as a Firestore project's security rules, for `firestore deploy`: the same rows, decided by the server.
///
/// A document with `isDeleted` counts as missing: it can only be created again, and every write sets `serverTime` to
/// the request's time. The rules' language cannot express two parts of the table: the elements of a list, and the
/// maximum size of a document, which Firestore itself limits.
public enum FirestoreRules {
  /// The text of `firestore.rules`, made from ``AccessTable/collections`` each time.
  public static var text: String {
    ([head] + AccessTable.collections.map { block($0) } + ["  }\n}\n"]).joined()
  }

  private static let head = """
    rules_version = '2';
    service cloud.firestore {
      match /databases/{database}/documents {
        function uid() { return request.auth.uid; }
        function after() { return request.resource.data; }
        function before() { return resource.data; }
        function isGone(data) { return data.get('isDeleted', false) == true; }
        function isStamped() { return after().get('serverTime', null) == request.time; }
        function root(conversation) {
          return get(/databases/$(database)/documents/conversations/$(conversation)).data;
        }
        function members(conversation) {
          let data = root(conversation);
          return isGone(data) ? [] : data.get('participantIDs', []);
        }
        function takesPart(conversation) { return uid() in members(conversation); }
        function list(value) { return value == null ? [] : value; }
        function isText(value, bytesMax) {
          return value == null || value is string && value.toUtf8().size() <= bytesMax;
        }
        function isTexts(value, countMax) {
          return value == null || value is list && value.size() <= countMax && value.toSet().size() == value.size();
        }
        function isObjects(value, countMax) { return value == null || value is list && value.size() <= countMax; }
        function isNumber(value, least, most) {
          return value == null || value is number && value >= least && value <= most;
        }
        function isOfKind(value, isKind) { return value == null || isKind; }
        function gains(old, new) {
          return new.toSet().hasAll(old) && new.toSet().difference(old.toSet()).hasOnly([uid()]);
        }
        function loses(old, new) { return old.toSet().difference(new.toSet()).hasOnly([uid()]); }

    """

  private static func block(_ rules: CollectionRules) -> String {
    let block = RulesBlock(rules)
    return """

          match /\(rules.pattern) {
            function changed(old) { return after().diff(old).affectedKeys(); }
            function isSender(data) { return data.get('senderID', null) == uid(); }
            function mayWrite(keys, old, isMaking, sender) {
              return \(lines(block.conditions));
            }
            function creates() {
              return \(block.creation)
                && mayWrite(after().keys().toSet(), {}, true, after().get('senderID', null));
            }
            function changes() {
              return \(block.change)
                && mayWrite(changed(before()), before(), false, before().get('senderID', null));
            }
            function deletes(data) {
              return \(block.deletion)
                && after().keys().hasOnly(\(quoted(AccessTable.tombstoneFields.sorted() + AccessTable.serverFields.sorted())))
                && after().get('senderID', null) == data.get('senderID', null)
                && after().get('participantIDs', null) == data.get('participantIDs', null);
            }
            allow read: if \(block.reading);
            allow create: if isStamped() && creates() && (!isGone(after()) || deletes(after()));
            allow update: if isStamped() && (isGone(before())
              ? !isGone(after()) && creates()
              : isGone(after()) ? deletes(before()) : changes());
          }

      """
  }

  private static func lines(_ conditions: [String]) -> String {
    conditions.joined(separator: "\n                && ")
  }

  static func quoted(_ texts: [String]) -> String {
    "[" + texts.map { "'\($0)'" }.joined(separator: ", ") + "]"
  }
}

/// The conditions of one collection.
private struct RulesBlock {
  let rules: CollectionRules
  /// Whether it is `users/{user}` or `conversations/{conversation}`.
  private let isRoot: Bool
  private let isUsers: Bool
  private let id: String

  init(_ rules: CollectionRules) {
    self.rules = rules
    let parts = rules.pattern.split(separator: "/").map(String.init)
    isRoot = parts.count == 2
    isUsers = parts[0] == "users"
    id = String((parts.last ?? "").dropFirst().dropLast())
  }

  /// Whether the user may access the document at all: before it is written, or as it is created.
  private func reach(_ data: String) -> String {
    if isUsers { return "uid() == user" }
    return isRoot ? "uid() in list(\(data).get('participantIDs', null))" : "takesPart(conversation)"
  }

  private func grant(_ grant: CollectionRules.Grant, _ data: String) -> String? {
    switch grant {
    case .owner, .participants, .founder: nil
    case .lastParticipant: "list(\(data).get('participantIDs', null)).toSet().hasOnly([uid()])"
    case .oneself: "uid() == \(id)"
    case .memberOrOneself: "\(id) in members(conversation)"
    case .sender: "isSender(\(data))"
    }
  }

  private func both(_ grant: CollectionRules.Grant, _ data: String) -> String {
    [reach(data), self.grant(grant, data)].compactMap { $0 }.joined(separator: " && ")
  }

  var reading: String { both(rules.read, "before()") }
  var creation: String { both(rules.create, "after()") }
  var change: String { both(rules.change, "before()") }
  var deletion: String { both(rules.delete, "data") }

  /// The conditions of a write: required fields, fields that nobody may write, then for each field its type and its
  /// writer.
  var conditions: [String] {
    var conditions = rules.fields.filter(\.isRequired).map { "after().get('\($0.name)', null) != null" }
    conditions.append("!keys.hasAny(\(FirestoreRules.quoted(AccessTable.localFields.sorted())))")
    if rules.pattern.hasSuffix("/messages/{message}") {
      let known = rules.fields.map(\.name) + AccessTable.serverFields.sorted()
      conditions.append("(sender == uid() || keys.hasOnly(\(FirestoreRules.quoted(known))))")
      conditions.append(
        "(after().get('conversationID', null) == null || after().get('conversationID', null) == conversation)"
      )
    }
    for field in rules.fields {
      let value = "after().get('\(field.name)', null)"
      let tests = [type(field, value), writer(field, value)].compactMap { $0 }
      if tests.isEmpty { continue }
      conditions.append("(!keys.hasAny(['\(field.name)']) || \(tests.joined(separator: " && ")))")
    }
    return conditions
  }

  private func type(_ field: FieldRule, _ value: String) -> String? {
    switch field.type {
    case .text(let max): "isText(\(value), \(max))"
    case .word(let words): "isOfKind(\(value), \(value) in \(FirestoreRules.quoted(words)))"
    case .instant: "isOfKind(\(value), \(value) is timestamp)"
    case .integer: "isOfKind(\(value), \(value) is int)"
    case .number(let range): "isNumber(\(value), \(Int(range.lowerBound)), \(Int(range.upperBound)))"
    case .bool: "isOfKind(\(value), \(value) is bool)"
    case .texts(let max): "isTexts(\(value), \(max))"
    case .object: "isOfKind(\(value), \(value) is map)"
    case .objects(let max): "isObjects(\(value), \(max))"
    case .any: nil
    }
  }

  private func writer(_ field: FieldRule, _ value: String) -> String? {
    let held = "list(old.get('\(field.name)', null))"
    return switch field.writer {
    case .writer: nil
    case .once: "isMaking"
    case .sender: "sender == uid()"
    case .recipients: "sender != uid()"
    case .oneself: "uid() == \(id)"
    case .status: "(sender == uid() || \(value) in ['delivered', 'read'])"
    case .readers: "gains(\(held), list(\(value)))"
    case .members: "(isMaking ? uid() in list(\(value)) : loses(\(held), list(\(value))))"
    }
  }
}

/// The indexes that queries need besides Firestore's automatic ones, as `firestore.indexes.json`.
public enum FirestoreIndexes {
  /// The text of `firestore.indexes.json`: the index for the conversations of a user that changed since a time.
  public static let text = """
    {
      "indexes": [
        {
          "collectionGroup": "conversations",
          "queryScope": "COLLECTION",
          "fields": [
            { "fieldPath": "participantIDs", "arrayConfig": "CONTAINS" },
            { "fieldPath": "serverTime", "order": "ASCENDING" }
          ]
        }
      ],
      "fieldOverrides": []
    }

    """
}
