import ArgumentParser
import DaybookModel

/// `daybook man`
struct ManCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man",
    abstract: "Print the manual page.",
    discussion: """
      Examples:
        daybook man | man -l -
        daybook man > ~/.local/share/man/man1/daybook.1
      """)

  @OptionGroup var options: OutputOptions

  func run() throws {
    let page = ManualPage(root: DaybookCommand.self).text
    if options.format == nil || options.format == .table {
      try options.output.show(text: page)
    } else {
      try options.output.show([("page", .string(page))])
    }
  }
}
