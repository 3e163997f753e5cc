/// Somebody who took part, as the source names them.
public struct ParticipantHint: Codable, Sendable, Hashable {
  /// The name as the source displays it; nil: it has only an address.
  public var name: String?
  /// The e-mail address as the source has it, without `mailto:`; nil: it gives none.
  public var email: String?
  /// As the calendar says it: `REQ-PARTICIPANT`, `CHAIR`.
  public var role: String?
  /// The answer to the invitation: `ACCEPTED`, `DECLINED`, `TENTATIVE`, `NEEDS-ACTION`.
  public var status: String?
  /// Whether it is the one who invites. Always false for mail.
  public var isOrganizer: Bool

  /// Somebody who did not organize the event, unless said otherwise.
  public init(
    name: String? = nil, email: String? = nil, role: String? = nil, status: String? = nil,
    isOrganizer: Bool = false
  ) {
    (self.name, self.email, self.role) = (name, email, role)
    (self.status, self.isOrganizer) = (status, isOrganizer)
  }
}
