import DaybookModel
import DaybookView

extension KindFinder {
  /// The entities whose name is followed by their day, or by their day and time, as lists show it: one occurrence of a
  /// meeting that repeats. Empty where the text does not end so.
  func dated(_ text: String, in view: borrowing ViewReader) throws -> [Candidate] {
    let words = OneLine.of(text).split(separator: " ").map(String.init)
    // A day, or a day and a time.
    for count in 1...2 where words.count > count && CivilDay(words[words.count - count]) != nil {
      let time = words.suffix(count).joined(separator: " ")
      let name = words.dropLast(count).joined(separator: " ")
      return try candidates(name, in: view).found.filter {
        $0.shownDetail(view.zone)?.hasPrefix(time) == true
      }
    }
    return []
  }
}
