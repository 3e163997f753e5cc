// What a user names when importing: files, folders, archives, the standard input. An importer sees the files in them one
// after another, and need not know which they are.

package import DaybookModel

/// The files of several paths, in their order: a file is itself, a folder has the files below it in the order of their
/// names, an archive has its members, and `-` is the standard input.
package struct InputTree {
  private enum Place {
    case folder(FolderWalk)
    case archive(ArchiveFile)
    case file(OpenFile)
  }

  private var paths: ArraySlice<String>
  private var places: [Place] = []
  private var finishedBytes: Int64 = 0

  /// What the standard input is called, whose path is `-`.
  package static let standardInputName = "standard input"

  package init(_ paths: [String]) { self.paths = paths[...] }

  /// The next file; the one before is at its end with it.
  ///
  /// - Throws: for a file or a folder within one that the user named an error of the code `unreadable`, after which the
  ///   next file can be asked for.
  package mutating func next() throws(LedgerError) -> ByteStream? {
    while true {
      if let stream = try advance() { return stream }
      guard let path = paths.popFirst() else { return nil }
      if let stream = try enter(path) { return stream }
    }
  }

  /// The next file that can be read: for whoever looks through all of them before they are read.
  package mutating func nextReadable() throws(LedgerError) -> ByteStream? {
    while true {
      do throws(LedgerError) { return try next() } catch {
        guard error.code == .unreadable else { throw error }
      }
    }
  }

  /// Read of the files themselves so far, packed as they are.
  package var bytesRead: Int64 {
    places.reduce(finishedBytes) { sum, place in sum + Self.bytesRead(place) }
  }

  private static func bytesRead(_ place: Place) -> Int64 {
    switch place {
    case .folder: 0
    case .archive(let archive): archive.bytesRead
    case .file(let file): file.bytesRead
    }
  }

  private mutating func enter(_ path: String) throws(LedgerError) -> ByteStream? {
    if path != "-", FolderWalk.isFolder(path) {
      places.append(.folder(try FolderWalk(path)))
      return nil
    }
    if path != "-", ArchiveFile.isArchive(path) || ArchiveFile.isCompressed(path) {
      places.append(.archive(try ArchiveFile(path)))
      return nil
    }
    let file = try OpenFile(path)
    return stream(file, path: file.name.split(separator: "/").last.map(String.init) ?? path, isNamed: true)
  }

  /// The next file of the innermost place.
  private mutating func advance() throws(LedgerError) -> ByteStream? {
    while let place = places.popLast() {
      switch place {
      case .folder(var walk):
        do throws(LedgerError) {
          guard let path = try walk.next() else { continue }
          let file = try OpenFile(walk.fullPath(path))
          places.append(.folder(walk))
          // An archive within is a file like any other: somebody's attachment.
          return stream(file, path: path, isNamed: false)
        } catch {
          places.append(.folder(walk))
          throw LedgerError(.unreadable, error.what, file: error.file, advice: error.advice)
        }
      case .archive(let archive):
        guard let stream = try archive.next() else {
          finishedBytes += archive.bytesRead
          continue
        }
        places.append(place)
        return stream
      case .file(let file):
        // What is left of it is passed over.
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

  /// The files of one path for whoever does not know this type.
  package static func files(
    of path: String
  ) -> () throws -> (name: String, isNamed: Bool, read: () throws -> [UInt8])? {
    var tree = InputTree([path])
    return {
      guard let stream = try tree.next() else { return nil }
      return (stream.name, stream.isNamed, { try stream.read() })
    }
  }
}
