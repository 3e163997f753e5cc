package import Daybook

/// A ledger of two users, Ann and Bob, who write to one another and separately to others; and the writes that they
/// attempt.
package enum AccessAttempts {
  /// Ann and Bob are in `ab`, Ann and Carol in `ac`, Bob and Dora in `bd`.
  package static let world: [Mutation] =
    [
      make("user", "ann", ["displayName": "Ann", "email": "ann@example.org"]),
      make("user", "bob", ["displayName": "Bob", "email": "bob@example.org"]),
      make("faq", "fa", ["question": "secret-ann-question", "answer": "yes", "owner": "ann"]),
      make("faq", "fb", ["question": "secret-bob-question", "answer": "yes", "owner": "bob"]),
    ] + conversation("ab", ["ann", "bob"]) + conversation("ac", ["ann", "carol"])
    + conversation("bd", ["bob", "dora"])

  private static func conversation(_ id: String, _ users: [String]) -> [Mutation] {
    [make("conversation", id, ["owner": .string(users[0])])]
      + users.map {
        make(
          "participant", "\(id)/\($0)",
          ["conversation": .string(id), "user": .string($0), "displayName": .string("name of \($0)")])
      }
      + users.flatMap { user in
        [
          make(
            "message", "\(id)-\(user)",
            ["conversation": .string(id), "sender": .string(user), "text": .string("secret-\(id)-\(user)")]),
          make(
            "attachment", "file-\(id)-\(user)", ["message": .string("\(id)-\(user)"), "fileName": "secret"]),
        ]
      }
  }

  private static func make(_ kind: String, _ id: String, _ set: JSONObject) -> Mutation {
    Mutation(.upsert, kind: "messaging." + kind, id: id, set: set)
  }

  /// The ids that a user may read, by kind; nobody may read the others.
  package static let readable: [String: [String: Set<String>]] = [
    "ann": [
      "user": ["ann"], "faq": ["fa"], "conversation": ["ab", "ac"],
      "participant": ["ab/ann", "ab/bob", "ac/ann", "ac/carol"],
      "message": ["ab-ann", "ab-bob", "ac-ann", "ac-carol"],
      "attachment": ["file-ab-ann", "file-ab-bob", "file-ac-ann", "file-ac-carol"],
    ],
    "bob": [
      "user": ["bob"], "faq": ["fb"], "conversation": ["ab", "bd"],
      "participant": ["ab/ann", "ab/bob", "bd/bob", "bd/dora"],
      "message": ["ab-ann", "ab-bob", "bd-bob", "bd-dora"],
      "attachment": ["file-ab-ann", "file-ab-bob", "file-bd-bob", "file-bd-dora"],
    ],
  ]

  /// One commit that somebody tries.
  package struct Attempt: Sendable, CustomStringConvertible {
    package var what: String
    package var user: String
    package var mutations: [Mutation]
    package var isAllowed: Bool

    package var description: String { "\(user) \(isAllowed ? "may" : "may not") \(what)" }
  }

  private static func may(_ user: String, _ what: String, _ mutations: Mutation...) -> Attempt {
    Attempt(what: what, user: user, mutations: mutations, isAllowed: true)
  }

  private static func mayNot(_ user: String, _ what: String, _ mutations: Mutation...) -> Attempt {
    Attempt(what: what, user: user, mutations: mutations, isAllowed: false)
  }

  private static func delete(_ kind: String, _ id: String) -> Mutation {
    Mutation(.delete, kind: "messaging." + kind, id: id)
  }

  private static func leave(_ id: String) -> Mutation {
    var mutation = Mutation(.sync, kind: "messaging.participant", id: id)
    mutation.present = false
    return mutation
  }

  /// Every rule both ways.
  package static let all: [Attempt] = [
    may("ann", "change herself", make("user", "ann", ["displayName": "Anna"])),
    mayNot("ann", "change Bob", make("user", "bob", ["displayName": "Bobby"])),
    mayNot("ann", "make another user", make("user", "carol", ["displayName": "Carol"])),
    mayNot("ann", "delete Bob", delete("user", "bob")),
    may("ann", "add an answer", make("faq", "new", ["question": "q", "answer": "a", "owner": "ann"])),
    mayNot(
      "ann", "add an answer of Bob's", make("faq", "new", ["question": "q", "answer": "a", "owner": "bob"])),
    mayNot("ann", "add an answer of nobody's", make("faq", "new", ["question": "q", "answer": "a"])),
    may("ann", "delete her answer", delete("faq", "fa")),
    mayNot("ann", "delete Bob's answer", delete("faq", "fb")),
    mayNot("ann", "give her answer away", make("faq", "fa", ["owner": "bob"])),
    may(
      "ann", "begin a conversation", make("conversation", "n", ["owner": "ann"]),
      make("participant", "n/ann", ["conversation": "n", "user": "ann"]),
      make("participant", "n/eve", ["conversation": "n", "user": "eve"])),
    mayNot(
      "ann", "begin one that she is not in", make("conversation", "n", ["owner": "ann"]),
      make("participant", "n/eve", ["conversation": "n", "user": "eve"])),
    mayNot(
      "ann", "begin one in Bob's name", make("conversation", "n", ["owner": "bob"]),
      make("participant", "n/ann", ["conversation": "n", "user": "ann"])),
    mayNot("ann", "begin one without anybody", make("conversation", "n", ["owner": "ann"])),
    mayNot("ann", "take over a conversation", make("conversation", "bd", ["owner": "ann"])),
    mayNot("bob", "change who began one", make("conversation", "ab", ["owner": "bob"])),
    mayNot("ann", "delete a conversation that others are in", delete("conversation", "ab")),
    may("ann", "add Eve", make("participant", "ab/eve", ["conversation": "ab", "user": "eve"])),
    mayNot("ann", "add herself", make("participant", "bd/ann", ["conversation": "bd", "user": "ann"])),
    mayNot(
      "ann", "add Eve elsewhere", make("participant", "bd/eve", ["conversation": "bd", "user": "eve"])),
    may("ann", "leave", leave("ab/ann")),
    may("ann", "delete her own part", delete("participant", "ab/ann")),
    mayNot("ann", "remove Bob", leave("ab/bob")),
    mayNot("ann", "delete Bob's part", delete("participant", "ab/bob")),
    mayNot("ann", "remove Dora", leave("bd/dora")),
    may("ann", "pin", make("participant", "ab/ann", ["isPinned": true])),
    mayNot("ann", "pin for Bob", make("participant", "ab/bob", ["isPinned": true])),
    mayNot("ann", "mute for Bob", make("participant", "ab/bob", ["isMuted": true])),
    may("ann", "say how far she has read", make("participant", "ab/ann", ["lastReadMessageID": "ab-bob"])),
    mayNot("ann", "say how far Bob has read", make("participant", "ab/bob", ["lastReadMessageID": "ab-ann"])),
    mayNot("ann", "move her part elsewhere", make("participant", "ab/ann", ["conversation": "bd"])),
    mayNot("ann", "give her part away", make("participant", "ab/ann", ["user": "eve"])),
    may("ann", "write", make("message", "n", ["conversation": "ab", "sender": "ann", "text": "t"])),
    mayNot(
      "ann", "write as Bob", make("message", "n", ["conversation": "ab", "sender": "bob", "text": "t"])),
    mayNot("ann", "write as nobody", make("message", "n", ["conversation": "ab", "text": "t"])),
    mayNot(
      "ann", "write elsewhere", make("message", "n", ["conversation": "bd", "sender": "ann", "text": "t"])),
    mayNot(
      "ann", "write to nobody", make("message", "n", ["conversation": "zz", "sender": "ann", "text": "t"])),
    mayNot("ann", "write nowhere", make("message", "n", ["sender": "ann", "text": "t"])),
    may("ann", "edit her message", make("message", "ab-ann", ["text": "t"])),
    mayNot("ann", "edit Bob's message", make("message", "ab-bob", ["text": "t"])),
    mayNot("ann", "edit what she cannot read", make("message", "bd-bob", ["text": "t"])),
    mayNot("ann", "move her message", make("message", "ab-ann", ["conversation": "ac"])),
    mayNot("ann", "take Bob's message for hers", make("message", "ab-bob", ["sender": "ann"])),
    may("ann", "delete her message", delete("message", "ab-ann")),
    mayNot("ann", "delete Bob's message", delete("message", "ab-bob")),
    mayNot("ann", "delete what she cannot read", delete("message", "bd-bob")),
    may("ann", "say that she has read", make("message", "ab-bob", ["readBy": ["ann"]])),
    mayNot("ann", "say that Carol has read", make("message", "ab-bob", ["readBy": ["carol"]])),
    mayNot("ann", "say that both have read", make("message", "ab-bob", ["readBy": ["ann", "bob"]])),
    mayNot("ann", "read what is not hers", make("message", "bd-bob", ["readBy": ["ann"]])),
    may("ann", "say what Bob's message is about", make("message", "ab-bob", ["category": "question"])),
    mayNot("ann", "say what her own is about", make("message", "ab-ann", ["category": "question"])),
    may("ann", "draft a reply", make("message", "ab-bob", ["smartReplyDraft": "yes"])),
    mayNot("ann", "say that sending failed", make("message", "ab-ann", ["failure": "x"])),
    mayNot("ann", "count retries", make("message", "ab-ann", ["retryCount": 2])),
    mayNot(
      "ann", "say when it was taken",
      make("message", "ab-ann", ["acceptedAt": "2026-11-21T06:13:00.123456789Z"])),
    may("ann", "attach a file", make("attachment", "n", ["message": "ab-ann"])),
    mayNot("ann", "attach one to Bob's message", make("attachment", "n", ["message": "ab-bob"])),
    mayNot("ann", "attach one elsewhere", make("attachment", "n", ["message": "bd-bob"])),
    mayNot("ann", "move a file", make("attachment", "file-ab-ann", ["message": "ac-ann"])),
    may("ann", "delete her file", delete("attachment", "file-ab-ann")),
    mayNot("ann", "delete Bob's file", delete("attachment", "file-ab-bob")),
    mayNot("ann", "write another system", Mutation(.upsert, kind: "sam.person", id: "p", set: [:])),
    mayNot("ann", "write what nobody knows", Mutation(.upsert, kind: "x.y", id: "p", set: [:])),
    mayNot("ann", "speak for the server", sync("ab-bob")),
    mayNot(
      "ann", "slip one in among others", make("user", "ann", ["displayName": "A"]),
      make("message", "ab-bob", ["text": "t"])),
  ]

  private static func sync(_ id: String) -> Mutation {
    var mutation = Mutation(.sync, kind: "messaging.message", id: id, set: ["text": "t"])
    mutation.server = ServerTime("2030-01-01T00:00:00.000000000Z")
    return mutation
  }
}
