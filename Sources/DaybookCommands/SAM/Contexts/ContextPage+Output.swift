import Daybook
import SAM

extension ContextPage {
  func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: summary.name)
    page.add("kind", summary.kind.rawValue)
    page.add("alerts", TableStyle.list(summary.alerts))
    page.add("id", summary.id.rawValue)
    page.add("People", participations, columns: ["person", "primary", "roles", "time", "note"], style)
    page.add("Products", ["product", "type", "status", "issued"], products.flatMap { Self.card($0, style) })
    page.add(
      "Consents pending", pendingConsents, columns: ["due", "status", "consent", "person", "product"],
      showsIDs: true, style)
    page.add("Open insights", openInsights, columns: ["sure", "kind", "insight"], showsIDs: true, style)
    page.add("to come", upcomingInteractionsCount == 0 ? nil : "\(upcomingInteractionsCount)")
    page.add("Recent interactions", recentInteractions, columns: ["when", "title", "source"], style)
    page.add("Notes", recentNotes, columns: ["when", "note"], style)
    return page
  }

  /// A product, and below it who is covered by it, and how.
  private static func card(_ product: ProductItem, _ style: TableStyle) -> [[JSONValue]] {
    let head: [JSONValue] = [
      .string(OneLine.of(product.name)), .string(product.type.rawValue),
      .text(product.statusDisplay.isEmpty ? nil : product.statusDisplay),
      .text(style.dayOf(product.issuedDate)),
    ]
    return [head]
      + product.covered.map { person, roles in
        [.string("  " + OneLine.of(person)), .string(roles), .null, .null]
      }
  }

  var record: OutputRecord {
    var row = summary.row
    row.append("participations", .rows(participations))
    row.append("products", .rows(products))
    row.append("consentRequirements", .rows(pendingConsents))
    row.append("insights", .rows(openInsights))
    row.append("recentInteractions", .rows(recentInteractions))
    row.append("upcomingInteractionsCount", .count(upcomingInteractionsCount))
    row.append("notes", .rows(recentNotes))
    return OutputRecord(row)
  }
}
