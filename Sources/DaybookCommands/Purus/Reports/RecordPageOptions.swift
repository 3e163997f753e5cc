import ArgumentParser
import Daybook
import PurusHealth

/// A report on a record: for the terminal, or as a page to print.
struct RecordPageOptions: ParsableArguments {
  @Argument(help: RecordHelp.record)
  var record: String

  @Option(
    name: [.customLong("page"), .customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "Write a page to print, with all values; - is the standard output.", valueName: "file"),
    completion: .file(), transform: OutputPlace.read)
  var page: OutputPlace?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  /// Writes the page, which contains hidden values.
  ///
  /// - Parameters:
  ///   - masked: the same page without hidden values.
  ///   - noun: such as "card".
  func write(_ html: String, masked: @autoclosure () -> String, _ noun: String, to place: OutputPlace) throws
  {
    if let path = place.path {
      try WrittenFile.write(Array(html.utf8), to: path, replaces: force)
      return WrittenFile.tell(path, options.messages)
    }
    guard reveal.reveal || html == masked() else {
      throw LedgerError(
        .refused, "the \(noun) contains hidden values",
        advice: "write it to a file with --page, or print it with --reveal")
    }
    try options.output.show(document: Array(html.utf8))
  }
}
