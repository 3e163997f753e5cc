// Imports address books and mailboxes into a ledger of people:
//
//     import-contacts LEDGER FILE-OR-FOLDER…
//
// Importing the same files again writes nothing.

import Daybook
import DaybookContacts
import DaybookMail
import Foundation
import SAM

guard CommandLine.arguments.count > 2 else {
  print("usage: import-contacts LEDGER FILE-OR-FOLDER…")
  exit(64)
}
let place = CommandLine.arguments[1]
let paths = Array(CommandLine.arguments.dropFirst(2))
let mailboxes = paths.filter { $0.hasSuffix(".mbox") || $0.hasSuffix(".eml") }

do {
  if !FileManager.default.fileExists(atPath: place) { try await Ledger.create(at: place) }
  let ledger = try await Ledger.open(at: place, systems: [.sam])

  let cards = try await ledger.importContacts(
    from: paths.filter { !mailboxes.contains($0) }, into: ContactPeople.self)
  print("cards: \(cards.plan.summary.read) read, \(cards.plan.summary.created) new, \(cards.events) events")
  for skipped in cards.plan.skipped { print("  \(skipped.file):\(skipped.line): \(skipped.reason)") }

  if !mailboxes.isEmpty {
    let mail = try await ledger.importAll(MailImporter(mailboxes, .any))
    print("mails: \(mail.plan.summary.read) read, \(mail.plan.summary.created) new, \(mail.events) events")
  }
  for person in try await ledger.fetch(Person.self) {
    print("\(person.displayNameCache ?? "")  \(person.emailCache ?? "")")
  }
  await ledger.close()
} catch {
  print("import-contacts: \(error.localizedDescription)")
  exit(1)
}
