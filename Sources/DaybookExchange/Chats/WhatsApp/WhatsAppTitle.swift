import DaybookText

/// The name of a chat, from the name of its file: `WhatsApp Chat with Ann Lee.txt`, `WhatsApp Chat - Ann.zip`.
enum WhatsAppTitle {
  /// The words before the other person's name, in the languages of the phones.
  private static let beginnings = [
    "whatsapp chat with ", "whatsapp chat - ", "whatsapp chat mit ", "whatsapp-chat mit ",
    "chat de whatsapp con ",
    "discussion whatsapp avec ", "chat whatsapp con ", "conversa do whatsapp com ", "whatsapp-chat met ",
    "whatsapp chat met ", "чат whatsapp с контактом ", "чат whatsapp с ", "whatsapp'ta ", "chat whatsapp - ",
    "whatsapp chat ", "czat whatsapp z ", "conversation whatsapp avec ",
  ]

  /// - Parameter path: the path of the text; in an archive, after the archive's own: `WhatsApp Chat -
  ///   Ann.zip/_chat.txt`.
  static func of(_ path: String) -> String {
    let names = path.split(separator: "/").map { stem(String($0)) }
    for name in names.reversed() {
      let lower = name.lowercased()
      if let beginning = beginnings.first(where: { lower.hasPrefix($0) }) {
        let title = String(name.dropFirst(beginning.count)).trimmed
        if !title.isEmpty { return title }
      }
    }
    // iOS gives every text the same name, so its archive or folder says more.
    return names.last { $0 != "_chat" && !$0.isEmpty } ?? "chat"
  }

  /// The name without its extension, and without the number that a browser adds to a second file of the same name.
  private static func stem(_ name: String) -> String {
    var stem = name[...]
    for ending in [".txt", ".zip"] where stem.lowercased().hasSuffix(ending) {
      stem = stem.dropLast(ending.count)
    }
    if stem.last == ")", let open = stem.lastIndex(of: "("), open > stem.startIndex {
      let number = stem[stem.index(after: open)...].dropLast()
      if (1...2).contains(number.count), number.allSatisfy(\.isNumber) { stem = stem[..<open] }
    }
    return String(stem).trimmed
  }
}
