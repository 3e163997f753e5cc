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

/// Sizes as people read them.
enum SizeText {
  /// Null for a size too small to matter.
  static func ofMuch(_ sizeBytes: Int) -> JSONValue {
    sizeBytes < 1 << 20 ? .null : .string(of(sizeBytes))
  }

  static func of(_ sizeBytes: Int) -> String {
    var (size, unit) = (sizeBytes * 10, 0)
    while size >= 10 * 1024, unit < units.count - 1 { (size, unit) = (size / 1024, unit + 1) }
    let fraction = unit > 0 && size < 100 && size % 10 > 0 ? ".\(size % 10)" : ""
    return "\(size / 10)\(fraction) \(units[unit])"
  }

  private static let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
}

extension ReplicationReport {
  /// A finding with its file's path as seen from here; `dir` is the user's name for the other side.
  func placed(_ found: EndpointFinding, in dir: String) -> Finding {
    var finding = found.finding
    if found.endpoint == .there { finding.file = finding.file.map { "\(dir)/\($0)" } ?? dir }
    return finding
  }

  // MARK: For programs

  var record: OutputRecord {
    var row = OutputRow([
      ("path", .string(path)), ("direction", .string(direction.rawValue)), ("dryRun", .bool(isDryRun)),
      ("new", .bool(isNew)), ("same", .bool(isSame)),
    ])
    row.append("pulled", .object(Self.members(pulled)))
    row.append("pushed", .object(Self.members(pushed)))
    row.append("lackedHere", .object(Self.members(lackedHere)))
    row.append("lackedThere", .object(Self.members(lackedThere)))
    row.append("removed", .array(removed.map { .string($0) }))
    row.append("strangersHere", .count(strangersHere))
    row.append("strangersThere", .count(strangersThere))
    if unpublishedCommits > 0 { row.append("unpublishedCommits", .count(unpublishedCommits)) }
    row.append("seconds", .double(seconds))
    let replicas = replicas.map { replica in
      OutputRow([
        ("replica", .string(replica.id.description)), ("name", replica.name.map { .string($0) } ?? .null),
        ("own", .bool(replica.isOwn)), ("pulled", .object(Self.members(replica.pulled))),
        ("pushed", .object(Self.members(replica.pushed))),
        ("lackedHere", .object(Self.members(replica.lackedHere))),
        ("lackedThere", .object(Self.members(replica.lackedThere))),
      ])
    }
    let findings = findings.map { found -> OutputRow in
      var row = OutputRow([("side", .string(found.endpoint.rawValue))])
      for member in found.finding.row.members { row.append(member.name, member.value) }
      return row
    }
    return OutputRecord(row, sections: [("replicas", replicas), ("findings", findings)])
  }

  private static func members(_ traffic: CopyTraffic) -> JSONObject {
    [
      "commits": .count(traffic.commits), "events": .count(traffic.events), "files": .count(traffic.files),
      "blobs": .count(traffic.blobs), "sizeBytes": .count(traffic.sizeBytes),
    ]
  }

  // MARK: For people

  func page(with dir: String) -> OutputPage {
    var page = OutputPage(title: title)
    page.add("with", dir)
    if isNew {
      page.add(
        "new", isDryRun ? "a copy of the ledger would be made there" : "a copy of the ledger was made there")
    }
    page.add("left alone", strangers)
    if !removed.isEmpty {
      page.add(
        "removed", Self.count(removed.count, "file") + ", whose events others hold there")
    }
    if unpublishedCommits > 0 {
      page.add(
        "waiting",
        Self.count(unpublishedCommits, "commit")
          + " of this machine, not yet in this folder and so not copied")
    }
    add(isDryRun ? "Would come" : "Came", pulled, \.pulled, to: &page)
    add(isDryRun ? "Would go" : "Went", pushed, \.pushed, to: &page)
    add("Still lacking here", lackedHere, \.lackedHere, to: &page)
    add("Still lacking there", lackedThere, \.lackedThere, to: &page)
    return page
  }

  private var title: String {
    if isSame { return pulled.isEmpty && pushed.isEmpty ? "Both hold the same" : "Both now hold the same" }
    return isDryRun ? "What would be copied" : "Not the same yet"
  }

  private var strangers: String? {
    let parts = [(strangersHere, "here"), (strangersThere, "there")].filter { $0.0 > 0 }
    if parts.isEmpty { return nil }
    return parts.map { Self.count($0.0, "file") + " " + $0.1 }.joined(separator: " and ")
      + ", no part of the ledger"
  }

  private func add(
    _ title: String, _ sum: CopyTraffic, _ traffic: KeyPath<Replica, CopyTraffic>, to page: inout OutputPage
  ) {
    var rows = replicas.filter { !$0[keyPath: traffic].isEmpty }.map { replica -> [JSONValue] in
      let traffic = replica[keyPath: traffic]
      let name = (replica.name ?? replica.id.description) + (replica.isOwn ? " (this machine)" : "")
      return [.string(name), .string(Self.text(traffic)), SizeText.ofMuch(traffic.sizeBytes)]
    }
    if sum.blobs > 0 {
      let sizeBytes = sum.sizeBytes - replicas.reduce(0) { $0 + $1[keyPath: traffic].sizeBytes }
      rows.append(
        [.string("attachments"), .string(Self.count(sum.blobs, "file")), SizeText.ofMuch(sizeBytes)])
    }
    page.add(title, ["of", "what", "size"], rows)
  }

  private static func text(_ traffic: CopyTraffic) -> String {
    if traffic.commits == 0 { return "no new events, " + count(traffic.files, "joined file") }
    return count(Int(clamping: traffic.events), "event") + " in "
      + count(Int(clamping: traffic.commits), "commit")
  }

  private static func count(_ count: Int, _ what: String) -> String {
    "\(count) \(what)\(count == 1 ? "" : "s")"
  }
}
