import Synchronization

/// What the reader of a system's error or notice can do: a ``Remedy`` that only the system knows.
///
/// A system declares its remedies in the terms of a program that uses the library. The command replaces the texts by
/// their names.
///
/// ```swift
/// static let people = SystemRemedy("sam.people", "sam.people(matching:)")
/// ```
public struct SystemRemedy: Sendable {
  /// The names of the system and of the remedy, such as `sam.people`.
  public let name: String
  /// The system's own text.
  public let ownWords: String

  private static let spoken = Mutex<[String: String]>([:])

  /// Makes a remedy.
  ///
  /// - Parameters:
  ///   - name: the names of the system and of the remedy, such as `sam.people`.
  ///   - ownWords: the text in the terms of the library; `of(_:)` inserts the subject for `%`.
  public init(_ name: String, _ ownWords: String) { (self.name, self.ownWords) = (name, ownWords) }

  /// Sets the texts of this process from now on, by the remedies' names.
  package static func speak(_ words: [String: String]) { spoken.withLock { $0 = words } }
}

extension SystemRemedy: CustomStringConvertible {
  /// The text that was set for this process, else the system's own.
  public var description: String { Self.spoken.withLock { $0[name] } ?? ownWords }

  /// The text with the subject inserted for `%`.
  public func of(_ argument: String) -> String { description.replacing("%", with: argument) }
}
