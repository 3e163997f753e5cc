package import DaybookModel

/// Separates real problems with files from those that only appeared because the files changed while they were read. A
/// finding about a replica whose files have changed since they were listed is checked again. It is reported when the
/// files are at rest, or when several checks in a row show the same.
package struct FindingSettlement: Sendable {
  /// The subject of a finding, regardless of its numbers.
  private struct Subject: Hashable {
    var kind: Finding.Kind
    var replica: ReplicaID?
  }

  private var earlier: [Set<Subject>] = []

  /// The number of checks that must agree while files change.
  private static let looksMin = 3
  private static let looksMax = 8

  package init() {}

  /// The confirmed findings; nil to check again.
  ///
  /// - Parameters:
  ///   - changed: replicas whose files have changed since this check listed them.
  ///   - isWhole: whether the check read everything that it listed.
  package mutating func settle(
    _ findings: [Finding], changed: Set<ReplicaID>, isWhole: Bool
  ) -> [Finding]? {
    func isDoubtful(_ finding: Finding) -> Bool { finding.replica.map(changed.contains) ?? false }
    let doubtful = Set(findings.filter(isDoubtful).map { Subject(kind: $0.kind, replica: $0.replica) })
    earlier.append(doubtful)
    if doubtful.isEmpty, isWhole { return findings }
    let last = earlier.suffix(Self.looksMin)
    if isWhole, last.count == Self.looksMin, last.allSatisfy({ doubtful.isSubset(of: $0) }) {
      return findings
    }
    guard earlier.count >= Self.looksMax else { return nil }
    let before = earlier.dropLast().last ?? []
    return findings.filter { finding in
      !isDoubtful(finding) || before.contains(Subject(kind: finding.kind, replica: finding.replica))
    }
  }
}

extension Inventory {
  /// Replicas whose segments are not the same in another listing.
  package func changes(to other: Inventory) -> Set<ReplicaID> {
    let before = Dictionary(uniqueKeysWithValues: replicas.map { ($0.id, $0.segments) })
    let after = Dictionary(uniqueKeysWithValues: other.replicas.map { ($0.id, $0.segments) })
    return Set(before.keys).union(after.keys).filter { before[$0] ?? [] != after[$0] ?? [] }
  }

  /// Drops findings about strangers that are no longer in this listing, which must list blobs if the findings' listing
  /// did.
  package func withoutGone(_ findings: [Finding]) -> [Finding] {
    let here = Set(strangers.map(\.path))
    return findings.filter { finding in
      finding.kind != .stranger || finding.file.map(here.contains) ?? true
    }
  }
}
