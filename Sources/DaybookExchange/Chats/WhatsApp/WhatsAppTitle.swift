import DaybookText

/// What a chat is called, by the file that holds it: `WhatsApp Chat with Ann Lee.txt`, `WhatsApp Chat - Ann.zip`.
enum WhatsAppTitle {
  /// Between the network's name and the other's, in the languages of the phones.
  private static let beginnings = [
    "whatsapp chat with ", "whatsapp chat - ", "whatsapp chat mit ", "whatsapp-chat mit ",
    "chat de whatsapp con ",
    "discussion whatsapp avec ", "chat whatsapp con ", "conversa do whatsapp com ", "whatsapp-chat met ",
    "whatsapp chat met ", "чат whatsapp с контактом ", "чат whatsapp с ", "whatsapp'ta ", "chat whatsapp - ",
    "whatsapp chat ", "czat whatsapp z ", "conversation whatsapp avec ",
  ]

  /// - Parameter path: of the text, in an archive behind the archive's own: `WhatsApp Chat - Ann.zip/_chat.txt`.
  static func of(_ path: String) -> String {
    let names = path.split(separator: "/").map { stem(String($0)) }
    for name in names.reversed() {
      let lower = name.lowercased()
      if let beginning = beginnings.first(where: { lower.hasPrefix($0) }) {
        let title = String(name.dropFirst(beginning.count)).trimmed
        if !title.isEmpty { return title }
      }
    }
    // iOS calls every text the same: then its archive or folder says more.
    return names.last { $0 != "_chat" && !$0.isEmpty } ?? "chat"
  }

  /// Without its ending, and the number that a browser gives to the second of the same name.
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
