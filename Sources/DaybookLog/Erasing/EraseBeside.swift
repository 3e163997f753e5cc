// Files that are not segments of the ledger and may hold texts: what `repair` and writers moved aside, journals of
// former replicas, and copies that tools made.

import DaybookModel

package struct EraseBeside {
  private let store: any FileStore
  private let due: Erasures
  package private(set) var removed: [String] = []
  /// Files that have texts, or may have some since they cannot be read completely, and that stay.
  package private(set) var left: [String] = []

  /// - Parameter cipher: opens copies of encrypted segments; a copy that it does not open counts as having no texts.
  package init(_ store: any FileStore, _ due: Erasures, opening cipher: (any FolderCipher)?) {
    self.store = cipher.map { CipheredFolder(store, $0) } ?? store
    self.due = due
  }

  /// Removes files with texts from the folders of what was moved aside.
  ///
  /// - Parameter folder: the ledger's folder in the state.
  package mutating func eraseAside(below folder: String, isAside: Bool = false) throws(FileError) {
    let entries = try store.list(folder) ?? []
    for entry in entries {
      let path = "\(folder)/\(entry.name)"
      switch entry.kind {
      case .folder: try eraseAside(below: path, isAside: isAside || entry.name == "aside")
      case .file where isAside:
        try look(at: path, removes: true, isTornTail: QuarantineFolder.isTornTail(entry.name))
      case .file, .link, .other: continue
      }
    }
  }

  /// Searches a file for texts.
  ///
  /// - Parameter isTornTail: whether the file holds nothing that was acknowledged; then it is removed even if it
  ///   cannot be read completely.
  package mutating func look(at path: String, removes: Bool, isTornTail: Bool = false) throws(FileError) {
    guard let status = try store.status(path), status.kind == .file,
      status.sizeBytes <= SegmentLimit.fileSizeBytesMax
    else { return }
    let file = try store.readAll(path)
    let (hasText, isWhole) = search((try? store.opened(file, of: path)) ?? file)
    if removes, hasText || isTornTail && !isWhole {
      try store.remove(path)
      removed.append(path)
    } else if hasText || !isWhole {
      left.append(path)
    }
  }

  /// Whether there are texts, and whether everything that looks like a part of a segment could be read.
  private func search(_ bytes: [UInt8]) -> (hasText: Bool, isWhole: Bool) {
    var offset = ZstdFrame.next(in: bytes, from: 0) ?? bytes.count
    var isWhole = true
    while offset < bytes.count {
      if ZstdFrame.isSkippable(bytes.span, at: offset),
        let size = try? ZstdFrame.sizeBytes(bytes.span, at: offset), size > 0
      {
        offset += size
        continue
      }
      guard let (text, size) = try? ZstdDecompressor().decompress(bytes.span, at: offset) else {
        isWhole = false
        offset = ZstdFrame.next(in: bytes, from: offset + 1) ?? bytes.count
        continue
      }
      offset += size
      guard case .content(let content) = FrameContent.parse(text) else { continue }
      if content.events.indices.contains(where: { hasText(content, $0) }) { return (true, isWhole) }
      offset = ZstdFrame.next(in: bytes, from: offset) ?? bytes.count
    }
    return (false, isWhole)
  }

  private func hasText(_ content: FrameContent, _ index: Int) -> Bool {
    guard let stub = content.stub(of: index, due) else { return false }
    let range = content.leaves[content.events[index].leaf].range
    return !stub.elementsEqual(content.bytes[range.start..<range.end])
  }
}
