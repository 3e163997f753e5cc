import ArgumentParser
import Daybook

/// `daybook unlock`
struct UnlockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "Decrypt a locked ledger: anybody with its folder can read it again.",
    discussion: """
      Decrypts every file that this device can open. After an interruption, run it again. Other members have to run \
      'daybook unlock', too, each on its own machine; 'daybook status' tells them. Until then they keep encrypting \
      what they write; this device can still read it: run this again to decrypt it. The exit status is 1 if files \
      stayed encrypted because no key here opens them.

      Examples:
        daybook unlock
      """)

  @Flag(name: .shortAndLong, help: "Unlock without asking.")
  var yes = false

  @Flag(help: "Unlock although commits of revoked and unknown devices, which do not count, will count then.")
  var countAll = false

  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    let path = try LedgerLocation.find(named: selection.ledger)
    let ledger = try await selection.open()
    let status = try await ledger.replicas.status()
    guard status.lock != nil || !status.encryptedFiles.isEmpty else {
      throw LedgerError(.refused, "the ledger is not locked", file: path)
    }
    let total = try await ledger.encryptedFileCount()
    if let lock = status.lock { try confirm(lock, files: total, of: status.ledger.path) }
    await ledger.close()
    try await unlock(path, status.ledger.id, files: total)
  }

  private func confirm(_ lock: StatusReport.Lock, files total: Int, of path: String) throws {
    var meaning = ["this will decrypt up to \(total) \(total == 1 ? "file" : "files") of \(path)"]
    meaning.append("anybody with a copy of the folder will be able to read everything that was ever written")
    if lock.members > 1 {
      meaning.append("the \(lock.members - 1) other members have to run 'daybook unlock', too")
    }
    try Confirmation.require(
      "Unlock this ledger?", isGiven: yes, what: "anybody with the folder could read everything in it",
      meaning: meaning, options.messages)
  }

  private func unlock(_ path: String, _ id: String, files total: Int) async throws {
    let count = Shared(0)
    let messages = options.messages
    let left = try await Ledger.unlock(
      at: path, countingAll: countAll, options: try selection.openOptions()
    ) { done in
      count.withLock { $0 = done }
      // The event that unlocks the ledger may add one more file.
      messages.progress("\(done) of \(max(done, total)) files decrypted")
    }
    messages.endProgress()
    try options.output.show([
      ("ledger", .string(id)), ("locked", .bool(!left.isEmpty)),
      ("decrypted", .count(count.withLock { $0 })), ("left", .array(left.map { .string($0) })),
    ])
    guard !left.isEmpty else { return }
    messages.show(
      Notice(
        "still-locked",
        "\(left.count) \(left.count == 1 ? "file stays" : "files stay") encrypted, and the ledger locked: no key on this device opens \(left.count == 1 ? "it" : "them")"
      ))
    throw Finished(ExitStatus.no)
  }
}

/// Reads a recovery key that somebody has on paper. It is never an argument, which every process on the machine could see.
enum TypedKey {
  private static let sizeBytesMax = 1 << 16
  private static let triesMax = 3

  /// From the file that was named, else from a terminal, else from the standard input.
  static func read(
    _ which: String, from selection: LedgerSelection, _ papers: RecoveryPapers, _ messages: Messages
  ) throws -> RecoverySecret {
    if let file = selection.keyFileNamed {
      return try papers.read(uncommented(InputFile.contents(file, sizeBytesMax: sizeBytesMax)))
    }
    guard Confirmation.isPossible else {
      return try papers.read(uncommented(InputFile.contents("-", sizeBytesMax: sizeBytesMax)))
    }
    return try prompted(which, papers, messages)
  }

  /// Line by line, until there is a whole key or an empty line.
  private static func prompted(
    _ which: String, _ papers: RecoveryPapers, _ messages: Messages
  ) throws -> RecoverySecret {
    for remaining in (0..<triesMax).reversed() {
      var typed = ""
      var question = "Type \(which), line by line; an empty line ends it.\n>"
      while let line = Confirmation.answer(question), !line.allSatisfy(\.isWhitespace) {
        typed += line + "\n"
        if let key = try? papers.read(typed) { return key }
        question = ">"
      }
      do { return try papers.read(typed) } catch let error as LedgerError
        where remaining > 0 && !typed.isEmpty
      {
        messages.show(Notice("mistyped", "\(error.what); type all lines again"))
      }
    }
    throw LedgerError(.unreadableKey, "no recovery key was typed")
  }

  /// Key files may have comments.
  private static func uncommented(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("#") }.joined(separator: "\n")
  }
}
