package import DaybookModel

/// Why a line of the log is refused, and where: `offset` counts bytes from the start of the line.
package struct LineError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    case json(JSONError.Reason)
    case tooLong
    case notObject
    case missing(key: String)
    case wrongType(key: String, expected: String)
    /// `size`, `root` and `sig` must be a commit's last three keys, written canonically, so that
    /// its leaf is the line with exactly those bytes cut out.
    case headNotLast
    /// A format number that this version does not read.
    case format(Int64)
    /// The replica's id is not the hash of its public key.
    case foreignKey
  }

  package var reason: Reason
  package var offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  package init(_ error: JSONError) { self.init(.json(error.reason), at: error.offset) }

  package var description: String {
    let text: String
    switch reason {
    case .json(let reason): text = reason.rawValue
    case .tooLong: text = "a line of more than 1 MiB"
    case .notObject: text = "not a JSON object"
    case .missing(let key): text = "'\(key)' is missing"
    case .wrongType(let key, let expected): text = "'\(key)' must be \(expected)"
    case .headNotLast: text = "a commit's size, root and sig must be its last keys, in that order and form"
    case .format(let number): text = "format \(number), which this version does not read"
    case .foreignKey: text = "the replica's id is not the hash of its key"
    }
    return "\(text) at byte \(offset)"
  }
}
