import ArgumentParser
import Daybook
import SAM

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
