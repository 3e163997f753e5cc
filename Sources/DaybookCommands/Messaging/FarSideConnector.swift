import DaybookModel
package import Messaging

/// How to reach a far side on a network. The executable that links HTTP puts it in; the command `daybook` runs
/// without, and hands over to that executable, as with ``CalendarReading``.
package struct FarSideConnector: Sendable {
  /// The executable in which it is put in: `daybook messaging sync` under a name of its own.
  package static let executable = "daybook-messaging-sync"

  @TaskLocal package static var current: FarSideConnector?

  /// The far side at a URL, which nothing is asked of yet. Throws ``LedgerError``, `usage` for what is no URL of one.
  package var connect: @Sendable (_ url: String) throws -> any FarSide

  package init(connect: @escaping @Sendable (_ url: String) throws -> any FarSide) { self.connect = connect }
}
