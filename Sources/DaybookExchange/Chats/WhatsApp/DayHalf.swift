/// The half of the day on a 12-hour clock, as phones write it in their owners' languages.
enum DayHalf: Sendable, Equatable {
  case morning, afternoon
  /// Noon: from twelve on it means the afternoon, before that the morning.
  case midday

  /// - Parameter text: the text beside the time, such as `p. m.` or `오후`; nil where it does not name a part of the
  ///   day.
  init?(_ text: some StringProtocol) {
    let word = text.lowercased().filter { !$0.isWhitespace && $0 != "." && $0 != "\u{5f4}" && $0 != "\"" }
    if Self.afternoonWords.contains(word) {
      self = .afternoon
    } else if Self.morningWords.contains(word) {
      self = .morning
    } else if word == "中午" {
      self = .midday
    } else {
      return nil
    }
  }

  /// The hour on a 24-hour clock; an hour that is not one of twelve is unchanged.
  func hour(_ hour: Int64) -> Int64 {
    switch self {
    case .morning: hour == 12 ? 0 : hour
    case .afternoon: hour < 12 ? hour + 12 : hour
    case .midday: hour < 4 ? hour + 12 : hour
    }
  }

  private static let morningWords: Set<String> = [
    "am", "a", "πμ", "ص", "قظ", "上午", "凌晨", "早上", "清晨", "午前", "오전", "पूर्वाह्न", "मपू", "sa", "fm", "vm", "ap", "de",
    "dop", "pd", "öö", "לפנהצ", "முற்பகல்", "ಪೂರ್ವಾಹ್ನ", "পূর্বাহ্ণ", "පෙව", "ก่อนเที่ยง", "priekšp", "pagi", "дп",
  ]
  private static let afternoonWords: Set<String> = [
    "pm", "p", "μμ", "م", "بظ", "下午", "晚上", "傍晚", "午後", "오후", "अपराह्न", "मउ", "ch", "em", "nm", "ip", "du",
    "odp", "md",
    "ös", "אחהצ", "பிற்பகல்", "ಅಪರಾಹ್ನ", "অপরাহ্ণ", "පව", "หลังเที่ยง", "pēcp", "petang", "пп",
  ]
}
