/// Somebody who took part, as the source names them.
public struct ParticipantHint: Codable, Sendable, Hashable {
  public var name: String?
  public var email: String?
  /// As the calendar says it: `REQ-PARTICIPANT`, `CHAIR`.
  public var role: String?
  /// The answer to the invitation: `ACCEPTED`, `DECLINED`, `TENTATIVE`, `NEEDS-ACTION`.
  public var status: String?
  public var isOrganizer: Bool

  public init(
    name: String? = nil, email: String? = nil, role: String? = nil, status: String? = nil,
    isOrganizer: Bool = false
  ) {
    (self.name, self.email, self.role) = (name, email, role)
    (self.status, self.isOrganizer) = (status, isOrganizer)
  }
}
