import DaybookLog
import DaybookModel

/// When a process's commits reach the folder.
package enum PublishPolicy: Sendable, Equatable {
  /// Before the commit returns.
  case atOnce
  /// A while after the first commit that waits; twice as long each time while the process goes on writing.
  case delayed(from: Duration, to: Duration)
  /// When the ledger is closed, or replicates.
  case onClose

  var writer: PublishTiming { self == .atOnce ? .atOnce : .later }
}

/// The next publication, and its delay after the one before.
struct ScheduledPublication {
  var task: Task<Void, Never>?
  private var delay: Duration?
  private var last: ContinuousClock.Instant?

  /// How long to wait before publishing what was written now.
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
  /// Publishes what was written to the ledger's folder now; otherwise this happens after a while, or with ``close()``.
  public func publish() {
    guard let writer = session?.writer else { return }
    writer.publishPending()
    publication.finish()
    // The writer found that somebody else continued its numbering: which replica writes here is decided anew.
    if writer.isDone { close() }
  }

  /// Schedules the publication of waiting commits.
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

  /// Runs on other threads, while others use the ledger.
  private func publishScheduled() async {
    while let job = session?.writer.publishBeside() {
      await job.wait()
      if Task.isCancelled { return }
    }
    publication.finish()
    if session?.writer.isDone ?? false { close() }
    // Commits that could not be published wait, and are tried again.
    schedulePublication()
  }
}

extension Ledger {
  /// The notices of a receipt. Callers that drop receipts get the writer's notices as well.
  func takeNotices() -> [Notice] {
    let notices = takeWriterNotices()
    if let noticed = options.noticed { notices.forEach(noticed) }
    return notices + (session?.takeRawKindNotices() ?? [])
  }

  /// Notices about actions of the writer that no receipt has reported, such as publishing anew for a command that was
  /// then refused.
  package func takeWriterNotices() -> [Notice] {
    let notices = session?.takeWriterNotices() ?? []
    if leftNotices.isEmpty { return notices }
    defer { leftNotices = [] }
    return leftNotices + notices.filter { !leftNotices.contains($0) }
  }

  /// Keeps the notices that an ended session did not report.
  func leaveNotices(of session: WriteSession) {
    var ended = session
    for notice in ended.takeWriterNotices() where !leftNotices.contains(notice) { leftNotices.append(notice) }
  }
}
