package import DaybookLog
import DaybookModel

/// The files of a ledger, wherever they are: in a folder, or in a tar of it, packed with zstd or not. Opening writes
/// nothing, takes no lock and needs no state.
package enum LedgerFiles {
  /// - Throws: ``LedgerError``: `no-ledger` where there is none, `bad-data` for a tar that cannot be read.
  package static func open(_ path: String) throws -> any FileStore {
    let store: any FileStore
    if SystemFolder.isFolder(path) {
      do throws(FileError) { store = try DiskFileStore(path: path) } catch { throw LedgerError(error) }
    } else if SystemFolder.exists(path) {
      store = try tar(path)
    } else {
      throw LedgerError(
        .noLedger, "there is no such folder", file: path, advice: "make one with \(Remedy.create)")
    }
    guard try store.status(LedgerLayout.descriptor) != nil else {
      throw LedgerError(
        .noLedger, "is not a ledger: it has no \(LedgerLayout.descriptor)", file: path,
        advice: "make one with \(Remedy.create)")
    }
    return store
  }

  private static func tar(_ path: String) throws -> TarFileStore {
    do {
      let bytes = try TarBytes.reading(path: path)
      switch PackedTar.packing(try bytes.read(from: 0, count: 8)) {
      case .none: return try TarFileStore(bytes, folderHolding: LedgerLayout.descriptor)
      case .zstd:
        return try TarFileStore(
          .memory(try PackedTar.unpack(bytes)), folderHolding: LedgerLayout.descriptor)
      case .other(let tool):
        throw LedgerError(
          .badData, "the file is packed, but not with zstd", file: path, advice: "unpack it with \(tool)")
      }
    } catch let error as FileError {
      throw LedgerError(error)
    } catch let error as TarError {
      // A file that does not even begin like a tar is something else.
      throw error.offset == 0
        ? LedgerError(
          .noLedger, "is neither a ledger's folder nor a tar of one: \(error)", file: path,
          advice: "name a folder that holds a \(LedgerLayout.descriptor), or a tar of it", cause: error)
        : LedgerError(
          .badData, "the tar cannot be read: \(error)", file: path, offset: error.offset,
          advice: "copy it again, or unpack what can be unpacked and name that folder", cause: error)
    } catch let error as FrameError {
      let isTooLarge = error == .tooLarge
      throw LedgerError(
        .badData,
        isTooLarge
          ? "the tar unpacks to more than \(PackedTar.sizeBytesMax >> 20) MiB, or needs too much memory"
          : "the packed tar cannot be unpacked: \(error)",
        file: path,
        advice: isTooLarge ? "unpack it with zstd -d --long=31, and name the .tar" : "copy it again",
        cause: error)
    } catch let error as TarFileStore.NoSingleFolder {
      throw LedgerError(
        .noLedger,
        error.folders.isEmpty
          ? "the tar holds no ledger: there is no \(LedgerLayout.descriptor) in it"
          : "the tar holds several ledgers: \(error.folders.joined(separator: ", "))",
        file: path, advice: "unpack it, and name the ledger's folder", cause: error)
    }
  }
}
