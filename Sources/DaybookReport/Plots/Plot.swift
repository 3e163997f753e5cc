/// Plots as inline SVG, which scale with the page; their labels are beside them as text of the page.
enum Plot {
  /// A share of the greatest, as a bar of its own row.
  static func bar(_ value: Int, of greatest: Int) -> Fragment {
    // In thousandths of the width: any value above 0 is visible.
    let width = value <= 0 ? 0 : max(share(value, of: greatest, 1000), 5)
    return """
      <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">\
      <rect class="rail" width="1000" height="10"/><rect width="\(plain: width)" height="10"/></svg>
      """
  }

  /// The course of a number over the days, without labels, for a row of a table.
  static func line(_ values: [Int], label: String) -> Fragment {
    """
    <svg class="spark" viewBox="0 0 \(plain: max(values.count, 1)) 100" preserveAspectRatio="none" \
    role="img" aria-label="\(plain: label)">\(bars(values, height: 100, top: values.max() ?? 0))</svg>
    """
  }

  /// Columns from the bottom up.
  static func bars(_ values: [Int], height: Int, top: Int, titles: [String] = []) -> Fragment {
    var result = Fragment.empty
    for (index, value) in values.enumerated() where value > 0 {
      let size = max(share(value, of: top, height), 1)
      let title: Fragment = index < titles.count ? "<title>\(plain: titles[index])</title>" : .empty
      result += """
        <rect x="\(plain: index)" y="\(plain: height - size)" width="0.84" height="\(plain: size)">\(title)</rect>
        """
    }
    return result
  }

  /// How much of `whole` a value is, where `greatest` is all of it.
  private static func share(_ value: Int, of greatest: Int, _ whole: Int) -> Int {
    greatest <= 0 ? 0 : Int(min(Double(value) / Double(greatest), 1) * Double(whole))
  }

  /// A round even number at or above all of them.
  static func top(_ greatest: Int) -> Int {
    var unit = 1
    while unit < 1_000_000_000_000_000_000 {
      for step in [2, 4, 10, 20] where step * unit >= greatest { return step * unit }
      unit *= 10
    }
    return greatest
  }
}
