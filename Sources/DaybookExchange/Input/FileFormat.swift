import DaybookText

/// The format of a file, recognized by its beginning and its name.
public enum FileFormat: String, Sendable, CaseIterable {
  case vcf, ics, mbox, eml, whatsapp, slack, matrix, telegram, signal, messenger, instagram, discord, json,
    markdown, annotations, csv,
    jsonl, fhir
  case ccda
  case appleHealth = "apple-health"

  /// How much of a file is looked at.
  public static let headBytesMax = 64 << 10

  /// Nil for a file of none of these formats.
  ///
  /// - Parameters:
  ///   - head: its first bytes.
  ///   - path: its name, perhaps with folders before it.
  public init?(_ head: [UInt8], path: String) {
    let wide = Self.wideCharset(of: head)
    let text = Charset.decode(head, named: wide)
    let start = text.drop { $0.isWhitespace || $0 == "\u{feff}" }
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    let found: FileFormat? =
      if head.contains(0), wide == nil {
        nil
      } else if let format = Self.components(start) {
        format
      } else if start.first == "<" {
        Self.xml(start)
      } else if start.first == "{" || start.first == "[", let format = Self.json(String(start), path) {
        format
      } else {
        Self.plain(start, name)
      }
    guard let found else { return nil }
    self = found
  }

  /// Of UTF-16, as Windows writes it.
  private static func wideCharset(of head: [UInt8]) -> String? {
    if head.starts(with: [0xff, 0xfe]) { return "utf-16le" }
    return head.starts(with: [0xfe, 0xff]) ? "utf-16be" : nil
  }

  private static func components(_ text: Substring) -> FileFormat? {
    let start = text.prefix(4096).uppercased()
    if start.contains("BEGIN:VCARD") { return .vcf }
    return start.contains("BEGIN:VCALENDAR") || start.contains("BEGIN:VEVENT") ? .ics : nil
  }

  private static func xml(_ text: Substring) -> FileFormat? {
    let start = text.prefix(8192)
    if start.contains("ClinicalDocument") { return .ccda }
    if start.contains("<HealthData") || start.contains("<!DOCTYPE HealthData") { return .appleHealth }
    return start.contains("http://hl7.org/fhir") ? .fhir : nil
  }

  private static func json(_ text: String, _ path: String) -> FileFormat? {
    let name = path.split(separator: "/").last.map { $0.lowercased() } ?? ""
    func has(_ key: String) -> Bool { text.contains("\"\(key)\"") }
    if has("_kind"), has("_id") { return .jsonl }
    if has("resourceType") { return .fhir }
    if has("event_id"), has("sender") || has("room_id") { return .matrix }
    if has("envelope") || has("sourceUuid") || has("serverGuid") || has("conversationId") { return .signal }
    if has("sender_name"), has("timestamp_ms") {
      // Both share one form, and differ only in the names that they mention.
      let isInstagram = path.lowercased().contains("instagram") || text.contains("your_instagram_activity")
      return isInstagram ? .instagram : .messenger
    }
    if has("threadName"), has("senderName") { return .messenger }
    if has("timestampEdited") || has("ID") && has("Contents") { return .discord }
    if has("personal_information") || has("from_id") || has("chats") && has("messages") { return .telegram }
    if has("selector") || text.contains("http://www.w3.org/ns/anno") { return .annotations }
    if has("ts"), has("user") || has("text") { return .slack }
    let isDay = name.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}\.json/#) != nil
    if isDay || ["channels.json", "users.json", "dms.json", "groups.json", "mpims.json"].contains(name) {
      return .slack
    }
    let systems = ["sam", "purus", "freethoughts", "planner", "messaging"]
    return systems.contains(where: has) || name.hasPrefix("daybook") ? .json : nil
  }

  private static func plain(_ text: Substring, _ name: String) -> FileFormat? {
    let lines = text.split(separator: "\n", maxSplits: 60, omittingEmptySubsequences: false).prefix(60)
    guard let first = lines.first else { return nil }
    if first.hasPrefix("From "), lines.dropFirst().first?.contains(":") == true { return .mbox }
    if isMail(lines) { return .eml }
    if lines.prefix(20).contains(where: isChat) { return .whatsapp }
    if name.hasSuffix(".md") || name.hasSuffix(".markdown") { return .markdown }
    if name.hasSuffix(".csv") || name.hasSuffix(".tsv") { return .csv }
    return nil
  }

  /// Whether the lines are header fields, one of which only mail has.
  private static func isMail(_ lines: ArraySlice<Substring>) -> Bool {
    guard lines.first?.prefixMatch(of: #/[A-Za-z][A-Za-z0-9\-]*:/#) != nil else { return false }
    let mail = ["from:", "received:", "message-id:", "return-path:", "delivered-to:", "mime-version:"]
    return lines.prefix { !$0.trimmingPrefix(while: \.isWhitespace).isEmpty }.count {
      let line = $0.lowercased()
      return mail.contains { line.hasPrefix($0) }
    } >= 2
  }

  /// `24.11.26, 10:15 - Ann: …` or `[24/11/2026, 10:15:00] Ann: …`.
  private static func isChat(_ line: Substring) -> Bool {
    let line = line.drop { !$0.isASCII || $0 == "[" }
    let pattern =
      #/[0-9]{1,4}[.\/\-][0-9]{1,2}[.\/\-][0-9]{1,4},?.{1,2}[0-9]{1,2}[:.][0-9]{2}.{0,12}?(\]| [\-–]) [^:]{1,60}:/#
    return line.prefixMatch(of: pattern) != nil
  }
}

/// The failures of the first lines of a file, held back until a line is valid. If none of ``countMax`` lines is valid,
/// the file has another format, which is reported once.
public struct FirstLines<Failure> {
  /// The number of lines that are looked at.
  public static var countMax: Int { 20 }

  private var held: [Failure] = []
  private var isOver = false

  public init() {}

  /// - Returns: whether it is held; false once a line was valid.
  public mutating func hold(_ failure: Failure) -> Bool {
    guard !isOver else { return false }
    held.append(failure)
    return true
  }

  /// The first failure, once there are so many that the file must have another format.
  public var verdict: Failure? { held.count >= Self.countMax ? held.first : nil }

  /// The failures that were held, now that a line is valid or the file has ended.
  public mutating func release() -> [Failure] {
    isOver = true
    defer { held = [] }
    return held
  }
}
