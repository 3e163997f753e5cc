import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel

/// Where keys to a locked ledger come from besides this machine's own: text with age identities (`AGE-SECRET-KEY-1…`),
/// one per line, such as a recovery key.
public struct KeySource: Sendable {
  let text: @Sendable () throws -> String

  /// A file.
  public static func file(_ path: String) -> KeySource {
    KeySource {
      do {
        let resolved = SystemFolder.resolved(path)
        let name = resolved.split(separator: "/").last.map(String.init) ?? ""
        let store = try DiskFileStore(path: SystemFolder.parent(of: resolved))
        return String(decoding: try store.readAll(name, sizeBytesMax: 1 << 20), as: UTF8.self)
      } catch {
        throw LedgerError(
          .unreadableKey, "the key file cannot be read: \(error)", file: path,
          advice: "name a file with a line AGE-SECRET-KEY-1…")
      }
    }
  }

  /// A closure that obtains the text, such as from a keychain or a prompt. Called once for each time that the ledger is
  /// opened.
  public static func closure(_ text: @escaping @Sendable () throws -> String) -> KeySource {
    KeySource(text: text)
  }

  /// - Throws: ``LedgerError`` with code `unreadable-key` if there is no key, and whatever the source throws.
  func identities() throws -> [AgeIdentity] {
    let lines = try text().split(whereSeparator: \.isNewline).map { $0.trimmed }.filter {
      !$0.isEmpty && !$0.hasPrefix("#")
    }
    let identities = lines.compactMap { AgeIdentity(secret: $0.uppercased()) }
    if identities.isEmpty, let key = Self.paper(lines) { return [key] }
    guard !identities.isEmpty, identities.count == lines.count else {
      throw LedgerError(
        .unreadableKey, "the given key is not an age identity",
        advice: "a key is a line that begins with AGE-SECRET-KEY-1")
    }
    return identities
  }

  /// The key in the lines of a recovery paper, with their numbers and check digits.
  private static func paper(_ lines: [String]) -> AgeIdentity? {
    let parts = lines.map { line in
      let end = line.firstIndex(of: "=") ?? line.endIndex
      let begin = line[..<end].firstIndex(of: ")").map { line.index(after: $0) } ?? line.startIndex
      return line[begin..<end]
    }
    return (try? RecoveryKey(paper: parts.joined()))?.identity
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

/// The recovery key for the paper. It opens everything that was written while it was the recovery key, and decides
/// about every device until ``LedgerDevices/replaceRecovery(_:by:)`` replaces it. No program stores it.
public struct RecoverySecret: Sendable {
  let key: RecoveryKey

  /// A new one.
  public init() { key = RecoveryKey() }

  /// As typed from the paper.
  ///
  /// - Throws: ``LedgerError`` with code `unreadable-key` for a typing error.
  public init(paper text: String) throws {
    do { key = try RecoveryKey(paper: text) } catch {
      throw LedgerError(.unreadableKey, error.what, advice: error.advice, cause: error)
    }
  }

  /// The line for the paper: `AGE-SECRET-KEY-1…`.
  public var paper: String { key.paper }
}
