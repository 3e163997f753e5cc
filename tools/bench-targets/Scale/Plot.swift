import Foundation

/// Lines over two logarithmic axes, as SVG: equal slopes are equal growth, and the dotted line is linear.
enum Plot {
  struct Chart {
    let title: String
    let series: [(name: String, points: [(x: Double, y: Double)])]
  }

  private static let (width, height, left, top, bottom) = (560.0, 360.0, 64.0, 36.0, 40.0)
  /// Those that people with colour blindness tell apart (Okabe and Ito, "Color Universal Design", 2008).
  private static let colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"]

  static func svg(_ charts: [Chart]) -> String {
    let total = height * Double(charts.count)
    var text = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width + 280)) \(number(total))" \
      font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="white"/>

      """
    for (place, chart) in charts.enumerated() {
      text += "<g transform=\"translate(0 \(number(height * Double(place))))\">\n" + body(chart) + "</g>\n"
    }
    return text + "</svg>\n"
  }

  private static func body(_ chart: Chart) -> String {
    let points = chart.series.flatMap(\.points).filter { $0.x > 0 && $0.y > 0 }
    guard let first = points.first else { return "" }
    func decades(_ values: [Double]) -> ClosedRange<Int> {
      let low = Int(floor(log10(values.min() ?? 1)))
      return low...max(low + 1, Int(ceil(log10(values.max() ?? 1))))
    }
    let (across, up) = (decades(points.map(\.x)), decades(points.map(\.y)))
    func x(_ value: Double) -> Double {
      left + (log10(value) - Double(across.lowerBound)) / Double(across.count - 1) * (width - left)
    }
    func y(_ value: Double) -> Double {
      height - bottom - (log10(value) - Double(up.lowerBound)) / Double(up.count - 1)
        * (height - top - bottom)
    }
    var text = "<text x=\"\(number(left))\" y=\"20\" font-weight=\"bold\">\(escaped(chart.title))</text>\n"
    for decade in across {
      let place = x(pow(10, Double(decade)))
      text += line(place, y(pow(10, Double(up.lowerBound))), place, top, "#ddd")
      text += label(place, height - bottom + 18, "1e\(decade) events", "middle")
    }
    for decade in up {
      let place = y(pow(10, Double(decade)))
      text += line(left, place, width, place, "#ddd")
      text += label(
        left - 6, place + 4, decade < 0 ? "1e\(decade)" : "\(Int(pow(10, Double(decade))))", "end")
    }
    // As far as it stays within the axes.
    let end = min(pow(10, Double(across.upperBound)), first.x * pow(10, Double(up.upperBound)) / first.y)
    if end > first.x {
      text += line(
        x(first.x), y(first.y), x(end), y(first.y * end / first.x), "#999", "stroke-dasharray=\"2 4\"")
    }
    for (place, series) in chart.series.enumerated() where !series.points.isEmpty {
      let colour = colours[place % colours.count]
      let path = series.points.map { "\(number(x($0.x))),\(number(y($0.y)))" }
      text +=
        "<polyline fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\" points=\"\(path.joined(separator: " "))\"/>\n"
      for point in series.points {
        text +=
          "<circle cx=\"\(number(x(point.x)))\" cy=\"\(number(y(point.y)))\" r=\"3\" fill=\"\(colour)\"/>\n"
      }
      let row = top + 18 * Double(place)
      text += line(width + 10, row - 4, width + 30, row - 4, colour, "stroke-width=\"2\"")
      text += label(width + 36, row, series.name, "start")
    }
    return text
  }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String, _ more: String = ""
  ) -> String {
    "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\" "
      + "stroke=\"\(colour)\" \(more)/>\n"
  }

  private static func label(_ x: Double, _ y: Double, _ text: String, _ anchor: String) -> String {
    "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\">\(escaped(text))</text>\n"
  }

  private static func number(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }
}
