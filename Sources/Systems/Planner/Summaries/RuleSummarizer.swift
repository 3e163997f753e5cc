import Daybook

/// Summaries made of the recorded facts, without a network or guesses.
public struct RuleSummarizer: Summarizer {
  /// Always `rules`.
  public var name: String { "rules" }

  public init() {}

  /// In English, in one line: title, day, attendees, purpose, outcomes, to-dos and up to three notes, each cut to 240
  /// characters. If only the first three are known, it includes the calendar's description.
  public func summary(of meeting: MeetingFacts) -> String {
    var sentences = [Self.opening(meeting)]
    for (label, text) in [
      ("Purpose", meeting.purpose), ("Outcomes", meeting.outcomes), ("To do", meeting.actionItems),
    ] {
      if let text, let said = Self.said(text) { sentences.append("\(label): \(said)") }
    }
    let notes = meeting.notes.compactMap(Self.said)
    if !notes.isEmpty {
      sentences.append("Noted: " + notes.prefix(Self.noteCountMax).joined(separator: " "))
      if notes.count > Self.noteCountMax { sentences.append("And \(notes.count - Self.noteCountMax) more.") }
    } else if sentences.count == 1, let text = meeting.calendarNotes, let said = Self.said(text) {
      sentences.append("The calendar says: \(said)")
    }
    return sentences.joined(separator: " ")
  }

  /// `Met 12 times since 3 March 2026, the last time on 5 November 2026. Mostly Budget review (5) and Project X (3).`
  public func summary(of person: PersonFacts) -> String {
    var sentences: [String] = []
    switch (person.meetingCount, person.firstDay, person.lastDay) {
    case (0, _, _): sentences.append("Not met yet.")
    case (1, let day?, _): sentences.append("Met once, on \(day).")
    case (let count, let first?, let last?):
      sentences.append(
        "Met \(count == 2 ? "twice" : "\(count) times") since \(first), the last time on \(last).")
    default: break
    }
    let subjects = person.subjects.prefix(Self.subjectCountMax).map {
      $0.count == 1 ? $0.title : "\($0.title) (\($0.count))"
    }
    if !subjects.isEmpty {
      sentences.append(
        "\(person.subjects.count > subjects.count ? "Mostly" : "About") \(Self.list(subjects)).")
    }
    if let day = person.nextDay { sentences.append("The next meeting is on \(day).") }
    return sentences.joined(separator: " ")
  }

  private static let noteCountMax = 3
  private static let subjectCountMax = 3
  private static let nameCountMax = 3
  private static let sentenceCountMax = 240

  private static func opening(_ meeting: MeetingFacts) -> String {
    var text = OneLine.of(meeting.title)
    if let day = meeting.day { text += " on \(day)" }
    let names = meeting.attendees.prefix(nameCountMax).map { OneLine.of($0) }
    let rest = meeting.attendees.count - names.count
    if !names.isEmpty { text += " with " + list(names + (rest > 0 ? ["\(rest) more"] : [])) }
    return text + "."
  }

  /// The lines that say something, in one.
  private static func said(_ text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      OneLine.of(line.drop { "-*•·".contains($0) || $0.isWhitespace })
    }.filter { $0.contains { $0.isLetter || $0.isNumber } }
    guard !lines.isEmpty else { return nil }
    let text = lines.dropFirst().reduce(lines[0]) { $0 + (endsSentence($0) ? " " : "; ") + $1 }
    let line = OneLine.cut(text, countMax: sentenceCountMax)
    return endsSentence(line) ? line : line + "."
  }

  private static func endsSentence(_ text: String) -> Bool { text.last.map { ".!?:…".contains($0) } ?? false }

  /// `a, b and c`
  private static func list(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
