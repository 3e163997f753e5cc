import Daybook

/// The fields that the kept person gets from the absorbed one.
struct MergedFields {
  private(set) var set = JSONObject()

  /// The fields of a contact: they stay with the contact, because its next card updates them.
  private static let contact = [
    "contactIdentifier", "importedFrom", "isArchived", "sourceCard", "sourceCardData", "emailAddresses",
  ]
  private static let addresses = ["emailCache", "emailAddresses", "otherEmailAddresses"]
  /// The field that names the person into whom the absorbed one was merged.
  private static let fate = "mergedInto"

  init(_ absorbed: String, into kept: String, in state: borrowing LedgerState) {
    let union = FieldUnion(Person.kind, in: state)
    guard let theirs = state.read(Person.kind, absorbed, { union.values(of: $0) }),
      let own = state.read(Person.kind, kept, { union.values(of: $0) })
    else { return }
    set = union.gained(theirs, by: own, besides: Set(Self.contact + Self.addresses + [Self.fate]))
    if Self.isEmpty(own["emailCache"]), !Self.isEmpty(theirs["emailCache"]) {
      set["emailCache"] = theirs["emailCache"]
    }
    // A person who is not a contact becomes the contact: the next card is theirs, and its changes are written.
    let takesContact = Self.isEmpty(own["contactIdentifier"]) && !Self.isEmpty(theirs["contactIdentifier"])
    if takesContact {
      for field in Self.contact where theirs[field] != own[field] { set[field] = theirs[field] }
    }
    let first = takesContact ? [] : Self.texts(set["emailCache"] ?? own["emailCache"])
    let typed = Self.texts(own["otherEmailAddresses"])
    let kept = first + Self.texts(set["emailAddresses"] ?? own["emailAddresses"]) + typed
    let all = [own, theirs].flatMap { person in Self.addresses.flatMap { Self.texts(person[$0]) } }
    let more = EmailAddress.distinct(all, besides: kept)
    if !more.isEmpty { set["otherEmailAddresses"] = .array((typed + more).map { .string($0) }) }
  }

  private static func isEmpty(_ value: JSONValue?) -> Bool { FieldUnion.isEmpty(value) }

  private static func texts(_ value: JSONValue?) -> [String] {
    value?.string.map { [$0] } ?? (value?.array ?? []).compactMap(\.string)
  }
}
