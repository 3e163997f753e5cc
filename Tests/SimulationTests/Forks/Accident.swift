import DaybookReplication

/// What happens to a machine's state and to its ledger's folder, by copying, restoring and moving.
enum Accident: CaseIterable {
  /// State and folder on another machine.
  case otherMachine
  /// The same on a machine that says it is the same one: containers, a state folder copied back.
  case container
  /// A disk's image twice: nobody can tell before the two have met.
  case identicalClone
  /// The state as it was, to the byte and the inode, under the folder as it is.
  case stateRolledBack
  /// The same from a backup of files.
  case stateRestored
  /// The folder as it was, under the state as it is.
  case folderRestored
  /// Both as they were: nobody can tell before what came after is met.
  case bothRolledBack
  /// Both as they were, and what came after is met before anything is written.
  case bothRolledBackAndMet
  case folderMoved
  /// A second copy of the folder on the same machine.
  case folderCopied
  /// Two machines with one network home: one state folder, a ledger's folder each.
  case networkHome
  /// The same, and the ledger's folder lies there, too.
  case networkLedger

  /// Whether a numbering may be continued twice.
  var mayFork: Bool { self == .identicalClone || self == .bothRolledBack }

  var isReturn: Bool {
    switch self {
    case .stateRolledBack, .stateRestored, .folderRestored, .bothRolledBack, .bothRolledBackAndMet: true
    default: false
    }
  }
}
