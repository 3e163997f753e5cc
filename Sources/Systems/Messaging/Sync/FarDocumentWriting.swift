// Brings one document to the state that this device wants, whatever happens on the way: a repeat finds the result of
// the first try, and a late write has no effect.

import Daybook

/// The result.
enum RemoteOutcome: Sendable {
  /// The document as it is now.
  case document(RemoteDocument)
  /// It is gone for good; since when, if that is known.
  case gone(ServerTime?)
}

extension RemoteStore {
  /// Sets fields and adds elements, in a document that may not exist yet.
  ///
  /// - Parameters:
  ///   - set: the fields to set; empty if the document is only to be created.
  ///   - making: the fields of the document if it does not exist yet; nil if somebody else creates it.
  ///   - known: the last version that the ledger received; nil if it received none.
  ///   - revives: whether a deleted document is created again.
  func bring(
    _ path: RemotePath, set: JSONObject = [:], adding: JSONObject = [:], removing: JSONObject = [:],
    making: JSONObject?, known: RemoteDocument?, revives: Bool = false, by user: String
  ) async throws(RemoteStoreError) -> RemoteOutcome {
    var known = known
    let change = RemoteWrite(path, set: set, adding: adding, removing: removing)
    // Each attempt failed because somebody else was faster.
    for _ in 0..<Self.attemptsMax {
      var write = change
      if let document = known {
        if try change.applied(to: document.fields).isSame(as: document.fields) { return .document(document) }
        write.precondition = .revision(document.revision)
      } else if let making {
        write = .create(path, making)
      } else {
        guard let document = try await document(path, for: user) else { return .gone(nil) }
        known = document
        continue
      }
      do throws(RemoteStoreError) {
        let receipt = try await self.write(write, by: user)
        switch receipt.existing {
        case nil:
          return .document(
            RemoteDocument(
              path: path, fields: try write.applied(to: known?.fields ?? [:]),
              created: known?.created ?? receipt.revision, revision: receipt.revision))
        case .document(let document)?: known = document
        case .deleted?:
          guard revives, let making else { return .gone(receipt.revision) }
          let receipt = try await self.write(RemoteWrite(path, set: making), by: user)
          return .document(
            RemoteDocument(path: path, fields: making, created: receipt.revision, revision: receipt.revision))
        }
      } catch {
        switch error {
        case .changed(let document): known = document
        case .gone where revives && making != nil: known = nil
        case .gone: return .gone(nil)
        default: throw error
        }
      }
    }
    throw .unreachable("the document '\(path)' kept changing; try again later")
  }

  private static var attemptsMax: Int { 16 }
}

extension JSONObject {
  /// Null and absent are the same.
  fileprivate func isSame(as other: JSONObject) -> Bool {
    allSatisfy { (other[$0.key] ?? .null) == $0.value }
      && other.allSatisfy { (self[$0.key] ?? .null) == $0.value }
  }
}
