// Cards as vCard 4.0 (RFC 6350), which every address book of today reads.

import DaybookLog
import DaybookModel
import DaybookText

struct VCardWriter {
  private var lines = ContentLines()

  init() {}

  /// One card's lines.
  mutating func write(_ card: VCard) -> [UInt8] {
    lines.add("BEGIN:VCARD")
    lines.add("VERSION:4.0")
    add("UID", card.uid)
    add("KIND", card.kind)
    // FN is the one property that a card must have.
    add("FN", card.formattedName ?? "")
    if let name = card.name {
      let parts = [name.family, name.given, name.additional, name.prefixes, name.suffixes]
      lines.add(
        "N:" + parts.map { $0.map(ContentLines.escaped).joined(separator: ",") }.joined(separator: ";"))
    }
    add("NICKNAME", card.nickname)
    if !card.organization.isEmpty {
      lines.add("ORG:" + card.organization.map(ContentLines.escaped).joined(separator: ";"))
    }
    add("TITLE", card.title)
    addAll("EMAIL", card.emails)
    addAll("TEL", card.phones)
    for address in card.addresses { lines.add("ADR:;;\(ContentLines.escaped(address));;;;") }
    add("BDAY", card.birthday)
    for note in card.notes { add("NOTE", note) }
    if let photo = card.photo {
      lines.add(
        "PHOTO:data:\(photo.mediaType ?? "application/octet-stream");base64,\(Base64.text(photo.bytes))")
    }
    add("REV", card.revision)
    lines.add("END:VCARD")
    return lines.take()
  }

  /// A card's lines as it came, with what was changed of it since; nil where `kept` is not a card.
  ///
  /// - Parameter changed: when the ledger last wrote something of it.
  mutating func write(_ card: VCard, over kept: String, changed: Instant?) -> [UInt8]? {
    guard var revision = CardRevision(kept) else { return nil }
    for line in revision.text(of: card, changed: changed) { lines.add(line) }
    return lines.take()
  }

  private mutating func add(_ name: String, _ value: String?) {
    if let value { lines.add(name + ":" + ContentLines.escaped(value)) }
  }

  /// The first of several is the preferred one.
  private mutating func addAll(_ name: String, _ values: [String]) {
    for (index, value) in values.enumerated() {
      add(index == 0 && values.count > 1 ? name + ";PREF=1" : name, value)
    }
  }
}
