import DaybookModel
package import Messaging

/// Reaches a remote store on a network. The executable that links HTTP provides it; `daybook` itself has none, and runs
/// that executable instead, as with ``CalendarReading``.
package struct RemoteStoreConnector: Sendable {
  /// The executable that provides it: `daybook messaging sync` under a name of its own.
  package static let executable = "daybook-messaging-sync"

  static var current: RemoteStoreConnector? { CommandParts.current.remoteStores }

  /// The remote store at a URL, which is not contacted yet. Throws ``LedgerError``, `usage` for a text that is not the URL
  /// of a remote store.
  package var connect: @Sendable (_ url: String) throws -> any RemoteStore

  package typealias Serving =
    @Sendable (_ folder: String?, _ port: Int, _ told: (ServedPlace) throws -> Void) async throws -> Void

  /// Serves on this machine's loopback address until the process ends; reports the address once it listens.
  package var serve: Serving

  package init(
    connect: @escaping @Sendable (_ url: String) throws -> any RemoteStore, serve: @escaping Serving
  ) { (self.connect, self.serve) = (connect, serve) }
}

/// A server's address, and the tokens that its clients present.
package struct ServedPlace: Sendable {
  package var url: String
  package var token: @Sendable (_ user: String) -> String

  package init(url: String, token: @escaping @Sendable (_ user: String) -> String) {
    (self.url, self.token) = (url, token)
  }
}
