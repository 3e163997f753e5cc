import ArgumentParser
import Testing

@testable import DaybookCommands

@Suite struct ManualTests {
  @Test func escapesWhatTroffWouldTake() {
    #expect(ManualPage.escape(#"a-b\c"#) == #"a\-b\ec"#)
    #expect(ManualPage.escape(".SH x") == #"\&.SH x"#)
    #expect(ManualPage.escape("'x") == #"\&'x"#)
  }

  /// Every command stands in the page, in the form in which it is typed.
  @Test func allCommandsAreThere() {
    let page = ManualPage(root: DaybookCommand.self).text
    for command in DaybookCommand.configuration.subcommands where command.configuration.subcommands.isEmpty {
      let name = command.configuration.commandName ?? ""
      #expect(page.contains(".SS daybook \(ManualPage.escape(name))\n"), "\(name)")
      #expect(!command.configuration.abstract.isEmpty, "\(name)")
      #expect(command.configuration.discussion.contains("Examples:"), "\(name) has no examples")
    }
  }
}
