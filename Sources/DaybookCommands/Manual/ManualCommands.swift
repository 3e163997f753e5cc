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

/// `daybook completions SHELL`
struct CompletionsCommand: ParsableCommand {
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  static let configuration = CommandConfiguration(
    commandName: "completions",
    abstract: "Print the completion script for a shell.",
    discussion: """
      Examples:
        daybook completions bash > ~/.local/share/bash-completion/completions/daybook
        daybook completions zsh > ~/.zfunc/_daybook
        daybook completions fish > ~/.config/fish/completions/daybook.fish
      """)

  @Argument(help: "bash, zsh or fish.")
  var shell: Shell

  @OptionGroup var options: OutputOptions

  func run() throws {
    let script =
      switch shell {
      case .bash: DaybookCommand.completionScript(for: .bash)
      case .zsh: DaybookCommand.completionScript(for: .zsh)
      case .fish: DaybookCommand.completionScript(for: .fish)
      }
    if options.format == nil || options.format == .table {
      try options.output.show(text: script + "\n")
    } else {
      try options.output.show([("shell", .string(shell.rawValue)), ("script", .string(script))])
    }
  }
}
