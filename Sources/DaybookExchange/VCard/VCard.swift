/// What a vCard (2.1, 3.0 or 4.0) says of somebody, as far as a ledger has a place for it.
package struct VCard: Sendable, Equatable {
  /// The line of its `BEGIN:VCARD`, from 1.
  package var line: Int
  package var version: String?
  package var uid: String?
  /// FN; where it is missing or empty, composed of N, else NICKNAME, ORG, the first e-mail, the first phone.
  package var formattedName: String?
  package var name: Name?
  package var nickname: String?
  /// ORG: the organisation, then its units.
  package var organization: [String] = []
  /// TITLE: what somebody is there.
  package var title: String?
  /// Most preferred first, each once.
  package var emails: [String] = []
  /// Whether it may have others, of which the ledger does not know.
  package var hasFurtherEmails = false
  package var phones: [String] = []
  package var notes: [String] = []
  /// ADR, each in one line, from the post office box to the country.
  package var addresses: [String] = []
  /// BDAY: `1980-05-12`, without a year `--05-12`, or what the card says.
  package var birthday: String?
  package var photo: Photo?
  /// REV as it stands in the card.
  package var revision: String?
  /// KIND in lower case (`individual`, `group`, `org`, `location`), also as Apple writes it in 3.0.
  package var kind: String?

  /// The card as it came, see ``KeptCard``; nil where it was not read from a file.
  package var kept: KeptCard?

  package init(line: Int) { self.line = line }

  /// N: each part may hold several names.
  package struct Name: Sendable, Equatable {
    package var family: [String] = []
    package var given: [String] = []
    package var additional: [String] = []
    package var prefixes: [String] = []
    package var suffixes: [String] = []

    package init(
      family: [String] = [], given: [String] = [], additional: [String] = [], prefixes: [String] = [],
      suffixes: [String] = []
    ) {
      (self.family, self.given, self.additional) = (family, given, additional)
      (self.prefixes, self.suffixes) = (prefixes, suffixes)
    }

    /// In the order in which a Western name is written: prefix, given, additional, family, suffix.
    package var formatted: String {
      (prefixes + given + additional + family + suffixes).joined(separator: " ")
    }
  }

  package struct Photo: Sendable, Equatable {
    package var bytes: [UInt8]
    /// Such as `image/jpeg`: by the picture's own first bytes, else as declared.
    package var mediaType: String?

    package init(bytes: [UInt8], mediaType: String?) {
      (self.bytes, self.mediaType) = (bytes, mediaType)
    }
  }
}

/// What comes out of a file: a card, or the word of one that could not be read.
package enum VCardEntry: Sendable, Equatable {
  case card(VCard)
  case skipped(line: Int, reason: String)
}
