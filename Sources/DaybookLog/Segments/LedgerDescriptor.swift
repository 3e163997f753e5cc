package import DaybookModel

/// The content of `daybook.json`. It is replaced only to raise the format.
package struct LedgerDescriptor: Sendable, Equatable {
  package var format: Int64
  /// A UUID in lower case.
  package var ledger: String
  package var createdAt: Instant
  /// Whether its segments and blobs are encrypted.
  package var isLocked = false

  package init(ledger: String, createdAt: Instant, format: Int64 = SegmentHeader.formatVersion) {
    (self.format, self.ledger, self.createdAt) = (format, ledger, createdAt)
  }

  /// The file: `{"daybook":2,"ledger":"…","createdAt":"2026-11-21T06:13:00.123Z"}` and LF; for a locked ledger, with
  /// `,"locked":true` before the brace.
  package var bytes: [UInt8] {
    var json = JSONWriter(capacity: 128)
    json.open("daybook", first: true)
    json.write(format)
    json.open("ledger")
    json.write(ledger)
    json.open("createdAt")
    json.write(createdAt.description)
    if isLocked {
      json.open("locked")
      json.write(.bool(true))
    }
    json.write(byte: UInt8(ascii: "}"))
    json.write(byte: UInt8(ascii: "\n"))
    return json.bytes
  }

  /// Reads the file; keys that this version does not know are ignored.
  package init(_ bytes: [UInt8]) throws(LineError) {
    guard bytes.count <= Self.sizeBytesMax else { throw LineError(.tooLong, at: Self.sizeBytesMax) }
    let value: JSONValue
    do throws(JSONError) { value = try JSONParser.parse(bytes) } catch { throw LineError(error) }
    guard let object = value.object else { throw LineError(.notObject, at: 0) }
    guard let format = object["daybook"]?.int else { throw LineError(.missing(key: "daybook"), at: 0) }
    guard SegmentHeader.formats.contains(format) else { throw LineError(.format(format), at: 0) }
    guard let ledger = object["ledger"]?.string, LedgerLayout.isLedgerID(ledger) else {
      throw LineError(.wrongType(key: "ledger", expected: "a UUID in lower case"), at: 0)
    }
    guard let createdAt = object["createdAt"]?.string.flatMap({ Instant($0) }) else {
      throw LineError(
        .wrongType(key: "createdAt", expected: "a time such as 2026-11-21T06:13:00.123Z"), at: 0)
    }
    self.init(ledger: ledger, createdAt: createdAt, format: format)
    isLocked = object["locked"]?.bool ?? false
  }

  /// A reader need not read more of the file than this.
  package static let sizeBytesMax = 64 << 10
}

extension LedgerDescriptor {
  /// Makes a folder a ledger, and creates the folder and its parents if they are missing. The ledger is durable when
  /// this returns, and so is its entry in its parent.
  ///
  /// - Parameter folder: "" is the store's root, whose own entry the caller must make durable.
  /// - Throws: ``FileError/Reason/exists`` if the folder is a ledger already.
  package func found(in folder: String, of store: any FileStore) throws(FileError) {
    try store.createFolderDurably(joined(folder, LedgerLayout.replicas))
    try store.createFile(joined(folder, LedgerLayout.descriptor), with: bytes)
  }

  /// Raises the format in a ledger's folder, durably; a higher one stays, and so does a file that cannot be understood.
  /// Machines that do so at the same time write the same bytes. Done before a segment is put into the folder: an
  /// earlier version must not write beside files that it does not know.
  package static func raise(
    in store: any FileStore, to format: Int64 = SegmentHeader.formatVersion
  ) throws(FileError) {
    guard try store.status(LedgerLayout.descriptor) != nil else { return }
    let bytes = try store.readAll(LedgerLayout.descriptor, sizeBytesMax: sizeBytesMax)
    guard var found = try? LedgerDescriptor(bytes), found.format < format else {
      return
    }
    found.format = format
    try store.replaceFile(LedgerLayout.descriptor, with: found.bytes)
  }

  /// Records in a ledger's folder whether it is locked, durably. A locked one has at least
  /// ``SegmentHeader/lockedFormat``.
  package static func note(isLocked: Bool, in store: any FileStore) throws(FileError) {
    let bytes = try store.readAll(LedgerLayout.descriptor, sizeBytesMax: sizeBytesMax)
    guard var found = try? LedgerDescriptor(bytes), found.isLocked != isLocked else { return }
    found.isLocked = isLocked
    if isLocked { found.format = max(found.format, SegmentHeader.lockedFormat) }
    try store.replaceFile(LedgerLayout.descriptor, with: found.bytes)
  }

  /// Whether the entries of a folder are only those of an interrupted creation of a ledger.
  package static func isBrokenOff(_ entries: [FileEntry], in store: any FileStore) throws(FileError) -> Bool {
    for entry in entries where !TemporaryName.replaces(entry.name, LedgerLayout.descriptor) {
      guard entry.name == LedgerLayout.replicas, try store.list(entry.name)?.isEmpty ?? false else {
        return false
      }
    }
    return true
  }
}
