import ArgumentParser

/// What the commands that import mail have in common.
struct MailOptions: ParsableArguments {
  @Flag(help: "Keep only the names of attachments, and not their content.")
  var withoutAttachments = false

  static let discussion = """
    A message is known by its Message-ID, wherever it lies; one without is known by its content. Its text is imported as \
    plain text, its attachments as files, its labels and its thread are kept, and whom it names is matched to people as for \
    a calendar. What is encrypted is not opened.
    """
}
