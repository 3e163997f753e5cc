import DaybookLog
public import DaybookModel

/// Something that a look at a ledger's files found: where it is, what it means for the reader, and
/// what can be done about it.
public struct Finding: Sendable, Equatable {
  /// The classes a finding can be of, told apart because they ask for different answers.
  public enum Kind: String, Sendable, CaseIterable {
    /// A file ends within a frame: a copy that is not complete yet, or a write that was cut off.
    case tornTail = "torn-tail"
    /// Whole lines that no valid signature covers. Not applied.
    case unattestedTail = "unattested-tail"
    /// Bytes that are not what was written.
    case corruption
    /// Commits between others of the same replica are not here.
    case gap
    /// Less of a replica than somebody is known to have held. Heals from any peer that has it.
    case missing
    /// One replica's key signed two histories that do not extend one another.
    case fork
    /// Signed wrongly, or with a key that is not the replica's. Not applied.
    case forged
    /// Stamps further ahead of this machine's wall clock than clocks adopt.
    case clockSkew = "clock-skew"
    /// Stamps that go back behind those the replica wrote before, which no clock of its own does.
    case backDated = "back-dated"
    /// An event that claims to win over much later writes, as no honest writer does. The claim does not count.
    case farAhead = "far-ahead"
    /// Stamps or commit numbers that no correct program writes: one stamp twice, numbers that skip or repeat.
    case misnumbered
    /// Refused as a whole, and left where it is.
    case quarantined
    /// Encrypted, and no key on this device opens it.
    case locked
    /// What is said to be left of a line of which something was erased, where no erase event that is here says so. Not
    /// applied.
    case unvouched
    /// More items than are examined: those beyond a limit were not compared, remembered or listed.
    case limit
    /// Events durable in this machine's journal but not in the ledger's folder yet.
    case unpublished
    /// No part of a ledger: never opened by reading.
    case stranger
  }

  public var kind: Kind
  /// The writer of what was found; nil where it belongs to no replica, such as a stray file or a blob.
  public var replica: ReplicaID?
  /// Relative to the ledger's folder.
  public var file: String?
  /// In bytes from the start of the file.
  public var offset: Int?
  /// The numbers of the replica's events that are concerned, both ends included; nil where they are not known.
  public var seqs: ClosedRange<UInt64>?
  /// One sentence without a full stop.
  public var what: String
  /// What the reader can do about it, in one sentence without a full stop; never empty.
  public var advice: String
  /// True of a damaged open segment whose events sealed files hold: a copy from which nothing is lacking.
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

  /// Whether damaged bytes can cause it. They do not cause a forged line, or a beginning that no honest writer makes.
  var isOfDamage: Bool {
    kind == .corruption || kind == .unattestedTail || kind == .quarantined && offset ?? 0 > 0
  }

  /// The same finding about a file from which nothing is lacking.
  func superseded() -> Finding {
    var finding = self
    finding.isSuperseded = true
    finding.advice = "nothing is lost: this is a damaged copy of events that are sealed"
    return finding
  }

  /// False for what is merely worth knowing: a copy still under way, a file that is not part of the ledger, a clock
  /// that runs ahead, a damaged copy of what is held whole, a write that waits in this machine's journal.
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
  /// What it means to people who rely on the ledger: whether the shown values are still true, and what is not known.
  /// A whole sentence or two.
  public var meaning: String {
    isSuperseded
      ? "What is shown is whole: another file holds the same events undamaged."
      : kind.meaning
  }
}

extension Finding.Kind {
  /// What findings of this class mean to people who rely on the ledger.
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
