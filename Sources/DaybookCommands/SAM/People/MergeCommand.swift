import ArgumentParser
import Daybook
import SAM

/// `daybook sam merge KEEP OTHER`
struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge two entries of the same person.",
    discussion: """
      Everything that linked to OTHER links to KEEP, which also gets the values that it lacks; OTHER is deleted. The \
      merge is one commit of ordinary events, and the output has the command that undoes it. 'sam duplicates' lists \
      candidates.

      Examples:
        daybook sam merge 'ann lee' 01a1fe3d-84d --dry-run
        daybook sam merge 'ann lee' ann.l@example.com --why 'a second card'
      """)

  @Argument(help: "The person that stays: a name, an e-mail address, or the beginning of an id.")
  var keep: String

  @Argument(help: "The person that is deleted: a whole name, an e-mail address, or the beginning of an id.")
  var other: String

  @OptionGroup var options: RunOptions

  func run() async throws {
    let ledger = try await options.selection.open()
    let kept = try await ledger.sam.person(matching: keep)
    let other = try await absorbed(in: ledger)
    guard kept.id != other.id else {
      throw LedgerError(.usage, "both are \(kept.name)", advice: "see 'daybook sam duplicates'")
    }
    let receipt = try await ledger.sam.merge(other.id, into: kept.id, options: options.append)
    options.messages.show(receipt.append.notices)
    let merged = MergedPeople(kept: kept, other: other, receipt: receipt, isDryRun: options.dryRun)
    try options.output.show(merged.page, OutputRecord(merged.row))
  }

  /// This person is deleted, so a part of a name is not enough. A person who was merged already is found by the whole
  /// id alone.
  private func absorbed(in ledger: Ledger) async throws -> Mention<Person> {
    if try await ledger.get(kind: Person.kind, id: other, includesDeleted: true)?.isGone == true {
      return Mention(id: Ref(other), name: other)
    }
    return try await ledger.withView { [other] in try PersonFinder.forDeleting(other, in: $0) }
  }
}

/// What a merge did, or would do.
private struct MergedPeople {
  var kept: Mention<Person>
  var other: Mention<Person>
  var receipt: MergeReceipt
  var isDryRun: Bool

  private var moved: [(kind: String, count: Int)] {
    receipt.moved.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The command that undoes the merge; nil if nothing was written.
  private var undo: String? {
    receipt.append.commit == nil
      ? nil : receipt.append.lastStamp.map { "daybook undo \($0) --commit" }
  }

  var row: OutputRow {
    var row = OutputRow([
      ("_kind", .string(Person.kind)), ("_id", .string(kept.id.rawValue)),
      ("_stamp", isDryRun ? .null : .text(receipt.append.lastStamp?.description)),
      ("name", .string(kept.name)), ("absorbed", .mention(other)),
      ("moved", .object(JSONObject(moved.map { ($0.kind, .count($0.count)) }))),
      ("united", .array(receipt.united.map { .string($0) })), ("events", .count(receipt.append.events.count)),
    ])
    row.append("undo", ifPresent: undo)
    return row
  }

  var page: OutputPage {
    var page = OutputPage(title: "\(other.name) \(isDryRun ? "would become" : "became") \(kept.name)")
    page.add("kept", kept.id.rawValue)
    page.add("absorbed", other.id.rawValue)
    page.add("events", "\(receipt.append.events.count)")
    page.add("undo", undo)
    page.add("Moved", ["kind", "count"], moved.map { [.string($0.kind), .count($0.count)] })
    page.add("United", ["what"], receipt.united.map { [.string($0)] })
    return page
  }
}

/// `daybook sam duplicates`
struct DuplicatesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates",
    abstract: "List people who may be the same person.",
    discussion: """
      Those who share an e-mail address, then those who share a name. 'sam merge' makes two of them one.

      Examples:
        daybook sam duplicates
      """)

  @OptionGroup var list: ListOptions

  func run() async throws {
    let ledger = try await list.selection.open()
    let groups = try await ledger.sam.possibleDuplicates()
    let shown = Array(groups.dropFirst(list.offset).prefix(list.count ?? .max))
    if groups.isEmpty { list.options.messages.show(Notice("empty", "no likely duplicates found")) }
    let people = try await ledger.sam.people(Set(shown.flatMap(\.people)))
    guard list.isTable else {
      let rows = shown.map { group in
        OutputRow([
          ("reason", .string(group.reason.name)), ("value", .string(group.reason.value)),
          ("people", .rows(group.people.compactMap { people[$0] })),
        ])
      }
      return try list.options.output.show(columns: ["reason", "value", "people"], rows)
    }
    let style = try await list.selection.tableStyle(in: ledger, of: Array(people.values))
    let rows = shown.flatMap { group in
      group.people.enumerated().map { index, id in
        OutputRow([
          ("same", index == 0 ? .string(group.reason.name) : .null),
          ("name", .text(people[id].map { OneLine.of($0.name) })),
          ("e-mail", .text(people[id]?.email)),
          ("contexts", people[id].map { .count($0.contextCount) } ?? .null),
          ("id", .string(style.shortID(id.rawValue))),
        ])
      }
    }
    guard !rows.isEmpty else { return }
    try list.options.output.show(columns: ["same", "name", "e-mail", "contexts", "id"], rows)
    list.showRest(of: groups.count, shown: shown.count)
  }
}

extension PossibleDuplicates.Reason {
  fileprivate var name: String {
    switch self {
    case .address: "address"
    case .name: "name"
    }
  }

  fileprivate var value: String {
    switch self {
    case .address(let value), .name(let value): value
    }
  }
}
