import DaybookModel
import DaybookText

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

// PHOTO in its three forms: base64 with a parameter (2.1, 3.0), a data: URI (4.0, RFC 2397), a link. A link
// is not followed: an import never goes to the network.

extension VCard.Photo {
  init?(_ property: VCardProperty, isOld: Bool) {
    let declared = (property.values("MEDIATYPE") + property.values("TYPE")).lazy
      .compactMap { VCard.Photo.mediaType(named: $0) }.first
    if property.encoding == .base64 {
      // "data:" with ENCODING=b is a mistake that exists.
      guard let bytes = TransferEncoding.base64(property.value) else {
        self.init(dataURI: property, isOld: isOld)
        return
      }
      self.init(bytes, declared: declared)
    } else if property.value.starts(with: Array("data:".utf8))
      || property.value.starts(with: Array("DATA:".utf8))
    {
      self.init(dataURI: property, isOld: isOld)
    } else {
      // Bare base64 without saying so: believed only if a picture comes out.
      guard let bytes = TransferEncoding.base64(property.value), VCard.Photo.mediaType(of: bytes) != nil
      else {
        return nil
      }
      self.init(bytes, declared: declared)
    }
  }

  private init?(_ bytes: [UInt8], declared: String?) {
    guard !bytes.isEmpty else { return nil }
    self.init(bytes: bytes, mediaType: VCard.Photo.mediaType(of: bytes) ?? declared)
  }

  /// `data:image/png;base64,…`, or percent-encoded without `;base64`.
  private init?(dataURI property: VCardProperty, isOld: Bool) {
    let value =
      property.value.contains(UInt8(ascii: "\\"))
      ? Array(ContentLines.unescaped(Charset.decode(property.value), isOld: isOld).utf8) : property.value
    guard value.count > 5, let comma = value.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let colon = value.firstIndex(of: UInt8(ascii: ":")) ?? 0
    guard colon < comma else { return nil }
    let head = Charset.decode(value[(colon + 1)..<comma]).lowercased().split(separator: ";").map {
      String($0).trimmed
    }
    let declared = head.first.flatMap { VCard.Photo.mediaType(named: $0) }
    let content = value[(comma + 1)...]
    if head.contains("base64") {
      guard let bytes = TransferEncoding.base64(Array(content)) else { return nil }
      self.init(bytes, declared: declared)
    } else {
      self.init(VCardText.percentDecoded(content), declared: declared)
    }
  }

  /// `JPEG` or `image/jpeg`; nil for what is not a type of picture (TYPE=HOME).
  private static func mediaType(named name: String) -> String? {
    let name = name.lowercased()
    if name.hasPrefix("image/") { return name == "image/jpg" ? "image/jpeg" : name }
    switch name {
    case "jpeg", "jpg": return "image/jpeg"
    case "png", "gif", "bmp", "tiff", "webp", "heic": return "image/" + name
    default: return nil
    }
  }

  /// By the first bytes, which do not lie.
  static func mediaType(of bytes: [UInt8]) -> String? {
    let start = Array(bytes.prefix(12))
    func has(_ text: String, at offset: Int = 0) -> Bool { start.dropFirst(offset).starts(with: text.utf8) }
    if start.starts(with: [0xff, 0xd8, 0xff]) { return "image/jpeg" }
    if start.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "image/png" }
    if has("GIF8") { return "image/gif" }
    if has("RIFF") && has("WEBP", at: 8) { return "image/webp" }
    if has("ftyphei", at: 4) || has("ftypmif1", at: 4) { return "image/heic" }
    if has("BM") { return "image/bmp" }
    if start.starts(with: [0x49, 0x49, 0x2a, 0]) || start.starts(with: [0x4d, 0x4d, 0, 0x2a]) {
      return "image/tiff"
    }
    return nil
  }
}

extension VCardText {
  static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.endIndex,
        let high = ASCII.hexValue(bytes[index + 1]), let low = ASCII.hexValue(bytes[index + 2])
      {
        output.append(high << 4 | low)
        index += 3
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return output
  }
}
