import Daybook

extension Orphan {
  static let columns = ["_kind", "_id", "cause", "relation", "to", "meant", "remove"]

  /// - Parameters:
  ///   - ledger: as the user named it, for the printed command.
  ///   - masks: whether the link's target is hidden.
  func row(in ledger: String?, masks: Bool) -> OutputRow {
    let to = target.map { masks ? Disclosure.mask : $0.id }
    let removal = masks ? ShellText.command(["status", "--orphans", "--reveal"]) : removal(in: ledger)
    return OutputRow([
      ("_kind", .string(kind)), ("_id", .string(id)), ("cause", .string(cause.rawValue)),
      ("relation", relation.map { .string($0) } ?? .null),
      ("to", to.map { .string($0) } ?? .null), ("meant", meant.map { .string($0.id) } ?? .null),
      ("remove", .string(removal)),
    ])
  }

  /// The command that removes it.
  private func removal(in ledger: String?) -> String {
    var words = [cause == .dangling ? "unlink" : "delete"]
    if let ledger { words += ["--ledger", ledger] }
    var names = [kind, id]
    if let relation, let target { names += [relation, target.id] }
    // An argument that begins with a dash would be read as an option.
    if names.contains(where: { $0.hasPrefix("-") }) { words.append("--") }
    return ShellText.command(words + names)
  }
}
