import Daybook

extension SystemRemedy {
  /// List the notes of a document.
  static let notes = SystemRemedy("freethoughts.notes", "freeThoughts.notes(of:)")
  /// List the prompts.
  static let prompts = SystemRemedy("freethoughts.prompts", "freeThoughts.prompts()")
  /// List the tags.
  static let tags = SystemRemedy("freethoughts.tags", "fetch(Tag.self)")
  /// Place a note, whose id `of(_:)` inserts for `%`, by hand.
  static let place = SystemRemedy("freethoughts.place", "Note.anchor of %")
  /// See the suggestions for orphans.
  static let suggestions = SystemRemedy(
    "freethoughts.suggestions", "freeThoughts.reanchor(_:options:) as a dry run")
  /// Name the folder to search.
  static let folder = SystemRemedy("freethoughts.folder", "name a folder")
  /// Write notes to a file that can be imported again.
  static let export = SystemRemedy("freethoughts.export", "NotesExport.markdown")
}
