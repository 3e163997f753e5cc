import ArgumentParser
import DaybookReplication
import Testing

@testable import DaybookCommands

/// The help of `verify` names every class that a finding can be of.
@Suite struct VerifyHelpTests {
  @Test(arguments: Finding.Kind.allCases) func everyClassIsNamed(_ kind: Finding.Kind) {
    let words = VerifyCommand.configuration.discussion.split { !$0.isLetter && $0 != "-" }
    #expect(words.contains { $0 == kind.rawValue })
  }
}
