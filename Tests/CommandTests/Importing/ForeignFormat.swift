/// One element of a format, and how to tell what became of it.
struct ForeignElement: Sendable {
  var name: String
  /// A text that nothing else in the sample has: where it is found, there the element went.
  var proof: String
  /// Words of the notice that names it, where it is skipped.
  var notice: String?
  /// In which field alone it counts.
  var field: String?

  init(_ name: String, _ proof: String, notice: String? = nil) {
    (self.name, self.proof, self.notice) = (name, proof, notice)
  }

  /// One that is a reference: the field is written.
  static func reference(_ name: String, _ field: String) -> Self {
    var element = Self(name, "")
    element.field = field
    return element
  }

  static func skipped(_ name: String, _ notice: String) -> Self { Self(name, "\u{0}", notice: notice) }
}

/// Files of one format that hold every element of it.
struct ForeignFormat: Sendable {
  var title: String
  /// What `daybook import` needs, the format first; `FILES` stands for the folder.
  var arguments: String
  var files: [String: String]
  var elements: [ForeignElement]

  static let all: [ForeignFormat] = [
    vCard, iCalendar, mail, fhir, clinicalDocument, appleHealth, whatsApp, slack, matrix, telegram, signal,
    messenger, discord, markdown, annotations, csv, jsonLines,
  ]
}
