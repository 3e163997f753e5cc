import Daybook
import DaybookText

// Properties of one card, gathered into its value.

struct VCardBuilder {
  /// All kept values of a card together.
  static let cardBytesMax = 64 << 20
  /// A value that is not a picture.
  static let textBytesMax = 1 << 20

  private var card: VCard
  private var failure: String?
  private var sizeBytes = 0
  private var emails = Preferred<String>()
  private var phones = Preferred<String>()
  private var formattedNames = Preferred<String>()
  private var photos = Preferred<(photo: VCard.Photo, line: Int)>()
  private var kept = StoredCard()

  init(line: Int) { card = VCard(line: line) }

  /// vCard 2.1 folds and escapes in its own way.
  var isOld: Bool { card.version?.hasPrefix("2") == true }

  /// The card will be skipped; the first reason counts.
  mutating func fail(_ reason: String) { failure = failure ?? reason }

  mutating func add(_ property: VCardProperty) {
    guard failure == nil else { return }
    kept.add(property)
    sizeBytes += property.value.count
    if sizeBytes > VCardBuilder.cardBytesMax {
      return fail("the card is larger than \(VCardBuilder.cardBytesMax >> 20) MiB")
    }
    guard property.name == "PHOTO" || property.value.count <= VCardBuilder.textBytesMax else {
      if VCardBuilder.isRead(property.name) {
        fail("\(property.name) is longer than \(VCardBuilder.textBytesMax >> 20) MiB")
      }
      return
    }
    switch property.name {
    case "VERSION": card.version = text(property)
    case "UID": card.uid = card.uid ?? text(property)
    case "FN": formattedNames.add(text(property), property.preference)
    case "N": if card.name == nil { card.name = name(property) }
    case "NICKNAME": card.nickname = card.nickname ?? text(property)
    case "ORG": if card.organization.isEmpty { card.organization = list(property) }
    case "TITLE": card.title = card.title ?? text(property)
    case "EMAIL": emails.add(text(property).map { $0.dropping(scheme: "mailto:") }, property.preference)
    case "TEL": phones.add(text(property).map { $0.dropping(scheme: "tel:") }, property.preference)
    case "NOTE": text(property).map { card.notes.append($0) }
    case "ADR": address(property).map { card.addresses.append($0) }
    case "BDAY": card.birthday = card.birthday ?? text(property).map(VCardText.day)
    case "PHOTO":
      let photo = VCard.Photo(property, isOld: isOld)
      photos.add(photo.map { ($0, kept.count - 1) }, property.preference)
    case "REV": card.revision = card.revision ?? text(property)
    case "KIND", "X-ADDRESSBOOKSERVER-KIND": card.kind = card.kind ?? text(property)?.lowercased()
    default: break
    }
  }

  /// A card within the card: somebody else's.
  mutating func add(agent lines: [[UInt8]]) {
    sizeBytes += lines.reduce(0) { $0 + $1.count }
    for line in lines { kept.add(line) }
  }

  private static func isRead(_ name: String) -> Bool {
    ["UID", "FN", "N", "NICKNAME", "ORG", "TITLE", "EMAIL", "TEL", "NOTE", "ADR", "BDAY"].contains(name)
  }

  mutating func finish() -> VCardEntry {
    if let failure { return .skipped(line: card.line, reason: failure) }
    var card = card
    card.emails = emails.sorted.uniqued()
    card.phones = phones.sorted.uniqued()
    if let photo = photos.sorted.first {
      card.photo = photo.photo
      kept.takePhoto(out: photo.line)
    }
    card.kept = kept
    card.formattedName = formattedNames.sorted.first ?? card.composedName
    guard card.formattedName != nil || card.uid != nil else {
      return .skipped(line: card.line, reason: "the card has no name and no identifier")
    }
    return .card(card)
  }

  /// nil where nothing is left of it.
  private func text(_ property: VCardProperty) -> String? {
    let text = VCardText.parts(of: property, separator: nil, isOld: isOld)[0].shown
    return text.isEmpty ? nil : text
  }

  /// Parts between semicolons without empty ones.
  private func list(_ property: VCardProperty) -> [String] {
    VCardText.parts(of: property, separator: ";", isOld: isOld).map(\.shown).filter { !$0.isEmpty }
  }

  /// Its parts in the order of the standard, which is not that of any one country.
  private func address(_ property: VCardProperty) -> String? {
    let parts = VCardText.components(of: property, isOld: isOld).joined()
      .map { $0.split(whereSeparator: \.isNewline).map { String($0).trimmed }.joined(separator: ", ") }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private func name(_ property: VCardProperty) -> VCard.Name? {
    let components = VCardText.components(of: property, isOld: isOld)
    func component(_ index: Int) -> [String] { index < components.count ? components[index] : [] }
    let name = VCard.Name(
      family: component(0), given: component(1), additional: component(2), prefixes: component(3),
      suffixes: component(4))
    return name.formatted.isEmpty ? nil : name
  }
}

extension VCard {
  fileprivate var composedName: String? {
    let organization = organization.isEmpty ? nil : organization.joined(separator: ", ")
    return name?.formatted ?? nickname ?? organization ?? emails.first ?? phones.first
  }
}

/// Values by preference, equal ones in the order of the card.
private struct Preferred<Value> {
  private var values: [(value: Value, preference: Int)] = []

  mutating func add(_ value: Value?, _ preference: Int) {
    if let value { values.append((value, preference)) }
  }

  /// Swift's sort is stable.
  var sorted: [Value] { values.sorted { $0.preference < $1.preference }.map(\.value) }
}

extension [String] {
  /// Each once, without regard to case.
  fileprivate func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0.lowercased()).inserted }
  }
}

extension String {
  /// Quoted-printable carries CR LF where the other forms have `\n`.
  private var withLineFeeds: String {
    guard utf8.contains(0x0d) else { return self }
    return String(map { $0 == "\r\n" ? "\n" : $0 })
  }

  /// As people see it.
  var shown: String { withLineFeeds.withoutUnseen.trimmed }

  fileprivate func dropping(scheme: String) -> String {
    lowercased().hasPrefix(scheme) ? String(dropFirst(scheme.count)).trimmed : self
  }
}

extension ContactCard {
  /// What SAM reads of a vCard.
  init(_ card: VCard) {
    self.init(
      line: card.line, uid: card.uid, name: card.formattedName, emails: card.emails, phones: card.phones,
      organization: card.organization.isEmpty ? nil : card.organization.joined(separator: ", "),
      jobTitle: card.title, photo: card.photo?.bytes, isGroup: card.kind == "group")
    (postalAddresses, birthday) = (card.addresses, card.birthday)
    note = card.notes.isEmpty ? nil : card.notes.joined(separator: "\n\n")
    source = card.kept?.text
  }
}
