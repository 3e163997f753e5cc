import DaybookLog
import DaybookModel
import DaybookRecords

/// The entity that a common mutation is about, as the records and the commit so far have it.
struct CommonTarget {
  var entity: EntityIndex?
  var pending: CommitOverlay.Item?
  /// The event's, as ``Stamp/time``.
  var time: UInt64
}

extension CommonKind {
  /// Whether the mutation may be written as it stands: its kind and values are as they are stored, nothing that the
  /// schema derives, compares or forbids is touched, and the event comes after all that it overwrites.
  func takes(
    _ scanner: borrowing MutationScanner, _ line: Span<UInt8>, _ records: borrowing Records,
    _ target: CommonTarget
  ) -> Bool {
    if let pending = target.pending, pending.lastOrder.time >= target.time { return false }
    guard isFormed(scanner, line, records, target) else { return false }
    guard let entity = target.entity else { return true }
    if records.hasWaitingClaims(entity) { return false }
    return isLater(scanner, line, records, entity, target.time)
  }

  private func isFormed(
    _ scanner: borrowing MutationScanner, _ line: Span<UInt8>, _ records: borrowing Records,
    _ target: CommonTarget
  ) -> Bool {
    if scanner.server != nil || scanner.present != nil, scanner.op != .sync { return false }
    if scanner.rel != nil || scanner.to != nil, scanner.op != .link && scanner.op != .unlink { return false }
    switch scanner.op {
    case .upsert:
      return !isDeleted(records, target) && storesValues(scanner, line, makes: makes(records, target))
    case .dismiss:
      if isRaw { return storesValues(scanner, line, makes: false) }
      return dismissal != nil && !scanner.hasSet && isKnown(records, target)
    case .delete:
      return !scanner.hasSet && (isRaw || !refusesDeletes && isKnown(records, target))
    case .link, .unlink:
      guard let rel = scanner.rel, let to = scanner.to, !scanner.hasSet else { return false }
      return isRaw || !to.isEmpty && hasRelation(rel, line)
    case .sync:
      guard isRaw, !scanner.hasSet || storesValues(scanner, line, makes: false) else { return false }
      guard let server = scanner.server else { return true }
      return ServerTime(line.extracting(server.start..<server.end)) != nil
    case .restore, .erase, .other: return false
    }
  }

  /// Deleted at this point of the commit.
  private func isDeleted(_ records: borrowing Records, _ target: CommonTarget) -> Bool {
    if let isAlive = target.pending?.isAlive { return !isAlive }
    guard let entity = target.entity else { return false }
    return records.isDeleted(entity)
  }

  /// Whether it was ever made; a delete of what was not would be a slip of the pen.
  private func isKnown(_ records: borrowing Records, _ target: CommonTarget) -> Bool {
    if target.pending != nil { return true }
    guard let entity = target.entity else { return false }
    let life = records.life(of: entity)
    return life.isAlive || life.isDeleted
  }

  /// Whether the entity is there only from an upsert on.
  private func makes(_ records: borrowing Records, _ target: CommonTarget) -> Bool {
    if derivations == 0, !checksWhole { return false }
    if let pending = target.pending, pending.isAlive != nil || pending.hasFields { return false }
    guard let entity = target.entity else { return true }
    let life = records.life(of: entity)
    return !life.isAlive && !life.isDeleted
  }

  private func storesValues(
    _ scanner: borrowing MutationScanner, _ line: Span<UInt8>, makes: Bool
  ) -> Bool {
    if isRaw {
      for member in scanner.members where !CanonicalText.isValue(member.value, line) { return false }
      return true
    }
    if makes, checksWhole { return false }
    var written: UInt64 = 0
    var fed: UInt64 = makes ? derivations : 0
    for member in scanner.members {
      guard let index = field(member.key, line), fields[index].stores(member.value, line) else {
        return false
      }
      written |= fields[index].derivedBy
      fed |= fields[index].feeds
    }
    return fed & ~written == 0
  }

  /// Whether the event comes after all that it overwrites, so that it needs no `at`.
  private func isLater(
    _ scanner: borrowing MutationScanner, _ line: Span<UInt8>, _ records: borrowing Records,
    _ entity: EntityIndex, _ time: UInt64
  ) -> Bool {
    // What a server says is ordered by the server's time alone.
    if scanner.op == .sync, scanner.server != nil { return true }
    var isHidable = false
    switch scanner.op {
    case .upsert, .delete:
      if !records.isLifeBefore(time, of: entity) { return false }
    case .link, .unlink:
      isHidable = true
      guard let rel = scanner.rel, let to = scanner.to else { return false }
      let isLater = line.withUnsafeBufferPointer { bytes in
        records.isEdgeBefore(
          time, UnsafeBufferPointer(rebasing: bytes[rel.start..<rel.end]),
          UnsafeBufferPointer(rebasing: bytes[to.start..<to.end]), of: entity)
      }
      if !isLater { return false }
    case .sync where scanner.present != nil:
      isHidable = true
      if !records.isPresenceBefore(time, of: entity) { return false }
    default: break
    }
    if scanner.op == .dismiss, !isRaw {
      isHidable = true
      if !isDismissalLater(records, entity, time) { return false }
    }
    for member in scanner.members {
      isHidable = true
      let isLater = line.extracting(member.key.start..<member.key.end).withUnsafeBufferPointer {
        records.isFieldBefore(time, $0, of: entity)
      }
      if !isLater { return false }
      for pair in renames where Self.isSame(pair.name, member.key, line) {
        if !isFieldLater(pair.former, records, entity, time) { return false }
      }
    }
    return !isHidable || records.isOverBefore(time, of: entity)
  }

  private func isDismissalLater(_ records: borrowing Records, _ entity: EntityIndex, _ time: UInt64) -> Bool {
    isFieldLater(dismissed, records, entity, time)
      && renames.allSatisfy { $0.name != dismissed || isFieldLater($0.former, records, entity, time) }
  }

  private func isFieldLater(
    _ name: [UInt8], _ records: borrowing Records, _ entity: EntityIndex, _ time: UInt64
  ) -> Bool {
    name.withUnsafeBufferPointer { records.isFieldBefore(time, $0, of: entity) }
  }
}
