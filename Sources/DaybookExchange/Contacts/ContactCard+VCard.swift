import Daybook

extension ContactCard {
  /// What SAM reads of a vCard.
  init(_ card: VCard) {
    self.init(
      line: card.line, uid: card.uid, name: card.formattedName, emails: card.emails, phones: card.phones,
      organization: card.organization.isEmpty ? nil : card.organization.joined(separator: ", "),
      jobTitle: card.title, photo: card.photo?.bytes, isGroup: card.kind == "group")
    (postalAddresses, birthday) = (card.addresses, card.birthday)
    note = card.notes.isEmpty ? nil : card.notes.joined(separator: "\n\n")
    source = card.kept?.text
  }
}
