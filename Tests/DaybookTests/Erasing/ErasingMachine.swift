import Daybook
import DaybookLog
import DaybookTestSupport
import Foundation

/// One of several machines, with a folder of its own.
struct ErasingMachine {
  let folder: TemporaryFolder
  let name: String
  let clock: TestClock
  var ledger: String { "\(folder.path)/\(name)" }

  func open() async throws -> Ledger {
    var options = LedgerOptions.prompt
    (options.stateDirectory, options.cacheDirectory) = ("\(ledger).state", "\(ledger).cache")
    options.snapshots = .always
    options.now = { [clock] in
      clock.advance(1)
      return clock.now
    }
    return try await Ledger.open(at: ledger, systems: [.house], options: options)
  }

  @discardableResult
  func using<Result>(_ body: (Ledger) async throws -> Result) async throws -> Result {
    let ledger = try await open()
    let result = try await body(ledger)
    await ledger.close()
    return result
  }

  /// What the zstd frames in a file hold, wherever they begin.
  private static func frames(in bytes: [UInt8]) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    var offset = 0
    while offset + 4 <= bytes.count {
      if bytes[offset] == 0x28, bytes[offset + 1] == 0xb5, bytes[offset + 2] == 0x2f,
        bytes[offset + 3] == 0xfd,
        let (text, size) = try? ZstdDecompressor().decompress(bytes.span, at: offset)
      {
        texts.append(text)
        offset += size
      } else {
        offset += 1
      }
    }
    return texts
  }

  /// The files below its folder, state and cache that hold a text, unpacked or not.
  func files(with text: String) throws -> [String] {
    let wanted = Array(text.utf8)
    var found: [String] = []
    for root in [ledger, "\(ledger).state", "\(ledger).cache"] {
      guard let names = FileManager.default.enumerator(atPath: root) else { continue }
      for case let path as String in names {
        guard let data = FileManager.default.contents(atPath: "\(root)/\(path)") else { continue }
        let bytes = [UInt8](data)
        let texts = [bytes] + Self.frames(in: bytes)
        if texts.contains(where: { $0.firstRange(of: wanted) != nil }) { found.append("\(root)/\(path)") }
      }
    }
    return found.map { String($0.dropFirst(folder.path.count + 1)) }
  }
}
