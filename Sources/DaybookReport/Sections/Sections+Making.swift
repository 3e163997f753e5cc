import Daybook

extension Sections {
  /// How the report was made, so that somebody else can reproduce it.
  var making: Section {
    let about = report.about
    let digest: Fragment =
      about.digest.map {
        "<div><dt>Digest</dt><dd>\(.code($0))<br><span class=\"source\">daybook replay --digest prints the same for the same events</span></dd></div>\n"
      } ?? .empty
    let body: Fragment = """
      <dl class="facts">
      <div><dt>Ledger made</dt><dd>\(.time(about.createdAt))</dd></div>
      \(digest)<div><dt>Reproduce with</dt><dd><code>\(plain: command)</code></dd></div>
      </dl>
      <p>Anyone who has the same files, and gives the time and the zone above, gets the same report\
      \(report.verdict.usesMemory ? ", except for findings that rest on what this machine remembers" : .empty). \
      Changes, deletions, dismissals, settled conflicts and reads are those of the period; integrity, machines, open \
      conflicts and counts of entities are those of the files at that time. Days are those of \(about.zone).</p>

      """
    return Section(id: "making", title: "How this report was made", body: body)
  }

  private var command: String {
    let about = report.about
    var words = ["daybook", "audit", "report", "--now", about.madeAt.instant.description]
    if about.zone != "UTC" { words += ["--tz", about.zone] }
    if let from = about.from { words += ["--from", from.instant.description] }
    if let to = about.to { words += ["--to", to.instant.description] }
    for name in about.entities { words += ["--entity", quoted(name.kind), quoted(name.id)] }
    if let viewer = about.viewer { words += ["--as", quoted(viewer)] }
    if about.reveals { words.append("--reveal") }
    return (words + ["--format", "json"]).joined(separator: " ")
  }

  /// For a shell.
  private func quoted(_ text: String) -> String {
    let isPlain =
      !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
          || [0x2d, 0x2e, 0x2f, 0x3a, 0x40, 0x5f].contains(byte)
      }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
