package import DaybookLog
package import DaybookModel

/// A file of proofs: that lines are in replicas' trees, and that kept heads are the beginnings of later ones, against
/// signed heads that the file carries. It can be checked without the ledger and without relying on anyone's word: see
/// ``ProofReport``.
///
///     {"daybook":"proof","format":1,"ledger":"0193…","proofs":[{"replica":"4f2a…","key":"<base64>","note":"daybook1\n…",
///      "events":[{"index":41,"line":"{…}","path":["<hex>",…]}],"from":[{"note":"…","path":["<hex>",…]}]}]}
///
/// A proof is never applied to a ledger.
public struct Proof: Sendable, Equatable {
  /// A UUID.
  public let ledger: String
  package let parts: [Part]

  /// What is proved of one replica, against one head of its.
  package struct Part: Sendable, Equatable {
    package var publicKey: [UInt8]
    package var note: HeadNote
    package var events: [Leaf] = []
    package var earlier: [Earlier] = []
  }

  /// That a line is the one at this place of the tree.
  package struct Leaf: Sendable, Equatable {
    package var index: UInt64
    package var content: Content
    /// From the leaf up (RFC 6962, 2.1.1).
    package var path: [Hash256]
  }

  package enum Content: Sendable, Equatable {
    /// The event's line without LF.
    case line([UInt8])
    /// Its leaf alone: who has the line can tell that it is the one.
    case leaf(Hash256)
  }

  /// That the tree of a head that was kept is the beginning of the present one (RFC 6962, 2.1.2).
  package struct Earlier: Sendable, Equatable {
    package var note: HeadNote
    package var path: [Hash256]
  }

  package init(ledger: String, parts: [Part]) { (self.ledger, self.parts) = (ledger, parts) }

  /// How many events it is about.
  public var eventCount: Int { parts.reduce(0) { $0 + $1.events.count } }

  /// How many kept heads it leads from.
  public var earlierCount: Int { parts.reduce(0) { $0 + $1.earlier.count } }

  /// Whether it holds lines, with all their values.
  public var holdsLines: Bool {
    parts.contains { $0.events.contains { if case .line = $0.content { true } else { false } } }
  }

  /// The same with the leaves of the lines in their places.
  public var withoutLines: Proof {
    Proof(
      ledger: ledger,
      parts: parts.map { part in
        var part = part
        for index in part.events.indices {
          part.events[index].content = .leaf(part.events[index].content.hash)
        }
        return part
      })
  }
}

extension Proof.Content {
  var hash: Hash256 {
    switch self {
    case .line(let line): DaybookLog.Leaf.hash(line.span)
    case .leaf(let hash): hash
    }
  }
}
