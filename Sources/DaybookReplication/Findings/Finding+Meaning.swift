extension Finding {
  /// What it means to whoever relies on the ledger: whether what is shown is still true, and what is not known.
  /// A whole sentence or two.
  public var meaning: String {
    isSuperseded
      ? "What is shown is whole: another file holds the same events undamaged."
      : kind.meaning
  }
}

extension Finding.Kind {
  /// What findings of this class mean to whoever relies on the ledger.
  public var meaning: String {
    switch self {
    case .tornTail:
      "What is shown is true as far as it goes: a copy under way, or a write that was cut off, ends early here."
    case .unattestedTail:
      "Somebody put lines there, or took the signature away that covered them. Nothing of them is shown, so what was truly written there is not shown either."
    case .corruption:
      "Bytes were changed, by a failing disk or by a hand. What was changed is not shown in place of what was written; what stood there is lacking until an undamaged copy comes."
    case .gap:
      "Something that the replica wrote is not here, and later things are: it was taken away, or has not been copied yet. What is shown is signed, but not all that happened."
    case .missing:
      "The replica once had written more than is here. Its end was taken away, the folder was put back to an older copy, or a copy is late: what is shown may be out of date."
    case .fork:
      "One key signed two histories, so at least one of them is not what happened first: the replica's owner rewrote it, its key was stolen, or two machines ran on one copied state. Both are shown, merged; which one is true only somebody who remembers can say."
    case .forged:
      "Somebody without the replica's key wrote in its name or changed what it had signed. What no valid signature covers is not shown."
    case .clockSkew:
      "The times of these events are not to be relied on, and they win over others that were truly written later. What they say is signed all the same."
    case .backDated:
      "Whoever has the replica's key wrote something and gave it an earlier time. What it says is shown, but when it says that it was written is not true."
    case .farAhead:
      "Whoever has the replica's key wrote something that was to win over everything written later. It is shown as of the time at which it was written, and later writes win over it."
    case .misnumbered:
      "Whoever has the replica's key wrote with another program, or a faulty one. What it says is shown; which of two events with one stamp counts is decided by their hashes."
    case .limit:
      "There is more than any honest program writes, and it was not examined to its end. What was left out may hide anything: trust nothing of the replica that is named until its owner has explained it."
    case .unpublished:
      "What was written here is safe on this machine and shown here; a copy of the folder made now does not have it yet."
    case .quarantined:
      "Something that can be no honest writer's is kept out as a whole. Nothing of it is shown."
    case .stranger:
      "Reading leaves the file alone: whatever it says, nothing of it is shown."
    }
  }
}
