// Which negations, moods and statuses of HL7 version 3 mean that something did not happen, is planned, or has ended:
// the only table for it.

extension ClinicalState {
  /// Of an act in a section; nil for one that happened or holds.
  ///
  /// - Parameter outer: the act that it is a part of, whose negation and mood hold for it too.
  init?(_ node: XMLNode, in section: CCDASection, of outer: XMLNode? = nil) {
    let acts = [node, outer].compactMap { $0 }
    if acts.contains(where: { $0["negationInd"] == "true" || $0["negationInd"] == "1" }) {
      self = Self.negated(node, section)
    } else if let state = acts.lazy.compactMap({ Self.mood($0, section) }).first
      ?? acts.lazy.filter({ $0 === node || $0.name == "organizer" }).compactMap(Self.status).first
    {
      self = state
    } else {
      return nil
    }
  }

  private static func negated(_ node: XMLNode, _ section: CCDASection) -> ClinicalState {
    switch section {
    // If a finding is a code, such as a disability, the negation denies the finding, not the observation.
    case .observations
    where node.first("value").map({ $0["value"] == nil && $0["nullFlavor"] == nil }) == true:
      .notPresent
    case .allergies: .noAllergy
    case .medications: .notTaken
    case .immunizations: .notGiven
    case .problems, .social, .family: .notPresent
    case .observations, .procedures, .other: .notDone
    }
  }

  private static func mood(_ node: XMLNode, _ section: CCDASection) -> ClinicalState? {
    switch node["moodCode"] {
    // What was prescribed is among the medicines; nothing says whether it is taken. The plan of a treatment says by its
    // template that it is one.
    case "INT", "RQO": section == .medications && !node.isPlannedMedication ? nil : .planned
    case "PRMS", "APT", "ARQ", "SLOT": .planned
    case "PRP", "OPT": .proposed
    case "GOL": .goal
    default: nil
    }
  }

  private static func status(_ node: XMLNode) -> ClinicalState? {
    switch node.first("statusCode")?["code"] {
    case "aborted": .stopped
    case "cancelled": .cancelled
    case "suspended", "held": .onHold
    default: nil
    }
  }
}

extension XMLNode {
  fileprivate var isPlannedMedication: Bool {
    all("templateId").contains { $0["root"] == "2.16.840.1.113883.10.20.22.4.42" }
  }

  /// Whether it was entered in error.
  var isInError: Bool { ["nullified", "obsolete"].contains(first("statusCode")?["code"]) }
}
