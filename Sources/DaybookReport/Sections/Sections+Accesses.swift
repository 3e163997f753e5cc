import Daybook

extension Sections {
  var accesses: Section? {
    let accesses = report.accesses
    guard accesses.total > 0 else {
      if report.about.viewer != nil { return nil }
      return Section(
        id: "reads", title: "Who read what",
        body:
          "<p>The log has no record of reads in the period. Reads are recorded only where the ledger's settings, or the command, ask for it.</p>\n"
      )
    }
    var table = Table(
      "Reads that were recorded",
      [
        .init("Reader"), .init("Kind"), .init("Reads", isNumber: true),
        .init("With hidden values", isNumber: true),
      ], total: accesses.readers.total)
    for reader in accesses.readers.items {
      table.add([
        .optional(reader.by), .optional(reader.kind), "\(reader.reads)", "\(reader.revealed)",
      ])
    }
    let body: Fragment = """
      <p>\(plain: Decimal.count(accesses.total, "read")), \(.time(accesses.first)) to \(.time(accesses.last)); \
      \(accesses.revealed) with hidden values as they are.</p>
      \(table.fragment)
      """
    return Section(id: "reads", title: "Who read what", body: body)
  }
}
