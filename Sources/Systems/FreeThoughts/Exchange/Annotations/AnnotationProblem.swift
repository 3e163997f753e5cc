import Daybook

/// A rule of the Web Annotation Data Model (W3C Recommendation of 23 February 2017) that a member breaks.
struct AnnotationProblem: Error, Equatable {
  /// `target[0].selector.start`
  var member: String
  /// Completes the sentence "`member` …".
  var rule: String

  var text: String { "'\(member)' \(rule)" }
}

/// xsd:dateTime with `Z`.
enum AnnotationTime {
  static func instant(_ text: String) -> Instant? {
    // UTC by another name, as Hypothesis writes it.
    let text = text.hasSuffix("+00:00") ? text.dropLast(6) + "Z" : text
    guard text.utf8.last == UInt8(ascii: "Z"), text.utf8.contains(UInt8(ascii: "T")) else { return nil }
    return DateText.instant(text)
  }
}
