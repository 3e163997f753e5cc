/// Arguments in their plainest form: words, `--option value`, `--flag`, each option once. The parser prepares whatever
/// its commands might take by reflection, which takes longer than reading an entity does; a command that people and
/// scripts wait for takes plain arguments as they are. Everything else, including wrong arguments, goes to the parser,
/// which reads plain arguments in the same way.
struct PlainArguments {
  private(set) var words: [String] = []
  // Lists, not dictionaries: making a dictionary's type takes longer than comparing a few words.
  private var values: [(name: String, value: String)] = []
  private var flags: [String] = []

  /// - Parameters:
  ///   - options: those that take a value, without their dashes; after one of `unconditional` it may begin with a dash.
  ///   - flags: those that take none.
  /// - Returns: nil where anything else is given.
  init?(
    _ arguments: some Sequence<String>, options: [String], unconditional: [String] = [],
    flags names: [String]
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
        guard !flags.contains(name) else { return nil }
        flags.append(name)
      } else {
        guard options.contains(name), let value = rest.next(),
          unconditional.contains(name) && value != "--" || value.utf8.first != UInt8(ascii: "-"),
          self[name] == nil
        else { return nil }
        values.append((name, value))
      }
    }
  }

  subscript(option: String) -> String? { values.first { $0.name == option }?.value }

  func has(_ flag: String) -> Bool { flags.contains(flag) }

  /// Nil where the option is not given; throws if it is not a number, which the parser then reports.
  func number(_ option: String) throws(NotPlain) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = Int(text) else { throw NotPlain() }
    return number
  }

  struct NotPlain: Error {}
}

// MARK: What commands have in common

extension PlainArguments {
  /// Nil if it is not given; throws if there is no such format, which the parser then reports.
  var format: OutputFormat? {
    get throws(NotPlain) {
      guard let name = self["format"] else { return nil }
      guard let format = OutputFormat(rawValue: name) else { throw NotPlain() }
      return format
    }
  }
}
