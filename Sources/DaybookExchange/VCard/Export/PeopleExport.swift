package import Daybook
import DaybookLog
import DaybookModel

/// The cards of people, gathered in the order of their names.
package struct PeopleExport {
  private let ledger: Ledger
  private let cut: Cut
  private var cards: [(name: String, id: String, bytes: [UInt8])] = []
  private var missingPhotos = 0

  package init(_ ledger: Ledger, at cut: Cut = .now) { (self.ledger, self.cut) = (ledger, cut) }

  package var count: Int { cards.count }

  package var bytes: [UInt8] {
    Array(cards.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map(\.bytes).joined())
  }

  package var notices: [Notice] {
    missingPhotos == 0
      ? []
      : [
        Notice(
          "missing",
          "\(missingPhotos) photos are not here yet, and not in the cards; they come with the ledger's blobs")
      ]
  }

  /// The people that queries find, read in one go.
  package mutating func add(_ queries: [Query]) async throws {
    var writer = VCardWriter()
    let rows = try await ledger.withView(at: cut) { view in try queries.flatMap { try view.fetch($0).rows } }
    for row in rows {
      guard let card = VCard(row, photo: try await photo(row)) else { continue }
      cards.append((card.formattedName ?? "", row.id, writer.write(card)))
    }
  }

  private mutating func photo(_ row: Row) async throws -> [UInt8]? {
    guard let value = row["photoThumbnailCache"], value != .null else { return nil }
    if let text = value.string { return Base64.bytes(text) }
    let photo = try await ledger.blob(value)
    if photo == nil { missingPhotos += 1 }
    return photo
  }
}
