import DaybookModel

/// What a run found and does not import: how often each, for one notice at its end.
public struct UnreadElements: Sendable {
  private var counts: [String: Int] = [:]
  private var file: String?

  /// More names are not remembered.
  private static let namesMax = 1000
  private static let shownMax = 20

  public init() {}

  /// Counts each name once per occurrence. The notice names the first file; beyond 1000 different names new ones are
  /// left out.
  public mutating func note(_ names: some Sequence<String>, in file: String) {
    for name in names where counts[name] != nil || counts.count < Self.namesMax {
      counts[name, default: 0] += 1
      if self.file == nil { self.file = file }
    }
  }

  /// Nil where there is nothing to say, or it was said.
  public mutating func takeNotice() -> SyncRemark? {
    guard let file, !counts.isEmpty else { return nil }
    let names = counts.sorted { $0.key < $1.key }.map { "\(OneLine.cut($0.key)) (\($0.value))" }
    let rest = names.count - Self.shownMax
    self = UnreadElements()
    return SyncRemark(
      file: file,
      reason: "not imported: " + names.prefix(Self.shownMax).joined(separator: ", ")
        + (rest > 0 ? " and \(rest) others" : ""))
  }
}
