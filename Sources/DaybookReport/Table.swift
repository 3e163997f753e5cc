/// A table with its caption. On a phone each row is a block, in which every cell has its column's name.
struct Table {
  struct Column {
    var title: Fragment
    var plain: String
    var isNumber = false

    init(_ title: String, isNumber: Bool = false) {
      (self.title, plain, self.isNumber) = ("\(plain: title)", title, isNumber)
    }
  }

  let caption: Fragment
  let columns: [Column]
  /// The number of all rows, if the table does not have all of them.
  var total: Int?
  private var body = Fragment.empty
  private var count = 0

  /// More than anybody reads on paper.
  static let rowsMax = 500

  init(_ caption: Fragment, _ columns: [Column], total: Int? = nil) {
    (self.caption, self.columns, self.total) = (caption, columns, total)
  }

  /// The first cell is the row's name.
  mutating func add(_ cells: [Fragment]) {
    count += 1
    guard count <= Self.rowsMax else { return }
    body += "<tr>"
    for (index, (cell, column)) in zip(cells, columns).enumerated() {
      let label: Fragment = "data-label=\"\(plain: column.plain)\""
      let mark: Fragment = column.isNumber ? " class=\"number\"" : .empty
      body +=
        index == 0
        ? "<th scope=\"row\" \(label)\(mark)><div>\(cell)</div></th>"
        : "<td \(label)\(mark)><div>\(cell)</div></td>"
    }
    body += "</tr>\n"
  }

  var fragment: Fragment {
    let heads = columns.map { column -> Fragment in
      "<th scope=\"col\"\(column.isNumber ? " class=\"number\"" : .empty)>\(column.title)</th>"
    }
    let all = max(total ?? 0, count)
    let rest: Fragment =
      all > Self.rowsMax || all > count
      ? "<p class=\"more\">The first \(min(count, Self.rowsMax)) of \(all) are shown. The report as JSON has more.</p>\n"
      : .empty
    return """
      <table>
      <caption>\(caption)</caption>
      <thead><tr>\(heads.joined())</tr></thead>
      <tbody>
      \(body)</tbody>
      </table>
      \(rest)
      """
  }
}
