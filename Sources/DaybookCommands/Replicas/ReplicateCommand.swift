import ArgumentParser
import Daybook

/// `daybook replicate DIR`
struct ReplicateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replicate",
    abstract: "Bring the ledger and another copy of it to the same events.",
    discussion: """
      DIR is a copy of this ledger on a stick, a mounted share, or in a folder that rclone or Syncthing carries on; \
      or an empty or new folder, which becomes one. What each side lacks is checked and copied; nothing is \
      overwritten that holds something else, and files that are not part of the ledger are left alone. It may be \
      broken off at any moment, and run again.

      The exit status is 1 when something was not copied because it does not check.

      Examples:
        daybook replicate /media/stick/family.daybook
        daybook replicate ~/Sync/family.daybook --dry-run
        daybook replicate /mnt/backup/family.daybook --push --compare
      """)

  @Argument(help: "The other copy's folder.", completion: .directory)
  var dir: String

  @Flag(help: "Only take what is lacking here; write nothing to DIR.")
  var pull = false

  @Flag(help: "Only give what is lacking in DIR; take nothing.")
  var push = false

  @Flag(help: "Read and compare also what both have by name: mends what has rotted on a disk.")
  var compare = false

  @Flag(help: "Say what would be copied, and do nothing.")
  var dryRun = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard !(pull && push) else {
      throw ValidationError("--pull and --push exclude one another; without them it goes both ways")
    }
    guard !dir.isEmpty else { throw ValidationError("DIR is empty: name a folder") }
  }

  func run() async throws {
    let ledger = try await selection.open()
    let bar = ReplicationBar(messages: options.messages)
    let report: ReplicationReport
    do {
      report = try await ledger.replicate(
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

/// How far it has come, where people watch.
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
