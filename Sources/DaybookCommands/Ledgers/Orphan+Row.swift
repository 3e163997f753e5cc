import Daybook

extension Orphan {
  static let columns = ["_kind", "_id", "cause", "relation", "to", "meant", "remove"]

  /// - Parameters:
  ///   - ledger: as the user named it, for the printed command.
  ///   - masks: whether the link's target, or the entity that was meant, is hidden.
  func row(in ledger: String?, masks: Bool) -> OutputRow {
    let to = target.map { masks ? Disclosure.mask : $0.id }
    return OutputRow([
      ("_kind", .string(kind)), ("_id", .string(id)), ("cause", .string(cause.rawValue)),
      ("relation", relation.map { .string($0) } ?? .null),
      ("to", to.map { .string($0) } ?? .null), ("meant", shownMeant(masks).map { .string($0) } ?? .null),
      ("remove", .string(removal(in: ledger, masks: masks))),
    ])
  }

  /// Two lines for people: what it is, and below that the command, which is never cut.
  func text(in ledger: String?, masks: Bool) -> String {
    let (meant, to) = (shownMeant(masks) ?? "", target.map { masks ? Disclosure.mask : $0.id } ?? "")
    let cause =
      switch cause {
      case .shortID: "its id is the beginning of \(meant)"
      case .name: "its id is the name of \(meant)"
      case .empty: "it has neither fields nor links"
      case .dangling: "\(relation ?? "") leads to '\(to)', which was never made"
      }
    return VisibleText.escape("\(kind) '\(id)': \(cause)") + "\n  "
      + VisibleText.escape(removal(in: ledger, masks: masks)) + "\n"
  }

  private func shownMeant(_ masks: Bool) -> String? {
    meant.map { masks && isMeantHidden ? Disclosure.mask : $0.id }
  }

  /// The command that removes it.
  private func removal(in ledger: String?, masks: Bool) -> String {
    let location = ledger.map { ["--ledger", $0] } ?? []
    if masks, cause == .dangling { return ShellText.command(["status", "--orphans", "--reveal"] + location) }
    var words = [cause == .dangling ? "unlink" : "delete"] + location
    var names = [kind, id]
    if let relation, let target { names += [relation, target.id] }
    // An argument that begins with a dash would be read as an option.
    if names.contains(where: { $0.hasPrefix("-") }) { words.append("--") }
    return ShellText.command(words + names)
  }
}
