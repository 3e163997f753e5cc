import GRDB

extension String {
  /// As SQLite takes it: a text there ends at its first NUL, which stands as U+2400 instead.
  var sqlite: DatabaseValue {
    (utf8.contains(0) ? replacing("\0", with: "\u{2400}") : self).databaseValue
  }
}

extension Optional<String> {
  var sqlite: DatabaseValue { self?.sqlite ?? .null }
}

extension String {
  /// As a name in SQL, whatever it holds.
  var quoted: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
