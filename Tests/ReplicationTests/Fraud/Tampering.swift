import DaybookReplication

/// A way of tampering with a ledger's files, and who notices it as what.
struct Tampering: Sendable, CustomStringConvertible {
  typealias Kinds = Set<Finding.Kind>

  /// What is done, as the documentation says it.
  var what: String
  /// Whether it takes the key of the replica that it is done to.
  var withKey = false
  /// What `verify` names with nothing but the files as they then are.
  var files: Kinds
  /// With what another replica has said, in its signed commits, that it held.
  var peers: Kinds
  /// With what this machine remembers; or against heads that were kept elsewhere, which is the same.
  var memory: Kinds
  /// Whether what is forged is shown: only ever what the replica's own key signed.
  var isShown = false
  var act: @Sendable (inout FraudLedger) throws -> Void

  var description: String { what }

  /// - Parameters:
  ///   - adding: what those who know more than the files name besides.
  ///   - peers, memory: the same, where they differ.
  init(
    _ what: String, withKey: Bool = false, _ files: Kinds, adding: Kinds = [], peers: Kinds? = nil,
    memory: Kinds? = nil, isShown: Bool = false,
    _ act: @escaping @Sendable (inout FraudLedger) throws -> Void
  ) {
    (self.what, self.withKey, self.files) = (what, withKey, files)
    self.peers = files.union(peers ?? adding)
    self.memory = files.union(memory ?? adding)
    (self.isShown, self.act) = (isShown, act)
  }

  static let all = withFiles + withFolders + withKeys
}
