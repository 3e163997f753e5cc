package import ArgumentParser
package import Daybook

/// As whom a command reads and writes: taken by every command that works on any kind.
package struct ViewerOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Read and write as this user, within what the system's rules allow: an id or an address. No boundary against who holds the folder.",
      valueName: "user"))
  package var name: String?

  package init() {}

  /// Nil: as the holder of the ledger.
  package func viewer(in ledger: Ledger) async throws -> Viewer? {
    guard let name else { return nil }
    return try await ledger.viewer(named: name)
  }
}
