// Properties of one card, gathered into its value.

import DaybookText

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
  private var photos = Preferred<VCard.Photo>()

  init(line: Int) { card = VCard(line: line) }

  /// vCard 2.1 folds and escapes in its own way.
  var isOld: Bool { card.version?.hasPrefix("2") == true }

  /// The card will be skipped; the first reason counts.
  mutating func fail(_ reason: String) { failure = failure ?? reason }

  mutating func add(_ property: VCardProperty) {
    guard failure == nil else { return }
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
    case "PHOTO": photos.add(VCard.Photo(property, isOld: isOld), property.preference)
    case "REV": card.revision = card.revision ?? text(property)
    case "KIND", "X-ADDRESSBOOKSERVER-KIND": card.kind = card.kind ?? text(property)?.lowercased()
    default: return
    }
    sizeBytes += property.value.count
    if sizeBytes > VCardBuilder.cardBytesMax {
      fail("the card is larger than \(VCardBuilder.cardBytesMax >> 20) MiB")
    }
  }

  private static func isRead(_ name: String) -> Bool {
    ["UID", "FN", "N", "NICKNAME", "ORG", "TITLE", "EMAIL", "TEL", "NOTE"].contains(name)
  }

  func finish() -> VCardEntry {
    if let failure { return .skipped(line: card.line, reason: failure) }
    var card = card
    card.emails = emails.sorted.uniqued()
    card.phones = phones.sorted.uniqued()
    card.photo = photos.sorted.first
    card.formattedName = formattedNames.sorted.first ?? card.composedName
    guard card.formattedName != nil || card.uid != nil else {
      return .skipped(line: card.line, reason: "nothing in the card names or identifies anybody")
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
