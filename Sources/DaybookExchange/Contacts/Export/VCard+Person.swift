// People of the systems as cards. What a sync of contacts reads comes back as it was; what no card has a place for,
// such as badges and responsibilities, stays behind.

import Daybook
import Planner
import SAM

extension VCard {
  /// The kinds that are people.
  public static let kinds = [SAM.Person.kind, Planner.Person.kind]

  /// What a card says of a person; nil for a row of another kind.
  ///
  /// - Parameter photo: the bytes of `photoThumbnailCache`, which the row may only refer to.
  init?(_ row: Row, photo: [UInt8]? = nil) {
    self.init(line: 0)
    switch row.kind {
    case SAM.Person.kind: readContact(row)
    case Planner.Person.kind: readParticipant(row)
    default: return nil
    }
    if let photo, !photo.isEmpty {
      self.photo = Photo(bytes: photo, mediaType: Photo.mediaType(of: photo))
    }
  }

  private mutating func readContact(_ row: Row) {
    let prefix = "contacts:"
    uid = row["contactIdentifier"]?.string.map {
      $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0
    }
    // Somebody who was made by hand.
    uid = uid ?? row.id
    formattedName = row["displayNameCache"]?.string
    let emailAddresses = ["emailAddresses", "otherEmailAddresses"].flatMap {
      row[$0]?.array?.compactMap(\.string) ?? []
    }
    emails = EmailAddress.distinct([row["emailCache"]?.string].compactMap { $0 } + emailAddresses)
    if formattedName == nil { formattedName = emails.first }
    phones = row["phoneNumbers"]?.array?.compactMap(\.string) ?? []
    organization = [row["organizationName"]?.string].compactMap { $0 }
    title = row["jobTitle"]?.string
    readAddressBook(row)
  }

  private mutating func readAddressBook(_ row: Row) {
    addresses = row["postalAddresses"]?.array?.compactMap(\.string) ?? []
    birthday = row["birthday"]?.string
    notes = [row["addressBookNote"]?.string].compactMap { $0 }
  }

  private mutating func readParticipant(_ row: Row) {
    func text(_ field: String) -> String? { row[field]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    uid = row.id
    emails = [text("email")].compactMap { $0 }
    hasFurtherEmails = true
    formattedName = text("name") ?? emails.first
    organization = [text("company")].compactMap { $0 }
    title = text("role")
    phones = row["phoneNumbers"]?.array?.compactMap(\.string) ?? []
    readAddressBook(row)
  }
}
