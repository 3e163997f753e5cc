/// What the paper says about the key, for a person who finds it years later. Commands stand between backquotes.
enum Instructions {
  static let what = """
    This is the recovery key of a locked Daybook ledger. It opens everything in the ledger, on any computer and without \
    a password, and it can let new devices in and shut stolen ones out. Daybook shows it once and keeps no copy.
    """

  static let code =
    "The QR code holds the same key. Scan it only with a reader that works offline and keeps nothing."

  static let parts: [(title: String, text: String)] = [
    (
      "Keep it",
      """
      Keep this paper in a safe place, away from the computer. Do not photograph it, and do not store the key on a \
      computer, a phone or in a cloud. Anybody who has it can read the ledger for ever.
      """
    ),
    (
      "Use it",
      """
      You need the key when no device that can read the ledger is left. In the ledger's folder, type \
      `daybook key recover`, and then the key. Spaces, hyphens and lower case do not matter. You may leave out the line \
      numbers and the digits after =; with the digits, Daybook can tell which lines have typing errors. \
      The groups never contain B, I, O or 1.
      """
    ),
    (
      "Without Daybook",
      """
      The key is an ordinary age key. Write AGE-SECRET-KEY-1 and all groups into a file, as one line without spaces, \
      line numbers and the digits after =. Then `age -d -i FILE KEYRING` decrypts a keyring \
      (`replicas/*/keys-*.age`), and the result is the key file for the other files of its replica: \
      `age -d -i RESULT SEGMENT` decrypts one, and `zstdcat` unpacks that into lines of JSON.
      """
    ),
  ]

  /// On a screen alone.
  static let copying = """
    Write the key on paper now, with the line numbers and the digits after =. When you have confirmed it, close this \
    window: a terminal keeps what it has shown.
    """
  static let printing = """
    Print this page now, compare the print, and delete the file: it is a copy of the key. Do not print on a shared printer.
    """
}
