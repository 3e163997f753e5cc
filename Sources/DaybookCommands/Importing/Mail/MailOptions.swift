/// What the commands that take in mail have in common.
enum MailOptions {
  static let discussion = """
    A message is known by its Message-ID, wherever it lies; one without is known by its content. Its text is imported as \
    plain text, attachments by their names, and whom it names is matched to people as for a calendar. What is encrypted \
    is not opened.
    """
}
