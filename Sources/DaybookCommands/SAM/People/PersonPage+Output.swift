import Daybook
import SAM

extension PersonPage {
  func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: summary.name + (summary.isArchived ? " (archived)" : ""))
    page.add("e-mail", emails.joined(separator: ", "))
    page.add("phone", phoneNumbers.joined(separator: ", "))
    page.add("address", postalAddresses.joined(separator: "; "))
    page.add("birthday", birthday)
    page.add("roles", summary.roles.names)
    page.add("alerts", TableStyle.list(summary.alerts))
    page.add("note", responsibilityNotes.joined(separator: "; "))
    let source = sourceName.map { " from \($0)" } ?? ""
    page.add("synced", style.time(lastSyncedAt).map { $0 + source })
    page.add("id", summary.id.rawValue)
    page.add("Contexts", participations, columns: ["context", "kind", "primary", "roles", "time"], style)
    page.add(
      "Coverage", coverages, columns: ["product", "type", "status", "role", "context"], style)
    page.add("Responsible for", responsibleFor, columns: ["dependent", "reason", "time"], style)
    page.add("In the care of", dependentOf, columns: ["guardian", "reason", "time"], style)
    page.add("Joint interests", jointInterests, columns: ["what", "members", "survivorship"], style)
    page.add(
      "Consents pending", pendingConsents, columns: ["due", "status", "consent", "for"], showsIDs: true, style
    )
    page.add("Open insights", openInsights, columns: ["sure", "kind", "insight"], showsIDs: true, style)
    page.add("to come", upcomingInteractionsCount == 0 ? nil : "\(upcomingInteractionsCount)")
    page.add("Recent interactions", recentInteractions, columns: ["when", "title", "source"], style)
    page.add("Notes", recentNotes, columns: ["when", "note"], style)
    return page
  }

  var record: OutputRecord {
    var row = summary.row
    row.append("emails", .array(emails.map { .string($0) }))
    row.append("phoneNumbers", .array(phoneNumbers.map { .string($0) }))
    row.append("postalAddresses", .array(postalAddresses.map { .string($0) }))
    row.append("birthday", .text(birthday))
    row.append("responsibilityNotes", .array(responsibilityNotes.map { .string($0) }))
    row.append("lastSyncedAt", .date(lastSyncedAt))
    row.append("importedFrom", .text(sourceName))
    row.append("participations", .rows(participations))
    row.append("coverages", .rows(coverages))
    row.append("responsibilitiesAsGuardian", .rows(responsibleFor))
    row.append("responsibilitiesAsDependent", .rows(dependentOf))
    row.append("jointInterests", .rows(jointInterests))
    row.append("consentRequirements", .rows(pendingConsents))
    row.append("insights", .rows(openInsights))
    row.append("recentInteractions", .rows(recentInteractions))
    row.append("upcomingInteractionsCount", .count(upcomingInteractionsCount))
    row.append("notes", .rows(recentNotes))
    return OutputRecord(row)
  }
}
