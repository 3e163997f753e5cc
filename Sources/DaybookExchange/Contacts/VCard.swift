/// What a vCard (2.1, 3.0 or 4.0) says of somebody, as far as a ledger has a place for it.
public struct VCard: Sendable, Equatable {
  /// The line of its `BEGIN:VCARD`, from 1.
  var line: Int
  var version: String?
  var uid: String?
  /// FN; where it is missing or empty, composed of N, else NICKNAME, ORG, the first e-mail, the first phone.
  var formattedName: String?
  var name: Name?
  var nickname: String?
  /// ORG: the organisation, then its units.
  var organization: [String] = []
  /// TITLE: what somebody is there.
  var title: String?
  /// Most preferred first, each once.
  var emails: [String] = []
  /// Whether it may have others, of which the ledger does not know.
  var hasFurtherEmails = false
  var phones: [String] = []
  var notes: [String] = []
  /// ADR, each in one line, from the post office box to the country.
  var addresses: [String] = []
  /// BDAY: `1980-05-12`, without a year `--05-12`, or what the card says.
  var birthday: String?
  var photo: Photo?
  /// REV as it stands in the card.
  var revision: String?
  /// KIND in lower case (`individual`, `group`, `org`, `location`), also as Apple writes it in 3.0.
  var kind: String?

  /// The card as it came, see ``StoredCard``; nil where it was not read from a file.
  var kept: StoredCard?

  init(line: Int) { self.line = line }

  /// N: each part may hold several names.
  struct Name: Sendable, Equatable {
    var family: [String] = []
    var given: [String] = []
    var additional: [String] = []
    var prefixes: [String] = []
    var suffixes: [String] = []

    init(
      family: [String] = [], given: [String] = [], additional: [String] = [], prefixes: [String] = [],
      suffixes: [String] = []
    ) {
      (self.family, self.given, self.additional) = (family, given, additional)
      (self.prefixes, self.suffixes) = (prefixes, suffixes)
    }

    /// In the order in which a Western name is written: prefix, given, additional, family, suffix.
    var formatted: String {
      (prefixes + given + additional + family + suffixes).joined(separator: " ")
    }
  }

  struct Photo: Sendable, Equatable {
    var bytes: [UInt8]
    /// Such as `image/jpeg`: by the picture's own first bytes, else as declared.
    var mediaType: String?

    init(bytes: [UInt8], mediaType: String?) {
      (self.bytes, self.mediaType) = (bytes, mediaType)
    }
  }
}

/// What comes out of a file: a card, or the word of one that could not be read.
enum VCardEntry: Sendable, Equatable {
  case card(VCard)
  case skipped(line: Int, reason: String)
}
