import DaybookLog
import DaybookModel

/// When what a ledger's process wrote goes into the folder.
package enum PublishPolicy: Sendable, Equatable {
  /// Before the commit returns.
  case atOnce
  /// A while after the first commit that waits; twice as long each time while the process goes on writing.
  case delayed(from: Duration, to: Duration)
  /// When the ledger is closed, or replicates.
  case onClose

  var writer: PublishTiming { self == .atOnce ? .atOnce : .later }
}

/// The next publication, and how long after the one before.
struct ScheduledPublication {
  var task: Task<Void, Never>?
  private var delay: Duration?
  private var last: ContinuousClock.Instant?

  /// How long to wait with what was written now.
  mutating func next(from shortest: Duration, to longest: Duration) -> Duration {
    let isGoingOn = last.map { $0.duration(to: .now) < (delay ?? shortest) } ?? false
    let next = isGoingOn ? min((delay ?? shortest) * 2, longest) : shortest
    delay = next
    return next
  }

  mutating func finish() { (task, last) = (nil, .now) }

  mutating func cancel() {
    task?.cancel()
    self = ScheduledPublication()
  }
}

extension Ledger {
  /// Puts what was written into the ledger's folder now; otherwise that is done a while later, and by ``close()``.
  public func publish() {
    guard let writer = session?.writer else { return }
    writer.publishPending()
    publication.finish()
    // The writer found its own numbering continued by somebody else: which replica writes here is decided anew.
    if writer.isDone { close() }
  }

  /// Has what waits published in a while.
  func schedulePublication() {
    guard case .delayed(let shortest, let longest) = options.publishing, publication.task == nil,
      session?.writer.unpublishedCommits ?? 0 > 0
    else { return }
    let delay = publication.next(from: shortest, to: longest)
    publication.task = Task { [weak self] in
      guard (try? await Task.sleep(for: delay)) != nil else { return }
      await self?.publishScheduled()
    }
  }

  /// On other threads, while others use the ledger.
  private func publishScheduled() async {
    while let job = session?.writer.publishBeside() {
      await job.wait()
      if Task.isCancelled { return }
    }
    publication.finish()
    if session?.writer.isDone ?? false { close() }
    // What could not be published waits, and is tried again.
    schedulePublication()
  }
}

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
