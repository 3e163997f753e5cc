#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension LedgerError {
  /// What happened and where, in one sentence without a full stop: `the segment is damaged (replicas/4bcd/0001.zst, byte
  /// 120)`. What the reader can do is ``advice``.
  public var message: String {
    var place = file.map { [$0] } ?? []
    if let line { place.append(file == nil ? "change \(line)" : "line \(line)") }
    if let offset { place.append("byte \(offset)") }
    return place.isEmpty ? what : "\(what) (\(place.joined(separator: ", ")))"
  }
}

extension LedgerError: LocalizedError {
  /// The ``message``: what `localizedDescription` says.
  public var errorDescription: String? { message }
  /// The ``advice``.
  public var recoverySuggestion: String? { advice }
}
