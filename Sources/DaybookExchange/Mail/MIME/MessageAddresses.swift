// The addresses of a message, in every form that RFC 5322 allows and several that it does not.

import CGMime
import Daybook
import SAM

extension MessageHeader {
  /// From, To, Cc, Bcc and Reply-To, each address of a field once; the field's name is the role.
  func participants() -> (hints: [ParticipantHint], isCut: Bool) {
    var hints: [ParticipantHint] = []
    var met: Set<ParticipantHint> = []
    for (type, role) in Self.fields {
      var found: [ParticipantHint] = []
      add(g_mime_message_get_addresses(message, type), role, depth: 0, to: &found)
      // A sender that cannot be parsed is still useful as a text.
      if found.isEmpty, role == "From", let name = text(role) {
        found = [ParticipantHint(name: String(name.prefix(Self.nameCountMax)), role: role)]
      }
      for hint in found where met.insert(hint).inserted {
        guard hints.count < MailMessage.participantsMax else { return (hints, true) }
        hints.append(hint)
      }
    }
    return (hints, false)
  }

  private static let fields: [(GMimeAddressType, String)] = [
    (GMIME_ADDRESS_TYPE_FROM, "From"), (GMIME_ADDRESS_TYPE_TO, "To"), (GMIME_ADDRESS_TYPE_CC, "Cc"),
    (GMIME_ADDRESS_TYPE_BCC, "Bcc"), (GMIME_ADDRESS_TYPE_REPLY_TO, "Reply-To"),
  ]
  private static let nameCountMax = 200
  private static let addressCountMax = 320
  /// Groups should not contain groups, but in some files they do.
  private static let depthMax = 4

  private func add(
    _ list: UnsafeMutablePointer<InternetAddressList>?, _ role: String, depth: Int,
    to hints: inout [ParticipantHint]
  ) {
    guard let list, depth < Self.depthMax else { return }
    for index in 0..<max(internet_address_list_length(list), 0) {
      // One more than is kept, to detect that there are more.
      guard hints.count <= MailMessage.participantsMax,
        let address = internet_address_list_get_address(list, index)
      else { return }
      if let group = daybook_group(address) {
        add(internet_address_group_get_members(group), role, depth: depth + 1, to: &hints)
      } else if let mailbox = daybook_mailbox(address), let hint = hint(mailbox, address, role) {
        hints.append(hint)
      }
    }
  }

  private func hint(
    _ mailbox: UnsafeMutablePointer<InternetAddressMailbox>, _ address: UnsafeMutablePointer<InternetAddress>,
    _ role: String
  ) -> ParticipantHint? {
    let written = GMime.text(internet_address_mailbox_get_addr(mailbox)).flatMap {
      SeenText.line($0, countMax: Self.addressCountMax)
    }
    var name = GMime.text(internet_address_get_name(address)).flatMap {
      SeenText.line($0, countMax: Self.nameCountMax)
    }
    // "ann@example.com" <ann@example.com> names nobody.
    if let both = name, let written, EmailAddress.normalized(both) == EmailAddress.normalized(written) {
      name = nil
    }
    let email = written.flatMap { EmailAddress.isOne($0) ? $0 : nil }
    if email == nil, name == nil { name = written }
    return name == nil && email == nil ? nil : ParticipantHint(name: name, email: email, role: role)
  }
}
