package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder that a command writes several files into.
package enum OutputFolder {
  /// Makes it, unless it is there; what a ledger exports is its owner's to read, as the ledger is.
  package static func make(_ path: String) throws(LedgerError) {
    guard mkdir(path, 0o700) != 0 else { return }
    if errno == EEXIST {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return }
      throw LedgerError(.cannotCreate, "this is not a folder", file: path, advice: "name a folder")
    }
    throw SystemError.current("the folder cannot be made", file: path, .cannotCreate)
  }

  /// A file's name made of another's, with a number where it is taken, so that whatever distinguishes the sources, such
  /// as their folders or their case, no file is written over another.
  package static func name(_ base: String, ending: String, besides taken: inout Set<String>) -> String {
    // A name has at most 255 bytes.
    var base = base.replacing("\0", with: "_")
    while base.utf8.count > 200 { base.removeLast() }
    if base.isEmpty || base.hasPrefix(".") { base = "notes" + base }
    var (name, number) = (base + ending, 1)
    while !taken.insert(name.lowercased()).inserted {
      number += 1
      name = "\(base)-\(number)\(ending)"
    }
    return name
  }
}
