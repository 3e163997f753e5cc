/// Something a writer did, or could not do yet, that its user should know.
package struct WriterNotice: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// The journal's end was a write that was never acknowledged; it was cut off and kept.
    case cutTail
    /// Published commits were no longer in the folder.
    case republished
    /// An own file that cannot be read completely was moved into the state.
    case movedAside
    /// An own file that is not this writer's was left where it is.
    case left
    /// Commits are kept, but not yet in the ledger's folder.
    case publicationWaits
    /// The journal is due to be sealed, but could not be.
    case sealWaits
  }

  package var kind: Kind
  /// The path within the ledger's folder, or, for a tail that was cut off, within the state.
  package var file: String?
  /// The path in the state where bytes were kept.
  package var backup: String?
  package var sizeBytes: Int
  package var error: FileError?

  package init(
    _ kind: Kind, file: String? = nil, backup: String? = nil, sizeBytes: Int = 0, error: FileError? = nil
  ) {
    (self.kind, self.file, self.backup) = (kind, file, backup)
    (self.sizeBytes, self.error) = (sizeBytes, error)
  }
}

extension WriterNotice: CustomStringConvertible {
  /// One sentence without a full stop.
  package var description: String {
    let place = file ?? "a segment"
    switch kind {
    case .cutTail:
      return "the last write was incomplete: \(sizeBytes) bytes were cut off the journal"
    case .republished:
      return "the folder lacked events that this machine had published: published again as \(place)"
    case .movedAside:
      return "moved \(place) away: it is damaged, and other files have all of its readable content"
    case .left:
      return "left \(place) alone: it is in this replica's folder, but this replica did not write it"
    case .publicationWaits:
      // Not the path, since the temporary file's name differs each time.
      return
        "the last writes are safe on this machine but not yet in the ledger's folder\(error.map { " (\($0.what))" } ?? "")"
    case .sealWaits: return "the journal could not be sealed yet\(cause)"
    }
  }

  private var cause: String { error.map { " (\($0))" } ?? "" }
}

/// What opening a writer found and did. Empty if everything was as it had been left.
package struct RecoveryReport: Sendable {
  package var notices: [WriterNotice] = []
  /// True when there was no journal: the replica has written nothing yet.
  package var isNew = false
}
