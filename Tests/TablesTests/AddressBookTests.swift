import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookTables
@testable import Planner
@testable import SAM

/// Columns that are one field together, and what the columns of other programs' address books are.
@Suite struct AddressBookTests {
  private let folder: TemporaryFolder
  private let ledger: Ledger

  init() async throws {
    folder = try TemporaryFolder()
    ledger = try Ledger.inMemory(systems: [.planner, .sam])
  }

  private func file(_ text: String) throws -> String {
    let path = folder.path + "/book.csv"
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  /// What is suggested where nobody can be asked.
  private func advice(_ header: String, _ row: String, kind: String) async throws -> String {
    let path = try file(header + "\n" + row + "\n")
    do {
      _ = try await ledger.importAll(TableImporter([path], TableOptions(kind: kind)))
      return ""
    } catch let failure as ImportFailure {
      return (failure.cause as? LedgerError)?.advice ?? "\(failure)"
    }
  }

  @Test(
    arguments: [
      (
        "First Name,Middle Name,Last Name,Nickname,Organization Name,Organization Title,Birthday,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Value",
        "Ann,M.,Lee,Annie,Acme,CEO,1980-03-01,* myContacts,Work,a@x.example,b@x.example,Mobile,+49 1,+49 2",
        [
          "'First Name+Middle Name+Last Name=displayNameCache'", "'E-mail 1 - Value=emailCache'",
          "'E-mail 2 - Value=otherEmailAddresses'", "'Phone 1 - Value+Phone 2 - Value=phoneNumbers'",
          "'Organization Title=jobTitle'", "'Nickname='",
        ]
      ),
      (
        "Title,First Name,Last Name,E-mail Address,E-mail 2 Address,Mobile Phone,Business Phone 2,Company,Job Title",
        "Dr,Ann,Lee,a@x.example,b@x.example,+49 1,+49 2,Acme,CEO",
        [
          "'First Name+Last Name=displayNameCache'", "'E-mail Address=emailCache'",
          "'E-mail 2 Address=otherEmailAddresses'", "'Mobile Phone+Business Phone 2=phoneNumbers'",
          "'Company=organizationName'", "'Title='",
        ]
      ),
      (
        "Vorname,Nachname,E-Mail-Adresse,Telefon (privat),Firma", "Ann,Lee,a@x.example,+49 1,Acme",
        [
          "'Vorname+Nachname=displayNameCache'", "'E-Mail-Adresse=emailCache'",
          "'Telefon (privat)=phoneNumbers'",
        ]
      ),
    ] as [(String, String, [String])])
  func othersAddressBooksAreKnown(_ header: String, _ row: String, _ expected: [String]) async throws {
    let advice = try await advice(header, row, kind: "sam.person")
    for map in expected { #expect(advice.contains("--map " + map), "\(advice)") }
  }

  @Test func aPlannersPersonHasOneNameAndOneAddress() async throws {
    let advice = try await advice(
      "First Name,Last Name,E-mail 1 - Value,E-mail 2 - Value", "Ann,Lee,a@x.example,b@x.example",
      kind: "planner.person")
    #expect(
      advice.contains(
        "--map 'First Name+Last Name=name' --map 'E-mail 1 - Value=email' --map 'E-mail 2 - Value='"))
    // Beside a column that needs no word.
    #expect(
      try await self.advice("First Name,Last Name,Email", "Ann,Lee,a@x.example", kind: "planner.person")
        .hasSuffix(": --map 'First Name+Last Name=name'"))
  }

  @Test func joinedColumnsAreOneField() async throws {
    let path = try file(
      "Last name,First name,Mail,Mail 2,Phone,Mobile\nLee,Ann,a@x.example,b@x.example,+49 1 ::: +49 3,\n,Bob,,,,+49 2\nFord,,,,,\n"
    )
    var options = TableOptions(kind: "sam.person")
    options.map = [
      ("First name+Last name", "displayNameCache"), ("Mail", "emailCache"), ("Mail 2", "otherEmailAddresses"),
      ("Phone+Mobile", "phoneNumbers"),
    ]
    let first = try await ledger.importAll(TableImporter([path], options))
    #expect(first.plan.summary.created == 3)
    let people = try await ledger.fetch(SAM.Person.self, sort: [SortKey("displayNameCache")])
    #expect(people.map(\.displayNameCache) == ["Ann Lee", "Bob", "Ford"])
    #expect(people.map(\.phoneNumbers) == [["+49 1", "+49 3"], ["+49 2"], []])
    #expect(people[0].otherEmailAddresses == ["b@x.example"])
    // What was said once holds for the next file of the same columns.
    let again = try await ledger.importAll(TableImporter([path], TableOptions(kind: "sam.person")))
    #expect(again.events == 0)
  }

  @Test(arguments: ["First name+Nobody", "First+name", "+", "First name+", "First name+First name+Last name"])
  func columnsThatThereAreNotAreNamed(_ text: String) async throws {
    let path = try file("First name,Last name\nAnn,Lee\n")
    var options = TableOptions(kind: "sam.person")
    options.map = [(text, "displayNameCache")]
    let failure = await #expect(throws: ImportFailure.self) {
      try await ledger.importAll(TableImporter([path], options))
    }
    let reason = String(describing: failure?.cause)
    #expect(reason.contains(text), "\(reason)")
  }

  /// A name with a + of its own is one column.
  @Test func aColumnMayHaveAPlus() async throws {
    let path = try file("A+B,C\nAnn,Lee\n")
    var options = TableOptions(kind: "planner.tag")
    options.map = [("A+B+C", "name")]
    _ = try await ledger.importAll(TableImporter([path], options))
    #expect(try await ledger.fetch(Planner.Tag.self).map(\.name) == ["Ann Lee"])
  }

  /// Nobody is asked of a column without a cell; once it has one, it is asked for.
  @Test func anEmptyColumnIsAskedForOnceItHasACell() async throws {
    var path = try file("name,email,Fax\nAnn,a@x.example,\n")
    _ = try await ledger.importAll(TableImporter([path], TableOptions(kind: "planner.person")))
    path = try file("name,email,Fax\nBob,b@x.example,+49 3\n")
    let asked = await #expect(throws: ImportFailure.self) {
      try await ledger.importAll(TableImporter([path], TableOptions(kind: "planner.person")))
    }
    #expect((asked?.cause as? LedgerError)?.advice?.contains("--map 'Fax=") == true)
    let receipt = try await ledger.importAll(
      TableImporter([path], TableOptions(kind: "planner.person")) { questions in
        #expect(questions.map(\.name) == ["Fax"])
        return [.nothing]
      })
    #expect(receipt.plan.summary.created == 1)
    #expect(
      try await ledger.importAll(TableImporter([path], TableOptions(kind: "planner.person"))).events == 0)
  }
}
