import ArgumentParser
import Daybook

/// `daybook replicate DIR`
struct ReplicateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replicate",
    abstract: "Bring the ledger and another copy of it to the same events.",
    discussion: """
      DIR is a copy of this ledger on a stick, a mounted share, or in a folder that rclone or Syncthing copies on; or \
      an empty or new folder, which becomes one. What each side lacks is checked and copied; a file with other content \
      is not overwritten, and files that are not part of the ledger are left alone. You can interrupt it at any moment \
      and run it again.

      The exit status is 1 when something was not copied because it failed a check.

      Examples:
        daybook replicate /media/stick/family.daybook
        daybook replicate ~/Sync/family.daybook --dry-run
        daybook replicate /mnt/backup/family.daybook --push --compare
      """)

  @Argument(help: "The other copy's folder.", completion: .directory)
  var dir: String

  @Flag(help: "Only copy what is missing here; write nothing to DIR.")
  var pull = false

  @Flag(help: "Only copy what is missing in DIR; write nothing here.")
  var push = false

  @Flag(
    help: "Also compare the content of files that both have by name; repairs files that a disk has damaged.")
  var compare = false

  @Flag(help: "Say what would be copied, and do nothing.")
  var dryRun = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard !(pull && push) else {
      throw ValidationError("--pull and --push cannot be used together; without them, both sides are updated")
    }
    guard !dir.isEmpty else { throw ValidationError("DIR is empty: name a folder") }
  }

  func run() async throws {
    let ledger = try await selection.open()
    let bar = ReplicationBar(messages: options.messages)
    let report: ReplicationReport
    do {
      report = try await ledger.replicas.replicate(
        with: dir, direction: pull ? .pull : push ? .push : .both, comparingAll: compare,
        dryRun: dryRun
      ) { bar.show($0) }
    } catch {
      options.messages.endProgress()
      throw error
    }
    options.messages.endProgress()
    await ledger.close()
    options.messages.show(report.notices)
    for found in report.findings.map({ report.placed($0, in: dir) }).grouped { options.messages.show(found) }
    try options.output.show(report.page(with: dir), report.record)
    if report.hasFailures || report.unpublishedCommits > 0 { throw Finished(ExitStatus.no) }
  }
}

/// The progress of the replication, on a terminal.
private final class ReplicationBar: Sendable {
  private let messages: Messages
  private let shown = Shared(-1)
  private static let width = 24

  init(messages: Messages) { self.messages = messages }

  func show(_ progress: ReplicationProgress) {
    guard progress.totalSizeBytes > 0 else { return }
    let percent = progress.doneSizeBytes * 100 / progress.totalSizeBytes
    let isNew = shown.withLock { last in
      defer { last = percent }
      return last != percent
    }
    guard isNew else { return }
    let filled = percent * Self.width / 100
    let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: Self.width - filled)
    let size = SizeText.of(progress.doneSizeBytes) + " of " + SizeText.of(progress.totalSizeBytes)
    messages.progress("[\(bar)] \(percent)%  \(size)")
  }
}
