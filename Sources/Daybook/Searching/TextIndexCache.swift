import DaybookLog
import DaybookSearch

/// What an index shows: which schemas and which commits.
struct TextIndexState {
  /// An index that differs in this is of no use.
  let basis: [UInt8]
  /// One that differs only in this is brought up to date.
  let held: [UInt8]

  init(schema: String, held: [UInt8], of words: TextWords = .exact) {
    // How this program splits words: another program may split them differently.
    let terms = TermText.terms("Ab1 Ärger ﬁne ΣΊΣΥΦΟΣ Йод e\u{301}t ١٢٣ 会議 カナ 한국 हिन्दी").joined(separator: " ")
    let rules = words == .exact ? "" : "\(LanguageStem.rules)\n"
    basis = Array("\(schema)\n\(terms)\n\(rules)".utf8)
    self.held = held
  }

  var bytes: [UInt8] { basis + held }
}

/// The file that keeps a ledger's index between processes, in this machine's cache. Deleting it is always safe; a
/// failure to read or write it is not an error. It is read whole and not mapped: truncating a mapped file ends the
/// process that reads it.
struct TextIndexCache {
  let store: any FileStore
  let ledger: String
  /// Its words and kinds, as part of the file's name, if there are several indexes of one ledger.
  var part = ""
  /// Building smaller ones takes less time than reading them.
  var documentCountMin = 2000

  private static let sizeBytesMax = 1 << 30

  private var path: String { "search/\(ledger)\(part).index" }

  /// The index, and whether it shows the present ledger; nil if there is no usable one.
  func read(_ state: TextIndexState) -> (segment: TextSegment, isPresent: Bool)? {
    guard let bytes = try? store.readAll(path, sizeBytesMax: Self.sizeBytesMax),
      let file = TextIndexFile(bytes), file.state.starts(with: state.basis)
    else { return nil }
    return (file.segment, file.state == state.bytes)
  }

  /// An index that was written and is not in its place yet.
  struct Made: Sendable {
    fileprivate let cache: TextIndexCache
    fileprivate let lock: any FileLock

    func put() {
      // The next process works without it.
      try? cache.store.rename(cache.madePath, to: cache.path, replacing: true)
    }

    func drop() { try? cache.store.remove(cache.madePath) }
  }

  private var madePath: String { path + ".made" }

  /// Writes the index if it is large and the file lacks much of it: a small part is faster to build again.
  /// ``Made/put()`` then gives it its name, so that the caller can first check that nothing in it was erased meanwhile.
  func make(_ index: TextIndex, _ state: TextIndexState, changed: Int) -> Made? {
    guard index.count >= documentCountMin, changed >= max(64, index.count / 100) else { return nil }
    do {
      try store.createFolder("search")
      // Another process that writes it now writes an equivalent one.
      guard let lock = try store.lock(path + ".lock") else { return nil }
      let file = TextIndexFile(state: state.bytes, segment: index.packed())
      try store.replaceFile(madePath, with: file.bytes, removingLeftovers: true)
      return Made(cache: self, lock: lock)
    } catch {
      // The next search works without it.
      return nil
    }
  }
}
