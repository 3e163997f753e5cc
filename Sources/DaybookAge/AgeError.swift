/// Why an age file cannot be read or written.
package enum AgeError: Error, Equatable, Sendable {
  /// The header is not that of an age file of version 1, or is longer than ``AgeHeader/sizeBytesMax``.
  case header(String)
  /// None of the identities opens it.
  case noMatch
  /// Somebody changed the header: its MAC does not fit.
  case changedHeader
  /// The content was changed, cut or lengthened.
  case payload(String)
  /// Nobody can be written to with this recipient.
  case recipient(String)
}
