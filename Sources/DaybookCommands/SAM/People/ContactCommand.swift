import ArgumentParser
import Daybook
import SAM

/// `daybook sam contact WHO`
struct ContactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contact",
    abstract: "Show a person's whole card.",
    discussion: """
      Name, e-mail and postal addresses, telephone numbers, birthday, organisation, photo, roles, contexts and all \
      notes. The vCard as it came: 'daybook get sam.person WHO --reveal', field sourceCard.

      Examples:
        daybook sam contact 'ann lee'
        daybook sam contact ann@example.com --format json | jq -r '.phoneNumbers[]'
        daybook get sam.person 'ann lee' --data photoThumbnailCache -o ann.jpg
      """)

  @Argument(help: WhoHelp.person)
  var who: String

  @OptionGroup var options: PageOptions

  func run() async throws {
    try await options.show(
      read: { [who] view in ContactPage.read(try PersonFinder.find(who, in: view).id, in: view) },
      ids: { $0.notes }, page: { $0.page($1) }, record: { $0.record })
  }
}

extension ContactPage {
  func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: name + (isArchived ? " (archived)" : ""))
    page.add("e-mail", emails.joined(separator: ", "))
    page.add("phone", phoneNumbers.joined(separator: ", "))
    page.add("address", postalAddresses.joined(separator: "; "))
    page.add("birthday", birthday)
    page.add("organisation", organizationName)
    page.add("title", jobTitle)
    page.add("photo", photoSizeBytes.map { "\($0) bytes" })
    page.add("roles", roles.names)
    page.add("note", responsibilityNotes.joined(separator: "; "))
    page.add("in the address book", addressBookNote)
    page.add("contact", contactIdentifier ?? "not in an address book")
    let source = sourceName.map { " from \($0)" } ?? ""
    page.add("synced", style.time(lastSyncedAt).map { $0 + source })
    page.add("id", id.rawValue)
    page.add("Contexts", participations, columns: ["context", "kind", "primary", "roles", "time"], style)
    page.add("Notes", notes, columns: ["when", "note", "to do"], showsIDs: true, style)
    return page
  }

  var record: OutputRecord {
    OutputRecord(
      OutputRow([
        ("_kind", .string(Person.kind)), ("_id", .string(id.rawValue)), ("name", .string(name)),
        ("emails", .array(emails.map { .string($0) })),
        ("phoneNumbers", .array(phoneNumbers.map { .string($0) })),
        ("postalAddresses", .array(postalAddresses.map { .string($0) })), ("birthday", .text(birthday)),
        ("addressBookNote", .text(addressBookNote)),
        ("organizationName", .text(organizationName)), ("jobTitle", .text(jobTitle)),
        ("photoSizeBytes", photoSizeBytes.map { .int($0) } ?? .null), ("roles", .names(roles)),
        ("responsibilityNotes", .array(responsibilityNotes.map { .string($0) })),
        ("contactIdentifier", .text(contactIdentifier)), ("lastSyncedAt", .date(lastSyncedAt)),
        ("importedFrom", .text(sourceName)), ("isArchived", .bool(isArchived)),
        ("participations", .rows(participations)), ("notes", .rows(notes)),
      ]))
  }
}
