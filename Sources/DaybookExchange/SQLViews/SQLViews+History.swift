// What was ever written.

extension SQLViews {
  var historyStatement: String {
    let by = dialect.name("by")
    let at = dialect.name("at")
    let words = dialect.words
    return view(
      "daybook_history",
      """
      A row for each field and link that an event wrote, one for an event that wrote none: deletes, what a source has.
      Values are JSON, as they were written.
      """,
      """
        WITH
          entries AS (
            \(entries(where: "fields IS NOT NULL")))
        SELECT stamp, \(at), replica, seq, op, kind, id, v, entry.key AS field,
          coalesce(CAST(entry.value AS \(words)), 'null') AS value, CAST(NULL AS \(words)) AS target, \(by), why
        FROM entries
        UNION ALL
        SELECT stamp, \(at), replica, seq, op, kind, id, v, relation, NULL, target, \(by), why
        FROM daybook_events WHERE relation IS NOT NULL OR fields IS NULL OR fields = '{}'
      """)
  }
}
