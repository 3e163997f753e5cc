import ArgumentParser
import Daybook
import Planner

/// `daybook planner note …`
struct PlannerNoteCommand: ParsableCommand, TextListCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "List, show, add and change notes.",
    discussion: """
      Examples:
        daybook planner note add --meeting 'budget review' 'Ann wants the figures by Friday'
        daybook planner note add --file minutes.rtf --tag finance
        daybook planner note list figures
      """,
    subcommands: [List.self, Show.self, PlannerNoteAddCommand.self, PlannerNoteEditCommand.self],
    defaultSubcommand: List.self)

  /// `daybook planner note list`
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List notes, the last written first.",
      discussion: """
        A table shows the beginning of each; 'note show' and the other formats show the whole. The notes of a meeting \
        that is gone from its calendar stay.

        Examples:
          daybook planner note list
          daybook planner note list budget --meeting 'budget review'
          daybook planner note list --tag finance --format jsonl | jq -r .plainText
        """)

    @Argument(help: "Only those whose text or title contains this, ignoring case and accents.")
    var text: String?

    @Option(help: PlannerHelp.meeting)
    var meeting: String?

    @Option(help: PlannerHelp.tag)
    var tag: String?

    @OptionGroup var past: AsOfOption
    @OptionGroup var list: ListOptions

    func run() async throws {
      let ledger = try await list.selection.open()
      let cut = try past.cut(list.selection)
      let (meeting, tag) = try await ledger.withView(at: cut) { [meeting, tag] view in
        (
          try meeting.map { try PlannerFinder.meetings.find($0, in: view).id },
          try tag.map { try PlannerFinder.tags.find($0, in: view).id }
        )
      }
      let notes = try await ledger.planner.notes(
        containing: text, of: meeting, tag: tag, limit: list.count, offset: list.offset, at: cut)
      try await list.show(
        notes, hiding: meeting == nil ? [] : ["meeting"], in: ledger,
        empty: text == nil && meeting == nil && tag == nil
          ? "there is no note yet; see 'daybook planner note add'" : "there is no such note")
    }
  }

  /// `daybook planner note show NOTE`
  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show a whole note.",
      discussion: """
        Shows its text without attributes. 'daybook get planner.note ID --data richTextData -o FILE' writes the file \
        that it was made from. The exit status is 1 when there is no such note.

        Examples:
          daybook planner note show minutes
          daybook planner note show 7c2e --format json | jq -r .plainText
        """)

    @Argument(help: PlannerHelp.note)
    var note: String

    @OptionGroup var options: PageOptions

    func run() async throws {
      try await options.show(
        read: { [note] view in
          view.read(Note.kind, try PlannerFinder.notes.find(note, in: view).id.rawValue) { NoteItem($0) }
        },
        ids: { _ in [] }, page: { $0.page($1) }, record: { OutputRecord($0.row) })
    }
  }
}

extension NoteItem {
  fileprivate func page(_ style: TableStyle) -> OutputPage {
    var page = OutputPage(title: title.isEmpty ? OneLine.cut(plainText) : title)
    page.add("written", style.time(createdAt))
    page.add("changed", createdAt == updatedAt ? nil : style.time(updatedAt))
    page.add("meeting", shownMeeting)
    page.add("tags", TableStyle.list(tags))
    page.add("from", richTextType?.rawValue)
    page.add("id", id.rawValue)
    page.add(text: "Text", plainText)
    return page
  }
}
