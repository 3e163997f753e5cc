import Daybook

/// What the kept person gets of the absorbed one's own fields.
struct MergedFields {
  private(set) var set = JSONObject()

  init(_ absorbed: String, into kept: String, in state: borrowing LoadedLedger) {
    guard let theirs = Self.fields(absorbed, in: state), let own = Self.fields(kept, in: state) else {
      return
    }
    for field in [
      "displayNameCache", "emailCache", "organizationName", "jobTitle", "photoThumbnailCache", "birthday",
      "addressBookNote",
    ] where Self.isEmpty(own[field]) {
      if !Self.isEmpty(theirs[field]) { set[field] = theirs[field] }
    }
    for field in ["roleBadges", "responsibilityNotes", "phoneNumbers", "postalAddresses"] {
      let held = own[field]?.array ?? []
      let new = (theirs[field]?.array ?? []).filter { !held.contains($0) }
      if !new.isEmpty { set[field] = .array(held + new) }
    }
    // A person who is not a contact becomes the contact: the next card is theirs, and what it says anew is written.
    let takesContact = Self.isEmpty(own["contactIdentifier"]) && !Self.isEmpty(theirs["contactIdentifier"])
    if takesContact {
      for field in [
        "contactIdentifier", "importedFrom", "emailAddresses", "isArchived", "sourceCard", "sourceCardData",
      ] where theirs[field] != own[field] {
        set[field] = theirs[field]
      }
    }
    let first = takesContact ? [] : Self.texts(set["emailCache"] ?? own["emailCache"])
    let typed = Self.texts(own["otherEmailAddresses"])
    let kept = first + Self.texts(set["emailAddresses"] ?? own["emailAddresses"]) + typed
    let all = [own, theirs].flatMap { person in
      ["emailCache", "emailAddresses", "otherEmailAddresses"].flatMap { Self.texts(person[$0]) }
    }
    let more = EmailAddress.distinct(all, besides: kept)
    if !more.isEmpty { set["otherEmailAddresses"] = .array((typed + more).map { .string($0) }) }
  }

  private static func fields(_ person: String, in state: borrowing LoadedLedger) -> JSONObject? {
    state.read(Person.kind, person) { person in
      var values = JSONObject()
      for field in [
        "contactIdentifier", "displayNameCache", "emailCache", "emailAddresses", "otherEmailAddresses",
        "phoneNumbers", "organizationName", "jobTitle", "photoThumbnailCache", "isArchived", "roleBadges",
        "responsibilityNotes", "importedFrom", "postalAddresses", "birthday", "addressBookNote", "sourceCard",
        "sourceCardData",
      ] {
        values[field] = person.value(field)
      }
      return values
    }
  }

  private static func isEmpty(_ value: JSONValue?) -> Bool {
    value?.isNull ?? true || value == "" || value == []
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    value?.string.map { [$0] } ?? (value?.array ?? []).compactMap(\.string)
  }
}
