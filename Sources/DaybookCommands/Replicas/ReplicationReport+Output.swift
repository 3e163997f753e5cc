import Daybook

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
