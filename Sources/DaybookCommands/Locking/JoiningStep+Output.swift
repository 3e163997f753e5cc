import Daybook

extension Joining.Step {
  /// For people.
  func page(_ path: String) -> OutputPage {
    switch self {
    case .asking(let device, let fingerprint):
      var page = OutputPage(title: "This device asks for access to a locked ledger.")
      page.add("ledger", path)
      page.add("device", device.description)
      page.add("fingerprint", fingerprint.joined(separator: " "))
      page.add(
        text: "On a device that is a member, once the folder has been copied there, type:",
        "daybook device approve \(device)")
      return page
    case .offered(let words, let member):
      var page = OutputPage(title: "The device \(member) offers access. It must show these words:")
      page.add(text: "", WordGrid.text(words))
      return page
    case .confirmed(let device):
      var page = OutputPage(title: "The words are confirmed. This device waits to be approved.")
      page.add("device", device.description)
      page.add(
        text: "", "Say yes on the other device, too, and have the ledger's folder copied here.")
      return page
    case .member: return OutputPage(title: "This device is a member: it can read the ledger and write in it.")
    case .revoked:
      var page = OutputPage(title: "This device was revoked: it cannot read what is written now.")
      page.add(text: "To ask for access as a new device, type:", "daybook device join --again")
      return page
    }
  }

  /// For programs.
  var row: OutputRow {
    switch self {
    case .asking(let device, let fingerprint):
      OutputRow([
        ("step", "asking"), ("device", .string(device.description)),
        ("fingerprint", .array(fingerprint.map { .string($0) })),
      ])
    case .offered(let words, let member):
      OutputRow([
        ("step", "offered"), ("by", .string(member.description)),
        ("words", .array(words.map { .string($0) })),
      ])
    case .confirmed(let device):
      OutputRow([("step", "confirmed"), ("device", .string(device.description))])
    case .member: OutputRow([("step", "member")])
    case .revoked: OutputRow([("step", "revoked")])
    }
  }
}
