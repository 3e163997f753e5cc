import DaybookModel

extension IdentityFacts {
  package static let clockAheadMaxMilliseconds: Int64 = 24 * 60 * 60 * 1000

  /// Which replica writes here: one of the rows if it fits in every respect, else a new one. A machine that cannot be
  /// sure to be the only writer of a numbering never continues it.
  package func decide() -> IdentityDecision {
    if rows.isEmpty {
      if lost.isEmpty { return .create(forkedFrom: nil, reason: .first) }
      return .create(forkedFrom: lost.count == 1 ? lost[0] : nil, reason: .lostIdentity)
    }
    let fitting = current(rows.indices.filter { misfit(rows[$0]) == nil })
    if let best = fitting.max(by: { precedes($0, $1) }) {
      let identity = rows[best].identity
      if let reason = contradiction(rows[best].history) {
        return .create(forkedFrom: identity.replica, reason: reason)
      }
      return .use(row: best, hasMoved: identity.folder != folder)
    }
    // None fits: name the one that comes closest as the origin.
    let candidates = current(Array(rows.indices))
    guard
      let closest = candidates.max(by: {
        distance($0) != distance($1) ? distance($0) > distance($1) : precedes($0, $1)
      })
    else { return .create(forkedFrom: nil, reason: .first) }
    return .create(
      forkedFrom: rows[closest].identity.replica, reason: misfit(rows[closest]) ?? .copiedState)
  }

  /// Why a row is not this machine's replica in this folder; nil when it is.
  func misfit(_ row: Row) -> IdentityReason? {
    if row.identity.machine != machine { return .otherMachine }
    if !row.identity.file.matches(row.file) { return .copiedState }
    if !isSameFolder(row.identity.folder) { return .otherFolder }
    if !row.hasKey { return .lostKey }
    return nil
  }

  /// Why a row that fits is yet not to be continued: somebody went on with its numbering, or its clock
  /// is spoilt.
  private func contradiction(_ history: History) -> IdentityReason? {
    if history.hasUnknownCommit { return history.isJournalDamaged ? .damagedJournal : .unknownCommit }
    if history.seenByPeers > history.size { return .forgottenCommits }
    if let stamp = history.lastStamp,
      stamp.milliseconds - now.milliseconds > Self.clockAheadMaxMilliseconds
    {
      return .clockAhead
    }
    if history.isLeft { return .revoked }
    return history.isRetired ? .retired : nil
  }

  func isSameFolder(_ stored: FolderMark) -> Bool { stored.isSame(as: folder) }

  /// Without those that another of them goes on for.
  private func current(_ indices: [Int]) -> [Int] {
    let replaced = Set(indices.compactMap { rows[$0].identity.forkedFrom })
    let left = indices.filter { !replaced.contains(rows[$0].identity.replica) }
    return left.isEmpty ? indices : left
  }

  /// The same inode says more than the same path; then the younger row.
  private func precedes(_ left: Int, _ right: Int) -> Bool {
    let (a, b) = (rows[left].identity, rows[right].identity)
    let (first, second) = (a.folder.mark.matches(folder.mark), b.folder.mark.matches(folder.mark))
    if first != second { return second }
    if a.createdAt != b.createdAt { return a.createdAt < b.createdAt }
    return a.replica < b.replica
  }

  /// How many things about a row do not fit.
  private func distance(_ index: Int) -> Int {
    let row = rows[index]
    return [
      row.identity.machine != machine, !row.identity.file.matches(row.file),
      !isSameFolder(row.identity.folder), !row.hasKey,
    ].filter { $0 }.count
  }
}
