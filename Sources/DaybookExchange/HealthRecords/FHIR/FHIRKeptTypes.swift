import Daybook

/// Resources of which no entry was made, counted by their types.
struct FHIRKeptTypes {
  private var counts: [String: Int] = [:]

  mutating func note(_ type: String) { counts[type, default: 0] += 1 }

  /// What is said of them at the end, once: `12 Claim, 3 Device`.
  mutating func takeNotices(_ file: String) -> [ImportStep] {
    guard !counts.isEmpty else { return [] }
    defer { counts = [:] }
    let all = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    var parts = all.prefix(10).map { "\($0.value) \($0.key)" }
    let rest = all.dropFirst(10).reduce(0) { $0 + $1.value }
    if rest > 0 { parts.append("\(rest) of other types") }
    let reason = "kept as they came, without an entry: " + parts.joined(separator: ", ")
    return [.notice(SyncRemark(file: file, line: 1, reason: reason))]
  }
}
