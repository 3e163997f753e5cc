package import DaybookAge
package import DaybookModel

/// Why something that a locked ledger depends on is refused.
package struct LockingError: Error, Equatable, Sendable {
  /// What was read or made.
  package enum Subject: String, Sendable {
    case deviceFile = "the device file"
    case keyring = "the keyring"
    case recoveryKey = "the recovery key"
    case padding = "the padding"
  }

  package enum Reason: Equatable, Sendable {
    case tooLong(sizeBytesMax: Int)
    /// It does not conform to the format.
    case form(String)
    /// It belongs to this ledger.
    case ledger(String)
    /// It belongs to this replica.
    case replica(ReplicaID)
    /// Its content has this number.
    case number(UInt64)
    /// One with this number was accepted before.
    case older(than: UInt64)
    /// The hash in its name is not that of its bytes.
    case name
    /// The replica's log names other bytes.
    case notInLog
    /// The replica's id is not the hash of the key.
    case key
    case signature
    /// No file can be encrypted for this recipient.
    case recipient(AgeRecipient)
    case duplicateRecipient(AgeRecipient)
    case duplicateEpoch(ReplicaID, UInt64)
    /// The secret of this epoch does not belong to its recipient.
    case secret(ReplicaID, UInt64)
    /// It cannot be decrypted or encrypted.
    case age(AgeError)
  }

  package var subject: Subject
  package var reason: Reason

  package init(_ subject: Subject, _ reason: Reason) { (self.subject, self.reason) = (subject, reason) }
}

extension LockingError: CustomStringConvertible {
  /// What happened, in one sentence without a full stop.
  package var what: String {
    let it = subject.rawValue
    return switch reason {
    case .tooLong(let sizeBytesMax): "\(it) is longer than \(sizeBytesMax) bytes"
    case .form(let detail): "\(it) is malformed: \(detail)"
    case .ledger(let ledger): "\(it) belongs to another ledger, \(ledger)"
    case .replica(let replica): "\(it) belongs to another replica, \(replica)"
    case .number(let number): "\(it) has another number than its name or its log says, \(number)"
    case .older(let number): "\(it) is older than number \(number), which this machine has accepted"
    case .name: "\(it) does not match its name"
    case .notInLog: "\(it) is not the one that its replica's log names"
    case .key: "\(it) has a key that is not its replica's"
    case .signature: "\(it) has no valid signature of its replica"
    case .recipient(let recipient): "\(it) names the recipient \(recipient), whose files anybody can decrypt"
    case .duplicateRecipient(let recipient): "\(it) names the recipient \(recipient) twice"
    case .duplicateEpoch(let replica, let epoch): "\(it) has epoch \(epoch) of replica \(replica) twice"
    case .secret(let replica, let epoch):
      "\(it) has a secret for epoch \(epoch) of replica \(replica) that does not open the files written for it"
    case .age(.noMatch): "\(it) is not for this device"
    case .age(let error): "\(it) cannot be opened: \(error.what)"
    }
  }

  /// Advice for the user.
  package var advice: String? {
    switch reason {
    case _ where subject == .recoveryKey:
      "type the line that begins with AGE-SECRET-KEY-1 as printed on the paper"
    case .age(.noMatch): "approve this device on one that can read the ledger"
    case .name, .tooLong, .form, .age, .secret:
      "copy the file again from another copy of the ledger; if no other copy has it, remove it"
    case .ledger, .replica, .number, .key, .signature, .duplicateEpoch, .duplicateRecipient, .recipient:
      "do not use this file: somebody else made or moved it; look for the right one in another copy"
    case .older, .notInLog: "copy the newer file from another copy of the ledger"
    }
  }

  package var description: String { advice.map { "\(what); \($0)" } ?? what }
}

extension AgeError {
  fileprivate var what: String {
    switch self {
    case .header(let detail), .payload(let detail), .recipient(let detail): detail
    case .noMatch: "none of the keys opens it"
    case .changedHeader: "its header was changed"
    }
  }
}
