import Daybook

extension Timeline {
  /// The events over time, as columns, with an axis in words.
  func plot(_ changes: AuditReport.Changes) -> Fragment {
    let values = self.values(changes.byDay, \.events)
    let top = Plot.top(values.max() ?? 1)
    let titles = values.indices.map { "\(title($0)): \(Decimal.count(values[$0], "event"))" }
    let busiest = values.indices.max { values[$0] < values[$1] }
    let summary =
      busiest.map {
        "Columns, one for each \(unit) from \(title(0)) to \(title(starts.count - 1)). The most are \(Decimal.count(values[$0], "event")), \(title($0))."
      } ?? ""
    let width = max(values.count, 1)
    return """
      <figure>
      <figcaption>Events by \(plain: unit)</figcaption>
      <div class="plot"><div class="axis" aria-hidden="true"><span>\(top)</span><span>\(top / 2)</span><span>0</span></div>
      <svg viewBox="0 0 \(plain: width) 1000" preserveAspectRatio="none" role="img" \
      aria-labelledby="plot-title plot-text"><title id="plot-title">Events by \(plain: unit)</title>\
      <desc id="plot-text">\(plain: summary)</desc>\
      <g class="grid"><path d="M0 0H\(plain: width)M0 500H\(plain: width)M0 1000H\(plain: width)"/></g>\
      \(Plot.bars(values, height: 1000, top: top, titles: titles))</svg>
      <div class="days" aria-hidden="true">\(axis)</div></div>
      </figure>
      \(table(values))
      """
  }

  /// The first, one in the middle and the last.
  private var axis: Fragment {
    let places = starts.count > 2 ? [0, starts.count / 2, starts.count - 1] : Array(starts.indices)
    return places.map { place -> Fragment in "<span>\(plain: title(place))</span>" }.joined()
  }

  /// The same as a table, for readers who cannot see the plot.
  private func table(_ values: [Int]) -> Fragment {
    var table = Table("Events by \(plain: unit)", [.init("From"), .init("Events", isNumber: true)])
    for (index, value) in values.enumerated() where value > 0 { table.add(["\(title(index))", "\(value)"]) }
    return
      "<details class=\"figures\"><summary>The plot\u{2019}s figures</summary>\n\(table.fragment)</details>\n"
  }
}
