import DaybookModel

/// The people and channels of an export, out of `users.json`, `channels.json`, `groups.json`, `dms.json` and
/// `mpims.json`: they are read before any message, because messages name them only by their ids.
struct SlackDirectory: Sendable {
  private(set) var people: [String: ChatPerson] = [:]
  /// By the name of their folder, and by their id.
  private(set) var chats: [String: Chat] = [:]
  /// The ids of the participants, by the chat's key.
  private(set) var members: [(chat: Chat, people: [String])] = []

  /// Members of its files that are not imported, once for each person or channel that has them.
  private(set) var unread: [String] = []

  init() {}

  static let parts = ["users.json", "channels.json", "groups.json", "dms.json", "mpims.json"]

  static func isPart(_ fileName: String) -> Bool { parts.contains(fileName) }

  /// `2024-01-31.json`, as the files in a channel's folder are called.
  static func isDay(_ fileName: String) -> Bool { CivilDay(fileName.stem) != nil }

  mutating func add(_ fileName: String, _ entry: JSONObject) {
    guard let id = entry.identifier("id") else { return }
    noteUnread(fileName, entry)
    if fileName == "users.json" {
      people[id] = Self.person(id, entry)
      return
    }
    let name = entry.text("name")
    // A conversation of two is named after the other person.
    let chat = Chat(
      key: id, title: fileName == "dms.json" || fileName == "mpims.json" ? nil : name.map { "#" + $0 })
    chats[id] = chat
    if let name { chats[name] = chat }
    members.append((chat, entry["members"]?.array?.compactMap(\.string) ?? []))
  }

  private mutating func noteUnread(_ fileName: String, _ entry: JSONObject) {
    let profile = entry["profile"]?.object ?? [:]
    for name in ["title", "phone", "status_text", "skype"] where profile.text(name) != nil {
      unread.append("profile.\(name)")
    }
    for name in ["topic", "purpose"] where entry[name]?.object?.text("value") != nil { unread.append(name) }
    if entry["pins"]?.array?.isEmpty == false { unread.append("pins") }
  }

  func person(_ id: String) -> ChatPerson { people[id] ?? ChatPerson(key: id) }

  var text: SlackText {
    var names = people.mapValues(\.name)
    for (chat, _) in members { names[chat.key] = chat.title.map { String($0.dropFirst()) } }
    return SlackText(names: names)
  }

  private static func person(_ id: String, _ entry: JSONObject) -> ChatPerson {
    let profile = entry["profile"]?.object ?? [:]
    let name =
      profile.text("display_name") ?? profile.text("real_name") ?? entry.text("real_name")
      ?? entry.text("name")
    return ChatPerson(
      key: id, name: name ?? "", email: profile.text("email"),
      photoURL: ["image_192", "image_512", "image_72", "image_original"].lazy.compactMap { profile.text($0) }
        .first)
  }
}
