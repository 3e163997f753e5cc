public import Daybook
import DaybookLog
import DaybookModel
import Planner

/// The cards of people, gathered in the order of their names.
public struct PeopleExport {
  private let ledger: Ledger
  private let cut: Cut
  private var cards: [(name: String, id: String, bytes: [UInt8])] = []
  private var missingPhotos = 0
  private var missingCards = 0

  /// An export of no people yet, read from the ledger at a cut.
  public init(_ ledger: Ledger, at cut: Cut = .now) { (self.ledger, self.cut) = (ledger, cut) }

  /// How many cards it contains.
  public var count: Int { cards.count }
  /// Whether a card is one that somebody came with, which is hidden otherwise.
  public private(set) var holdsSource = false

  /// The vCard file, version 4.0.
  public var bytes: [UInt8] {
    Array(cards.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map(\.bytes).joined())
  }

  /// What the caller should show, such as values that a card cannot express.
  public var notices: [Notice] {
    var notices: [Notice] = []
    if missingPhotos > 0 {
      notices.append(
        Notice(
          "missing",
          "\(missingPhotos) photos are not here yet, and not in the cards; they come with the ledger's blobs")
      )
    }
    if missingCards > 0 {
      notices.append(
        Notice(
          "missing",
          "\(missingCards) long cards are not here yet and are written without their full content; they come with "
            + "the ledger's blobs"))
    }
    return notices
  }

  /// The people that queries find, read in one go.
  public mutating func add(_ queries: [Query]) async throws {
    var writer = VCardWriter()
    let rows = try await ledger.withView(at: cut) { view in try queries.flatMap { try view.fetch($0).rows } }
    for row in rows {
      guard let card = VCard(row, photo: try await photo(row)) else { continue }
      let changed = row.stamp.map { Instant(milliseconds: $0.milliseconds) }
      let kept = try await kept(row).flatMap { writer.write(card, over: $0, changed: changed) }
      if kept != nil { holdsSource = true }
      cards.append((card.formattedName ?? "", row.id, kept ?? writer.write(card)))
    }
  }

  /// The card that somebody came with.
  private mutating func kept(_ row: Row) async throws -> String? {
    if let text = row["sourceCard"]?.string { return text }
    guard let value = row["sourceCardData"], value != .null else { return nil }
    let bytes = try await ledger.blobs.bytes(referredToBy: value)
    if bytes == nil { missingCards += 1 }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func photo(_ row: Row) async throws -> [UInt8]? {
    guard let value = row[row.kind == Planner.Person.kind ? "photo" : "photoThumbnailCache"], value != .null
    else { return nil }
    if let text = value.string { return Base64.bytes(text) }
    let photo = try await ledger.blobs.bytes(referredToBy: value)
    if photo == nil { missingPhotos += 1 }
    return photo
  }
}
