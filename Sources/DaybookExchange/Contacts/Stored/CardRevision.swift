import Daybook
import DaybookLog
import DaybookModel
import DaybookText

/// A kept card with what was changed of it since. A property that says what the ledger says goes out as it came.
struct CardRevision {
  private var lines: [CardLine] = []
  /// As the kept card reads.
  private let former: VCard
  private let isNew: Bool

  /// nil where it is not one card.
  init?(_ text: String) {
    var reader = VCardReader(Array(text.utf8))
    guard case .card(let card)? = try? reader.next(), let kept = card.kept else { return nil }
    former = card
    isNew = card.version?.hasPrefix("4") == true
    let isOld = card.version?.hasPrefix("2") == true
    var rest = kept.lines[...]
    while let line = rest.popFirst() {
      guard let property = VCardProperty(Array(line.utf8)) else { continue }
      var written = CardLine(property, isOld: isOld)
      if isOld, property.name == "AGENT", let agent = Self.agent(&rest, begun: !property.value.isEmpty) {
        written.value = ContentLines.escaped(agent)
      }
      lines.append(written)
    }
    if former.version == nil { lines.insert(CardLine("VERSION", "3.0"), at: 0) }
  }

  /// The lines of the card within the card.
  private static func agent(_ rest: inout ArraySlice<String>, begun: Bool) -> String? {
    var depth = begun ? 1 : 0
    var lines = begun ? ["BEGIN:VCARD"] : []
    while let line = rest.first {
      let mark = line.uppercased().filter { !$0.isWhitespace }
      if mark == "BEGIN:VCARD" { depth += 1 }
      guard depth > 0 else { return nil }
      if mark == "END:VCARD" { depth -= 1 }
      lines.append(line)
      rest.removeFirst()
      if depth == 0 { break }
    }
    return lines.joined(separator: "\n")
  }

  /// The card, and in it what the ledger says now.
  ///
  /// - Parameter changed: when.
  mutating func text(of card: VCard, changed: Instant?) -> [String] {
    let kept = lines.map(\.text)
    if former.uid == nil, let uid = card.uid { insert(CardLine("UID", ContentLines.escaped(uid))) }
    if let name = card.formattedName, name != former.formattedName { rename(name) }
    set("TITLE", card.title, former: former.title)
    let organization = former.organization.joined(separator: ", ")
    set("ORG", card.organization.first, former: organization.isEmpty ? nil : organization)
    set("BDAY", card.birthday, former: former.birthday)
    let notes = former.notes.joined(separator: "\n\n")
    set("NOTE", card.notes.first, former: notes.isEmpty ? nil : notes)
    setAll("EMAIL", emails(card), former: EmailAddress.distinct(former.emails)) { $0.emails }
    setAll("TEL", card.phones, former: former.phones) { $0.phones }
    setAll("ADR", card.addresses, former: former.addresses) { $0.addresses }
    if lines.map(\.text) != kept { setRevision(changed) }
    setPhoto(card.photo)
    return ["BEGIN:VCARD"] + lines.map(\.text) + ["END:VCARD"]
  }

  private func emails(_ card: VCard) -> [String] {
    let former = EmailAddress.distinct(former.emails)
    guard card.hasFurtherEmails, let own = card.emails.first else { return card.emails }
    return former.contains { EmailAddress.normalized($0) == EmailAddress.normalized(own) }
      ? former : [own] + former
  }

  private mutating func insert(_ line: CardLine) {
    let last = lines.lastIndex { $0.name == line.name } ?? lines.lastIndex { $0.name == "VERSION" }
    lines.insert(line, at: last.map { $0 + 1 } ?? 0)
  }

  // MARK: One value

  /// Where the card says when it was changed last.
  private mutating func setRevision(_ changed: Instant?) {
    guard let changed, let index = lines.firstIndex(where: { $0.name == "REV" }) else { return }
    lines[index].set(changed.description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z")
  }

  private mutating func set(_ name: String, _ text: String?, former: String?) {
    guard text != former else { return }
    guard let text, !text.isEmpty else { return lines.removeAll { $0.name == name } }
    guard let first = lines.firstIndex(where: { $0.name == name }) else {
      return insert(CardLine(name, ContentLines.escaped(text)))
    }
    lines[first].set(text)
    let further = lines.indices.filter { $0 > first && lines[$0].name == name }
    for index in further.reversed() { lines.remove(at: index) }
  }

  /// Address books show N, not FN: the last word is taken for the family's name.
  private mutating func rename(_ name: String) {
    set("FN", name, former: nil)
    let words = name.split(separator: " ").map { ContentLines.escaped(String($0)) }
    let (family, given) = words.count > 1 ? (words[words.count - 1], words.dropLast()) : ("", words[...])
    lines.removeAll { $0.name == "N" }
    insert(CardLine("N", "\(family);\(given.joined(separator: " "));;;"))
  }

  // MARK: Several

  /// Lines whose value is gone go, new ones come behind the others. The first value is the preferred one.
  private mutating func setAll(
    _ name: String, _ values: [String], former: [String], read: (VCard) -> [String]
  ) {
    guard values != former else { return }
    var missing = values
    lines.removeAll { line in
      guard line.name == name else { return false }
      guard let value = read(Self.card(of: line.property, as: self.former)).first else { return false }
      missing.removeAll { $0.lowercased() == value.lowercased() }
      return !values.contains { $0.lowercased() == value.lowercased() }
    }
    for value in missing {
      insert(
        CardLine(name, name == "ADR" ? ";;\(ContentLines.escaped(value));;;;" : ContentLines.escaped(value)))
    }
    guard name != "ADR", values.count > 1, values.first != former.first else { return }
    for index in lines.indices where lines[index].name == name {
      lines[index].dropPreference()
      if read(Self.card(of: lines[index].property, as: self.former)).first?.lowercased()
        == values[0].lowercased()
      {
        lines[index].append(isNew ? "PREF=1" : "TYPE=pref")
      }
    }
  }

  /// What a card of this line alone says.
  private static func card(of property: VCardProperty, as former: VCard) -> VCard {
    var builder = VCardBuilder(line: 0)
    if let version = former.version { builder.add(VCardProperty(name: "VERSION", version)) }
    builder.add(VCardProperty(name: "UID", "x"))
    builder.add(property)
    guard case .card(let card) = builder.finish() else { return VCard(line: 0) }
    return card
  }

  // MARK: The photo

  /// Its bytes go back to where they stood.
  private mutating func setPhoto(_ photo: VCard.Photo?) {
    let place = lines.firstIndex {
      $0.name == "PHOTO" && ($0.value.isEmpty || $0.value.lowercased().hasSuffix(";base64,"))
    }
    guard let photo else {
      if let place { lines.remove(at: place) }
      return
    }
    let bytes = Base64.text(photo.bytes)
    if let place, isOf(photo.mediaType, lines[place]) {
      lines[place].value += bytes
      return
    }
    if let place { lines.remove(at: place) }
    let type = photo.mediaType ?? "application/octet-stream"
    let subtype = type.split(separator: "/").last.map { $0.uppercased() } ?? ""
    insert(
      isNew
        ? CardLine("PHOTO", "data:\(type);base64,\(bytes)")
        : CardLine("PHOTO;ENCODING=b;TYPE=\(subtype)", bytes))
  }

  /// Whether the line says no other type.
  private func isOf(_ mediaType: String?, _ line: CardLine) -> Bool {
    let filled = VCardProperty(Array("\(line.text)AAAA".utf8)).flatMap { VCard.Photo($0, isOld: false) }
    guard let declared = filled?.mediaType else { return true }
    return declared == mediaType
  }
}
