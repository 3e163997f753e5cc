import Daybook
import Planner

/// The people of a meeting, as users type them.
enum MeetingPeople {
  /// Links people of the ledger, and creates a person for each address that nobody has.
  static func linking(
    _ texts: [String], to meeting: Ref<MeetingRecord>, in ledger: Ledger
  ) async throws -> [Mutation] {
    var mutations: [Mutation] = []
    for text in texts {
      let (id, made) = try await person(text, in: ledger)
      if let made { mutations.append(made) }
      mutations.append(
        Mutation(.link, kind: MeetingRecord.kind, id: meeting.rawValue, rel: "attendees", to: id.rawValue))
    }
    return mutations
  }

  /// `Ben Ode <ben@example.org>`, `ben@example.org`, or the person whom the ledger finds by the text.
  private static func person(_ text: String, in ledger: Ledger) async throws -> (Ref<Person>, Mutation?) {
    let (name, address) = parts(OneLine.of(text))
    guard let address, EmailAddress.isOne(address) else {
      return (try await ledger.withView { try PlannerFinder.people.find(text, in: $0).id }, nil)
    }
    let email = EmailAddress.normalized(address)
    let held = try await ledger.withView { view in
      try view.map(Query(Person.kind, where: .compare("email", .equal, .string(email)))) { $0.id }.values
        .first
    }
    if let held { return (Ref(held), nil) }
    let (id, _) = try await ledger.holder(ofKey: email, Person.self)
    var set: JSONObject = ["email": .string(email)]
    if let name { set["name"] = .string(name) }
    return (id, Mutation(.upsert, kind: Person.kind, id: id.rawValue, set: set))
  }

  private static func parts(_ text: String) -> (name: String?, address: String?) {
    guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
      return (nil, text.contains("@") ? text : nil)
    }
    let name = OneLine.of(text[..<open].filter { $0 != "\"" })
    return (name.isEmpty ? nil : name, String(text[text.index(after: open)...].dropLast()))
  }
}
