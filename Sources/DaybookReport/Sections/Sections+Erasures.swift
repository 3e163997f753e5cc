import Daybook

extension Sections {
  /// What was erased; nil where nothing was.
  var erasures: Section? {
    guard report.erasures.total > 0 else { return nil }
    var table = Table(
      "Erasures in the period. The erased values are not in this report; when they were written, by which machine and in which fields stays known",
      [
        .init("When"), .init("Entity"), .init("Fields"), .init("Events", isNumber: true), .init("By"),
        .init("Why"), .init("Now"),
      ], total: report.erasures.total)
    for erasure in report.erasures.items {
      let machine: Fragment =
        erasure.replica == nil
        ? .empty
        : " <span class=\"source\">on \(.machine(erasure.replica, erasure.replicaName))</span>"
      table.add([
        .time(erasure.time), .entity(erasure.entity),
        erasure.fields.isEmpty ? "all" : .cut(erasure.fields.joined(separator: ", "), 300),
        "\(erasure.events)", .optional(erasure.by) + machine, erasure.why.map { .cut($0, 300) } ?? .none,
        erasure.isWithdrawn ? "withdrawn" : "erased",
      ])
    }
    return Section(id: "erasures", title: "Erased", body: table.fragment)
  }
}
