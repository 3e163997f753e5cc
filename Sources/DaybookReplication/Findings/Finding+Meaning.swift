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
      "Somebody with the replica's key wrote an event and dated it before earlier events of the replica. The event is shown, but its time is not true."
    case .farAhead:
      "Somebody with the replica's key wrote an event that claims to win over, or to hide, everything written later. The claim does not count: later writes win over the event."
    case .misnumbered:
      "Somebody with the replica's key used another program, or a faulty one. The events are shown; if two have the same stamp, their hashes decide which one wins."
    case .limit:
      "Something was not examined: there are more claims, heads or findings than an honest program makes, files changed as often as they were read, or this machine's state could not be read. It may hide anything: do not trust the named replica until that is explained."
    case .unpublished:
      "These events are durable on this machine and shown here, but a copy of the folder made now does not contain them yet."
    case .quarantined:
      "Something that can be no honest writer's is kept out as a whole. Nothing of it is shown."
    case .locked:
      "The file is encrypted for others, or its key has not been copied here yet. It is neither damaged nor missing; nothing of it is shown on this device."
    case .unvouched:
      "Somebody put something in place of what the replica wrote, and nothing that is here says that it was to be erased, or says that it was to be left like this. It is not shown, and what the replica wrote is shown only if another file has it."
    case .stranger:
      "Reading leaves the file alone: whatever it says, nothing of it is shown."
    }
  }
}
