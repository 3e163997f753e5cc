import DaybookModel

extension Ledger {
  /// What a receipt says besides what was written. Callers that drop receipts get the writer's notices as well.
  func takeNotices() -> [Notice] {
    let notices = takeWriterNotices()
    if let noticed = options.noticed { notices.forEach(noticed) }
    return notices + (session?.takeRawKindNotices() ?? [])
  }

  /// What the writer did that no receipt has said, such as publishing anew for a command that was then refused.
  package func takeWriterNotices() -> [Notice] {
    let notices = session?.takeWriterNotices() ?? []
    if leftNotices.isEmpty { return notices }
    defer { leftNotices = [] }
    return leftNotices + notices.filter { !leftNotices.contains($0) }
  }

  /// Keeps what a session that has ended did not tell.
  func leaveNotices(of session: WriteSession) {
    var ended = session
    for notice in ended.takeWriterNotices() where !leftNotices.contains(notice) { leftNotices.append(notice) }
  }
}
