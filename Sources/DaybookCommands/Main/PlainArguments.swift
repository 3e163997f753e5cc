import ArgumentParser
import DaybookModel

/// Arguments in their plainest form: words, `--option value`, `--flag`, each option once. The parser prepares whatever
/// its commands might take by reflection, which takes longer than reading an entity does; a command that people and
/// scripts wait for takes plain arguments as they are. Whatever is not plain, wrong arguments among it, is for the
/// parser, which says the same of plain ones.
struct PlainArguments {
  private(set) var words: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// - Parameters:
  ///   - options: those that take a value, without their dashes; after one of `unconditional` it may begin with a dash.
  ///   - flags: those that take none.
  /// - Returns: nil where anything else is given.
  init?(
    _ arguments: some Sequence<String>, options: Set<String>, unconditional: Set<String> = [],
    flags names: Set<String>
  ) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      guard argument.utf8.first == UInt8(ascii: "-") else {
        words.append(argument)
        continue
      }
      guard argument.hasPrefix("--") else { return nil }
      let name = String(argument.dropFirst(2))
      if names.contains(name) {
        guard flags.insert(name).inserted else { return nil }
      } else {
        guard options.contains(name), let value = rest.next(),
          unconditional.contains(name) && value != "--" || value.utf8.first != UInt8(ascii: "-"),
          values.updateValue(value, forKey: name) == nil
        else { return nil }
      }
    }
  }

  subscript(option: String) -> String? { values[option] }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// Nil where the option is not given; throws where it is no number, which the parser says.
  func number(_ option: String) throws(NotPlain) -> Int? {
    guard let text = values[option] else { return nil }
    guard let number = Int(text) else { throw NotPlain() }
    return number
  }

  struct NotPlain: Error {}
}

/// A command that plain arguments are enough for.
protocol PlainCommand: AsyncParsableCommand {
  static var plainOptions: Set<String> { get }
  static var plainUnconditional: Set<String> { get }
  static var plainFlags: Set<String> { get }

  /// Every property is set: the parser would have filled those that are not given.
  init(_ arguments: PlainArguments) throws
}

extension PlainCommand {
  static var plainUnconditional: Set<String> { [] }

  /// Nil where the arguments are not plain, or not valid.
  static func plain(_ arguments: ArraySlice<String>) -> Self? {
    guard
      let plain = PlainArguments(
        arguments, options: plainOptions, unconditional: plainUnconditional, flags: plainFlags),
      var command = try? Self(plain), (try? command.validate()) != nil
    else { return nil }
    return command
  }
}

// MARK: What commands have in common

extension PlainArguments {
  static let selectionOptions: Set<String> = [
    "ledger", "tz", "format", "as", "as-of", "until", "as-seen-by",
  ]
  static let selectionFlags: Set<String> = ["audit-reads", "reveal"]

  /// With the parser's default for `--wait`, which is not plain: it takes a number in many forms.
  var selection: LedgerSelection {
    var selection = LedgerSelection()
    (selection.ledger, selection.wait, selection.tz) = (self["ledger"], 5, self["tz"])
    selection.auditReads = has("audit-reads")
    return selection
  }

  var cut: CutOptions {
    get throws {
      var cut = CutOptions()
      (cut.asOf, cut.until, cut.asSeenBy) = (self["as-of"], self["until"], self["as-seen-by"])
      try cut.validate()
      return cut
    }
  }

  var viewer: ViewerOptions {
    var viewer = ViewerOptions()
    viewer.name = self["as"]
    return viewer
  }

  var reveal: RevealOptions {
    var reveal = RevealOptions()
    reveal.reveal = has("reveal")
    return reveal
  }

  var output: OutputOptions {
    get throws(NotPlain) {
      var output = OutputOptions()
      guard let name = self["format"] else {
        output.format = nil
        return output
      }
      guard let format = OutputFormat(rawValue: name) else { throw NotPlain() }
      output.format = format
      return output
    }
  }
}
