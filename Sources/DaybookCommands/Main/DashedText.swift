import Daybook

/// Texts that begin with a dash: the parser reads them as options, often as a call for help.
enum DashedText {
  private static let helpOptions: Set<String> = ["-h", "--help", "-help", "--version", "--help-hidden"]

  /// The error where there is one; nil where there is none, or help was asked for.
  static func error(in arguments: [String]) -> LedgerError? {
    let options = arguments.prefix { $0 != "--" }
    guard options.allSatisfy({ !helpOptions.contains($0) }), options.contains(where: isText) else {
      return nil
    }
    return LedgerError(
      .usage, "a text that begins with a dash is read as an option",
      advice: "write = between an option and such a text (--text='- hi'), "
        + "and -- before one that stands alone (-- '- hi')"
    )
  }

  /// What cannot be the name of an option: `- yes`, `-5`, `-hello`, `--- title`.
  private static func isText(_ argument: String) -> Bool {
    guard argument.utf8.count > 1, argument.hasPrefix("-") else { return false }
    let name = argument.drop { $0 == "-" }.prefix { $0 != "=" }
    let isName = name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    if !isName { return true }
    return !argument.hasPrefix("--") && argument.utf8.count > 2
  }
}
