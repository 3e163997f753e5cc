import DaybookView

/// Columns of address books, as Google, Outlook and Apple name them.
enum AddressBook {
  /// Columns that are one field together, or columns that are not fields.
  struct Suggestion: Equatable {
    var columns: [String]
    var field: String?
  }

  /// The probable fields of an address book's columns; nil for other tables.
  ///
  /// - Parameters:
  ///   - headers: the headers of columns that are still unknown.
  ///   - all: the headers of the whole table.
  ///   - fields: the kind's fields that have no column yet.
  static func suggestions(_ headers: [String], of all: [String], fields: [String]) -> [Suggestion]? {
    let kinds = Set(all.map { Part(HeaderName.folded($0)) })
    guard !kinds.isDisjoint(with: [.given, .family, .full]), !kinds.isDisjoint(with: [.email, .phone]) else {
      return nil
    }
    let parts = headers.map { Part(HeaderName.folded($0)) }
    func columns(_ part: Part) -> [String] { zip(headers, parts).filter { $0.1 == part }.map(\.0) }
    func field(_ names: String...) -> String? { names.first { fields.contains($0) } }
    var found: [Suggestion] = []
    func suggest(_ columns: [String], _ field: String?) {
      if let field, !columns.isEmpty { found.append(Suggestion(columns: columns, field: field)) }
    }
    if let given = field("personalGivenName"), let family = field("personalFamilyName") {
      suggest(columns(.given), given)
      suggest(columns(.family), family)
    } else {
      let whole = columns(.full)
      suggest(
        whole.isEmpty ? columns(.given) + columns(.middle) + columns(.family) : [whole[0]],
        field("displayNameCache", "name"))
    }
    let emails = columns(.email)
    suggest(Array(emails.prefix(1)), field("emailCache", "email"))
    suggest(Array(emails.dropFirst()), field("otherEmailAddresses"))
    suggest(columns(.phone), field("phoneNumbers"))
    suggest(Array(columns(.company).prefix(1)), field("organizationName", "company"))
    suggest(Array(columns(.position).prefix(1)), field("jobTitle", "role"))
    suggest(Array(columns(.birthday).prefix(1)), field("personalBirthdate", "birthdate"))
    let used = Set(found.flatMap(\.columns))
    return found + headers.filter { !used.contains($0) }.map { Suggestion(columns: [$0], field: nil) }
  }

  private enum Part {
    case given, middle, family, full, email, phone, company, position, birthday, other

    /// - Parameter name: as ``HeaderName/folded(_:)`` gives it: `email1value` of `E-mail 1 - Value`.
    init(_ name: String) {
      let bare = String(name.filter { !$0.isNumber })
      self =
        switch bare {
        case "firstname", "givenname", "vorname", "prénom": .given
        case "middlename", "additionalname", "weiterevornamen": .middle
        case "lastname", "familyname", "surname", "nachname", "nomdefamille": .family
        case "name", "fullname", "displayname", "anzeigename": .full
        case "email", "emailvalue", "emailaddress", "emailadresse", "mail", "homeemail", "workemail": .email
        case "organizationname", "company", "organization", "firma", "société": .company
        case "organizationtitle", "jobtitle", "position": .position
        case "birthday", "geburtstag", "anniversaire": .birthday
        case "phonevalue", "mobile", "cell", "iphone", "mobil", "mobiltelefon": .phone
        default: bare.hasSuffix("phone") || bare.hasPrefix("telefon") ? .phone : .other
        }
    }
  }
}
