public import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of vCards.
public struct ContactsFile {
  /// What errors and remarks call it.
  public var name: String
  /// Its next bytes; none at the end. An error of the code `unreadable` skips the rest of the file.
  public var read: () throws -> [UInt8]

  /// A file with its name, and a closure that reads its content once.
  public init(name: String, read: @escaping () throws -> [UInt8]) { (self.name, self.read) = (name, read) }

  /// - Throws: a ``LedgerError`` of the code `unreadable` where the file cannot be read.
  init(path: String) throws(LedgerError) {
    let bytes: Data
    do { bytes = try Data(contentsOf: URL(filePath: path), options: .mappedIfSafe) } catch {
      throw LedgerError(.unreadable, "cannot be read", file: path, advice: "check the path and permissions")
    }
    var rest = bytes[...]
    self.init(name: path) {
      defer { rest = rest.dropFirst(64 << 10) }
      return Array(rest.prefix(64 << 10))
    }
  }
}

/// Reads vCards, and plans what they change in a kind of people: SAM's or Planner's.
///
///     var cards = ContactsImport<ContactPeople>()
///     try cards.read(file, from: SyncSource(.contacts, name: "family"), in: state, store)
///     return cards.finish(in: state)
public struct ContactsImport<Target: ContactTarget> {
  private var plan: ContactReconciliation<Target>

  /// - Parameter isComplete: whether the files are the whole of each address book: people who are in none of them are archived.
  public init(isComplete: Bool = false) { plan = ContactReconciliation(isComplete: isComplete) }

  /// Adds the cards of a file. A card that cannot be read is skipped, and named in the plan.
  public mutating func read(
    _ file: ContactsFile, from source: SyncSource, in state: borrowing LedgerState,
    _ store: ([UInt8]) throws -> Void
  ) throws {
    var reader = VCardReader { try file.read() }
    while let entry = try reader.next() {
      switch entry {
      case .card(let card): plan.add(ContactCard(card), file: file.name, source: source, in: state)
      case .skipped(let line, let reason):
        plan.skip(file: file.name, line: line, reason: reason, source: source)
      }
      for photo in plan.takeBlobs() { try store(photo) }
    }
  }

  /// Notes a file that cannot be read.
  public mutating func skip(_ file: String, reason: String, from source: SyncSource) {
    plan.skip(file: file, line: 1, reason: reason, source: source)
  }

  /// The plan, for `Ledger.sync(_:_:)`.
  public func finish(in state: borrowing LedgerState) -> SyncPlan { plan.finish(in: state) }
}

extension Ledger {
  /// Imports vCards. Only differences are written, so that a second import of the same cards writes nothing; what somebody
  /// deleted or corrected here stays so.
  ///
  /// - Parameters:
  ///   - paths: files, and folders, of which the files below them that end with `.vcf` or `.vcard` are read.
  ///   - target: whose people they become, such as `ContactPeople` of SAM.
  ///   - source: the address book's name; by default each file is one of its own, and each folder.
  ///   - isComplete: whether the files are the whole address book: people who are in none of them are archived.
  ///   - options: how the events are written: author, reason, or as a dry run, which writes nothing.
  /// - Returns: what was read, skipped and written; `plan.skipped` names each card that could not be read.
  /// - Throws: a ``LedgerError`` of the code `unreadable` where a path cannot be opened.
  public func importContacts<Target: ContactTarget>(
    from paths: [String], into target: Target.Type, source: String? = nil, isComplete: Bool = false,
    options: AppendOptions = AppendOptions()
  ) async throws -> SyncReceipt {
    let files = try paths.flatMap { path in
      try Self.contacts(in: path).map { (path: $0, book: source ?? Self.lastPart(of: path)) }
    }
    return try await sync(options) { state, store in
      var cards = ContactsImport<Target>(isComplete: isComplete)
      for file in files {
        let source = SyncSource(.contacts, name: file.book)
        do {
          try cards.read(ContactsFile(path: file.path), from: source, in: state, store)
        } catch let error as LedgerError where error.code == .unreadable {
          cards.skip(file.path, reason: error.what, from: source)
        }
      }
      return cards.finish(in: state)
    }
  }

  private static func lastPart(of path: String) -> String {
    String(path.split(separator: "/").last ?? Substring(path))
  }

  /// The vCard files that a path leads to, in the order of their names.
  private static func contacts(in path: String) throws(LedgerError) -> [String] {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw LedgerError(.unreadable, "there is no such file", file: path)
    }
    guard isFolder else { return [path] }
    guard let names = try? FileManager.default.subpathsOfDirectory(atPath: path) else {
      throw LedgerError(.unreadable, "cannot be read", file: path, advice: "check the path and permissions")
    }
    return names.filter { name in
      ["vcf", "vcard"].contains(name.split(separator: ".").last?.lowercased() ?? "")
    }.sorted().map { path + "/" + $0 }
  }
}
