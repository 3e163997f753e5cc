// The input that a user names for an import: files, folders, archives, the standard input. An importer sees the files
// in them one after another, and need not know which they are.

public import DaybookModel

/// The files of several paths, in their order: a file is itself, a folder has the files below it in the order of their
/// names, an archive has its members, and `-` is the standard input.
public struct InputTree {
  private enum Place {
    case folder(FolderWalk)
    case archive(ArchiveFile)
    case file(OpenFile)
  }

  private var paths: ArraySlice<String>
  private let refusesEmpty: Bool
  /// The extensions of the files in folders and archives to read; nil: all files.
  private let endings: [String]?
  /// The folder or the archive that the user named, as long as no file of it was wanted.
  private var barren: String?
  /// An archive in the archive that the user named, which is not opened.
  private var nested: String?
  private var places: [Place] = []
  private var finishedBytes: Int64 = 0

  /// The error of every format for an empty file.
  public static let isEmptyReason = "the file is empty"

  /// The error for an archive within a folder or an archive, which is not opened.
  public static let isNestedReason =
    "an archive in a folder or an archive is not opened: unpack it, or name it"

  /// Whether a name ends like that of an archive that can be opened.
  public static func isArchive(_ name: String) -> Bool { ArchiveFile.isArchive(name) }

  /// Whether the path that the user named is, or contains, an archive.
  public static func holdsArchive(_ path: String) -> Bool {
    guard InputPlace.isFolder(path) || isArchive(path) else { return false }
    var tree = InputTree([path])
    while let stream = try? tree.nextReadable() {
      if isArchive(stream.path) { return true }
    }
    return false
  }

  /// What the standard input is called, whose path is `-`.
  public static let standardInputName = "standard input"

  /// The path as it is shown to the user.
  public static func shown(_ path: String) -> String { path == "-" ? standardInputName : path }

  /// - Parameters:
  ///   - paths: files, folders and archives, read in this order; `-` is the standard input.
  ///   - extensions: the extensions of the files in folders and archives to read, in lower case; an empty one means a
  ///     name without an extension. Nil: all files.
  ///   - refusesEmpty: whether an empty file that the user named is an error of the code `unreadable`.
  public init(_ paths: [String], extensions: [String]? = nil, refusesEmpty: Bool = false) {
    (self.paths, self.refusesEmpty) = (paths[...], refusesEmpty)
    endings = extensions?.map { $0.isEmpty ? "" : "." + $0 }
  }

  /// The next file; the previous one can no longer be read then.
  ///
  /// - Throws: an error of the code `unreadable`, after which the next file can be asked for: for a file or a folder
  ///   within a folder that the user named, and for a folder or an archive without a wanted file.
  public mutating func next() throws(LedgerError) -> ByteStream? {
    while true {
      if let stream = try advance() { return stream }
      try requireWanted()
      guard let path = paths.popFirst() else { return nil }
      if let stream = try enter(path) { return stream }
    }
  }

  /// The next file that can be read: for callers that look through all of them before they are read.
  public mutating func nextReadable() throws(LedgerError) -> ByteStream? {
    while true {
      do throws(LedgerError) { return try next() } catch {
        guard error.code == .unreadable else { throw error }
      }
    }
  }

  /// The number of bytes read so far of the files themselves, in their compressed form.
  public var bytesRead: Int64 {
    places.reduce(finishedBytes) { sum, place in sum + Self.bytesRead(place) }
  }

  private static func bytesRead(_ place: Place) -> Int64 {
    switch place {
    case .folder: 0
    case .archive(let archive): archive.bytesRead
    case .file(let file): file.bytesRead
    }
  }

  /// Whether a file of a folder or an archive is wanted.
  private func isWanted(_ path: String) -> Bool {
    guard let endings else { return true }
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    return endings.contains { $0.isEmpty ? !name.dropFirst().contains(".") : name.hasSuffix($0) }
  }

  /// A folder or an archive without any wanted file is an error: the user named it because of its content.
  private mutating func requireWanted() throws(LedgerError) {
    guard let path = barren else { return }
    defer { (barren, nested) = (nil, nil) }
    let named = (endings ?? []).filter { !$0.isEmpty }.joined(separator: " or ")
    let held = nested.map { "; it holds the archive \($0.prefix(80)), which is not opened: unpack it" } ?? ""
    throw LedgerError(
      .unreadable, "there is no file in it whose name ends with \(named)\(held)", file: path)
  }

  private mutating func enter(_ path: String) throws(LedgerError) -> ByteStream? {
    if path != "-", FolderWalk.isFolder(path) {
      if endings != nil { barren = path }
      places.append(.folder(try FolderWalk(path)))
      return nil
    }
    if path != "-", ArchiveFile.isArchive(path) || ArchiveFile.isCompressed(path) {
      if endings != nil, ArchiveFile.isArchive(path) { barren = path }
      places.append(.archive(try ArchiveFile(path)))
      return nil
    }
    let file = try OpenFile(path)
    if path == "-" { try Self.refuseArchive(file) }
    if refusesEmpty, path != "-", file.isEmpty {
      throw LedgerError(.unreadable, Self.isEmptyReason, file: file.name)
    }
    return stream(file, path: file.name.split(separator: "/").last.map(String.init) ?? path, isNamed: true)
  }

  /// If the name does not show the format, the bytes do. A zip has its list at its end, so a pipe cannot be read as
  /// one.
  private static func refuseArchive(_ input: OpenFile) throws(LedgerError) {
    guard ArchiveFile.begins(try input.peek(ArchiveFile.beginningSizeBytes)) else { return }
    throw LedgerError(
      .badData, "an archive or a compressed file cannot be read from the standard input",
      file: standardInputName, advice: "save it, and name the file")
  }

  /// The next file of the innermost place.
  private mutating func advance() throws(LedgerError) -> ByteStream? {
    while let place = places.popLast() {
      switch place {
      case .folder(var walk):
        do throws(LedgerError) {
          guard let path = try walk.next() else { continue }
          guard isWanted(path) else {
            places.append(.folder(walk))
            continue
          }
          barren = nil
          let file = try OpenFile(walk.fullPath(path))
          places.append(.folder(walk))
          // An archive within an archive is a file like any other: an attachment.
          return stream(file, path: path, isNamed: false)
        } catch {
          places.append(.folder(walk))
          barren = nil
          throw LedgerError(.unreadable, error.what, file: error.file, advice: error.advice)
        }
      case .archive(let archive):
        guard let stream = try archive.next() else {
          finishedBytes += archive.bytesRead
          continue
        }
        places.append(place)
        guard stream.isNamed || isWanted(stream.path) else {
          if ArchiveFile.isArchive(stream.path) { nested = stream.path }
          continue
        }
        barren = nil
        return stream
      case .file(let file):
        // The rest of it is skipped.
        finishedBytes += file.bytesRead
      }
    }
    return nil
  }

  private mutating func stream(_ file: OpenFile, path: String, isNamed: Bool) -> ByteStream {
    places.append(.file(file))
    return ByteStream(name: file.name, path: path, isNamed: isNamed) { () throws(LedgerError) in
      try file.read()
    }
  }

  /// The files of one path for callers that do not know this type.
  public static func files(
    of path: String, extensions: [String]
  ) -> () throws -> (name: String, isNamed: Bool, read: () throws -> [UInt8])? {
    var tree = InputTree([path], extensions: extensions, refusesEmpty: true)
    return {
      guard let stream = try tree.next() else { return nil }
      return (stream.name, stream.isNamed, { try stream.read() })
    }
  }
}
