package import DaybookLog
package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folders for data that belongs only to this machine. They are never inside a ledger's folder, so that copying the
/// folder never clones a writer.
package struct MachinePaths: Sendable, Equatable {
  /// Identities, keys, locks, journals, and what this machine last saw of every replica.
  package var state: String
  /// Snapshots; deleting it is always safe.
  package var cache: String

  /// `$DAYBOOK_STATE_DIR` and `$DAYBOOK_CACHE_DIR`, else the platform's places (XDG base directories;
  /// Application Support and Caches on macOS). A relative XDG path is ignored, as that standard asks.
  package init(environment: (String) -> String?, isDarwin: Bool = Self.isDarwin) throws(LedgerError) {
    func place(_ own: String, _ standard: String, _ linux: String, _ darwin: String) throws(LedgerError)
      -> String
    {
      if let path = environment(own), !path.isEmpty { return path }
      if !isDarwin, let base = environment(standard), base.hasPrefix("/") { return base + "/daybook" }
      guard let home = environment("HOME"), home.hasPrefix("/") else {
        throw LedgerError(
          .cannotCreate, "there is no home folder to keep this machine's state in",
          advice: "set HOME, or \(own) to a folder of this machine")
      }
      return home + (isDarwin ? darwin : linux) + "/daybook"
    }
    state = try place(
      "DAYBOOK_STATE_DIR", "XDG_STATE_HOME", "/.local/state", "/Library/Application Support")
    cache = try place("DAYBOOK_CACHE_DIR", "XDG_CACHE_HOME", "/.cache", "/Library/Caches")
  }

  /// By this process's environment; where HOME is not set, by the account's home folder.
  package static func current() throws(LedgerError) -> MachinePaths {
    try MachinePaths(environment: { name in
      if let value = getenv(name) { return String(cString: value) }
      guard name == "HOME", let account = getpwuid(getuid()), let home = account.pointee.pw_dir else {
        return nil
      }
      return String(cString: home)
    })
  }

  package static var isDarwin: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }
}

/// The part of a machine's state that several of its processes change: one at a time, each on the latest version.
package enum SharedState {
  private static let lockName = "shared.lock"

  /// Runs a closure while no other process changes the shared state of a ledger.
  ///
  /// - Throws: ``LedgerError/Code/locked`` if another process holds it for longer than `wait`.
  package static func changing<Result>(
    _ state: any FileStore, ledger: String, wait: Duration = .seconds(1), _ body: () throws -> Result
  ) throws -> Result {
    let folder = StateLayout.folder(ledger: ledger)
    if try state.status(folder) == nil { try state.createFolderDurably(folder) }
    let lock = try WriterLock.acquire(state: state, folder: folder, name: lockName, wait: wait)
    return try withExtendedLifetime(lock) { try body() }
  }
}
