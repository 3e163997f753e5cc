import DaybookLog
public import DaybookModel

/// A problem in a ledger's files: where it is, what it means for the reader, and what to do about it.
public struct Finding: Sendable, Equatable {
  /// The classes of findings, which need different responses.
  public enum Kind: String, Sendable, CaseIterable {
    /// A file ends within a frame: a copy that is not complete yet, or a write that was cut off.
    case tornTail = "torn-tail"
    /// Whole lines that no valid signature covers. Not applied.
    case unattestedTail = "unattested-tail"
    /// Bytes that are not what was written.
    case corruption
    /// Commits between others of the same replica are not here.
    case gap
    /// Part of a replica is missing that somebody is known to have held. Any peer that has it can supply it.
    case missing
    /// One replica's key signed two histories that do not extend one another.
    case fork
    /// The signature is invalid, or is from a key that is not the replica's. Not applied.
    case forged
    /// Stamps so far ahead of this machine's wall clock that its clock does not adopt them.
    case clockSkew = "clock-skew"
    /// Stamps earlier than those that the replica wrote before, which its own clock never makes.
    case backDated = "back-dated"
    /// An event that claims to win over much later writes, which no honest writer does. The claim does not count.
    case farAhead = "far-ahead"
    /// Stamps or commit numbers that no correct program writes: one stamp twice, numbers that skip or repeat.
    case misnumbered
    /// Refused as a whole, and left where it is.
    case quarantined
    /// Encrypted, and no key on this device opens it.
    case locked
    /// A stub of an erased line for which there is no erase event here. Not applied.
    case unvouched
    /// More items than are examined: those beyond a limit were not compared, remembered or listed.
    case limit
    /// Events durable in this machine's journal but not in the ledger's folder yet.
    case unpublished
    /// Not part of a ledger: readers never open it.
    case stranger
  }

  /// What kind of finding it is.
  public var kind: Kind
  /// The replica that it is about; nil if it belongs to none, such as a stray file or a blob.
  public var replica: ReplicaID?
  /// Relative to the ledger's folder.
  public var file: String?
  /// In bytes from the start of the file.
  public var offset: Int?
  /// The numbers of the replica's events that are affected, both ends included; nil if they are unknown.
  public var seqs: ClosedRange<UInt64>?
  /// One sentence without a full stop.
  public var what: String
  /// What the reader can do about it, in one sentence without a full stop; never empty.
  public var advice: String
  /// True for a damaged open segment whose events sealed files hold: nothing is lost.
  public var isSuperseded = false

  package init(
    _ kind: Kind, replica: ReplicaID? = nil, file: String? = nil, offset: Int? = nil,
    seqs: ClosedRange<UInt64>? = nil, _ what: String, advice: String
  ) {
    (self.kind, self.replica, self.file, self.offset) = (kind, replica, file, offset)
    (self.seqs, self.what, self.advice) = (seqs, what, advice)
  }

  /// A segment that cannot be read.
  init(unreadable file: String, of replica: ReplicaID, _ error: FileError) {
    if error.reason == .locked {
      self.init(
        .locked, replica: replica, file: file, "it is encrypted, and no key on this device opens it",
        advice:
          "copy the key files (keys-*.age) of all replicas from another machine; if they are here, this device was revoked, the given key is a former one, or the file is not a member's"
      )
    } else {
      self.init(
        .corruption, replica: replica, file: file, "it cannot be read: \(error)",
        advice: "check the disk and the file's permissions, then read again")
    }
  }

  /// Whether damaged bytes can cause it. They cannot cause a forged line, or a beginning that no honest writer makes.
  var isOfDamage: Bool {
    kind == .corruption || kind == .unattestedTail || kind == .quarantined && offset ?? 0 > 0
  }

  /// The same finding about a file of which nothing is lost.
  func superseded() -> Finding {
    var finding = self
    finding.isSuperseded = true
    finding.advice = "nothing is lost: this is a damaged copy of events that are sealed"
    return finding
  }

  /// False for findings that are only informative: an incomplete copy, a file that is not part of the ledger, a clock
  /// that runs ahead, a damaged copy of data that is held whole, a write that waits in this machine's journal.
  public var isFailure: Bool {
    if isSuperseded { return false }
    switch kind {
    case .tornTail, .stranger, .clockSkew, .unpublished: return false
    case .unattestedTail, .corruption, .gap, .missing, .fork, .forged: return true
    case .backDated, .farAhead, .misnumbered, .quarantined, .locked, .unvouched, .limit: return true
    }
  }
}

extension Finding: CustomStringConvertible {
  /// `class replica file at byte n: what; advice`
  public var description: String {
    var text = kind.rawValue
    if let replica { text += " \(replica)" }
    if let file { text += " \(file)" }
    if let offset { text += " at byte \(offset)" }
    if let seqs { text += " seq \(seqs.lowerBound)-\(seqs.upperBound)" }
    return "\(text): \(what); \(advice)"
  }
}

extension Finding {
  /// Its meaning for people who rely on the ledger: whether the shown values are still true, and what is unknown. One
  /// or two full sentences.
  public var meaning: String {
    isSuperseded
      ? "What is shown is whole: another file holds the same events undamaged."
      : kind.meaning
  }
}

extension Finding.Kind {
  /// The meaning of findings of this class for people who rely on the ledger.
  public var meaning: String {
    switch self {
    case .tornTail:
      "The shown events are right but incomplete: the file ends early, as a copy is under way or a write was cut off."
    case .unattestedTail:
      "Somebody added lines, or removed the signature that covered them. None of them is shown, so events that the replica really wrote there are not shown either."
    case .corruption:
      "Bytes were changed, by a failing disk or by somebody. The changed content is not shown; the original content is missing until an undamaged copy arrives."
    case .gap:
      "Events of the replica are missing, although later ones are here: they were removed, or have not been copied yet. The shown events are signed, but incomplete."
    case .missing:
      "The replica once had written more than is here. Its end was removed, the folder was replaced by an older copy, or a copy is late: the shown state may be out of date."
    case .fork:
      "One key signed two histories, so at least one of them is not the original: the replica's owner rewrote it, its key was stolen, or two machines ran on one copied state. Both are shown, merged; only somebody who remembers can say which one is true."
    case .forged:
      "Somebody without the replica's key wrote in its name or changed what it had signed. Lines that no valid signature covers are not shown."
    case .clockSkew:
      "The times of these events are not reliable, and the events win over others that were really written later. Their content is signed all the same."
    case .backDated:
      "Somebody with the replica's key wrote an event and dated it before earlier events of the replica. The event is shown, but its time is not true."
    case .farAhead:
      "Somebody with the replica's key wrote an event that claims to win over, or to hide, everything written later. The claim does not count: later writes win over the event."
    case .misnumbered:
      "Somebody with the replica's key used another program, or a faulty one. The events are shown; if two have the same stamp, their hashes decide which one wins."
    case .limit:
      "Something was not examined: there are more claims, heads or findings than an honest program makes, files kept changing while they were read, or this machine's state could not be read. The unexamined part may hide anything: do not trust the named replica until that is explained."
    case .unpublished:
      "These events are durable on this machine and shown here, but a copy of the folder made now does not contain them yet."
    case .quarantined:
      "Data that no honest writer can have written is left out as a whole. None of it is shown."
    case .locked:
      "The file is encrypted for others, or its key has not been copied here yet. It is neither damaged nor missing; nothing of it is shown on this device."
    case .unvouched:
      "Somebody replaced an event of the replica, and no erase event here says that it was erased, or that it was to be left in this form. The replacement is not shown; the original is shown only if another file has it."
    case .stranger:
      "The file is ignored: whatever it contains, nothing of it is shown."
    }
  }
}
