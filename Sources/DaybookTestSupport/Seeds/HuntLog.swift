import Foundation

/// Writes a line to `$DAYBOOK_HUNT_LOG` when a round begins and when it ends, so that the seed of a round that ends
/// its process is known. Fields are separated by tabs.
enum HuntLog {
  static func begin(_ seed: UInt64) { write("begin\t\(seed)") }

  static func end(_ round: TestRound, milliseconds: Int64) {
    write("end\t\(round.seed)\t\(round.hasFailed ? "failed" : "ok")\t\(milliseconds)\t\(round.counts)")
  }

  /// The round has a story, which can be shortened.
  static func steps(_ seed: UInt64) { write("steps\t\(seed)") }

  /// One call per line, so that the lines of concurrent rounds do not mix.
  private static func write(_ line: String) {
    guard let path = TestSettings.huntLog else { return }
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { fatalError("cannot write \(path)") }
    defer { close(file) }
    let bytes = Array((line + "\n").utf8)
    guard Foundation.write(file, bytes, bytes.count) == bytes.count else {
      fatalError("cannot write \(path)")
    }
  }
}
