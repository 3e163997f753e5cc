/// A card of an address book, whatever format it came in.
public struct ContactCard: Sendable, Equatable {
  /// The line in its file, from 1.
  public var line: Int
  /// The card's UID, which identifies the person; nil: it has none, see ``contactIdentifier``.
  public var uid: String?
  /// The name to display: a vCard's FN, or another name that it has. Nil: it has none.
  public var name: String?
  /// Most preferred first.
  public var emails: [String]
  /// Telephone numbers as the card writes them, in the order of its preferences; empty: none.
  public var phones: [String]
  /// The organization and its units, joined by commas; nil: none.
  public var organization: String?
  /// The person's function there, a vCard's TITLE; nil: none.
  public var jobTitle: String?
  /// The picture's bytes as the card embeds them; nil: none, or only a link to one.
  public var photo: [UInt8]?
  /// Postal addresses, each as one text; empty: none.
  public var postalAddresses: [String] = []
  /// `1980-05-12`, without a year `--05-12`, or the card's own words.
  public var birthday: String?
  /// The card's notes, separated by empty lines; nil: none.
  public var note: String?
  /// The card as it came, unfolded, each property in its place; the photo's bytes are not in it.
  public var source: String?
  /// A list of people, not a person.
  public var isGroup: Bool

  /// A card with what most formats have; the other properties are empty.
  ///
  /// - Parameters:
  ///   - line: its line in the file, from 1.
  ///   - uid: the card's UID; nil: it has none, and is identified by its name and first address.
  ///   - name: the name to display; nil: it has none.
  ///   - emails: the e-mail addresses, most preferred first.
  ///   - phones: the telephone numbers as the card writes them, most preferred first.
  ///   - organization: the organization and its units, joined by commas; nil: none.
  ///   - jobTitle: the person's function there; nil: none.
  ///   - photo: the picture's bytes as the card embeds them; nil: none.
  ///   - isGroup: true for a list of people, which a reconciliation leaves out.
  public init(
    line: Int, uid: String? = nil, name: String? = nil, emails: [String] = [], phones: [String] = [],
    organization: String? = nil, jobTitle: String? = nil, photo: [UInt8]? = nil, isGroup: Bool = false
  ) {
    (self.line, self.uid, self.name, self.emails) = (line, uid, name, emails)
    (self.phones, self.organization, self.jobTitle) = (phones, organization, jobTitle)
    (self.photo, self.isGroup) = (photo, isGroup)
  }

  /// `contacts:<UID>`. A card without UID is identified by its normalised name and first address, or, without an e-mail
  /// address, its telephone number.
  public var contactIdentifier: String {
    if let uid { return "contacts:" + uid }
    let name = SyncText.normalized(name ?? "")
    guard let address = emails.first ?? phones.first else { return "contacts:" + name }
    return "contacts:\(name)\(name.isEmpty ? "" : " ")<\(SyncText.normalized(address))>"
  }
}
