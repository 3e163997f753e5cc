import Daybook
import Testing

@testable import DaybookCommands

@Suite struct RegisteredSystemsTests {
  /// The command trusts its systems, and reads each when it is asked for; so somebody must check them.
  @Test func theirDeclarationsAreRight() throws {
    let checked = try SchemaRegistry([.daybook] + RegisteredSystems.all)
    #expect(checked.fingerprint == RegisteredSystems.registry().fingerprint)
    #expect(checked.kinds.map(\.kind) == checked.kinds.map(\.kind).sorted())
  }
}
