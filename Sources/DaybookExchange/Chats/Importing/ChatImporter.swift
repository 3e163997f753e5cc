public import Daybook
import DaybookInput
import DaybookModel
import Messaging

/// Imports the chats of one network into a ledger.
public struct ChatImporter: Importer {
  /// How the files of a network are read.
  public struct Options: Sendable {
    /// The time zone of the phone or computer that made the export, for times that have none.
    var zone: any ZoneOffsets
    /// The order of WhatsApp's dates; nil: as the file itself shows; if it does not, the fallback.
    public var dateOrder: DateOrder?
    /// The order of the numbers in a date that fits several orders.
    public var fallbackOrder = DateOrder.dayMonthYear
    /// The ledger's user whose chats they are, by id, name or address; nil: the only user.
    public var user: String?
    /// Other names of the user in the chat.
    public var ownNames: [String] = []
    /// The name of the chat, instead of the file's name.
    public var chatName: String?
    /// The ledger's name for the source; nil: the network's name.
    public var sourceName: String?

    /// Options with the time zone of times that name none.
    public init(zone: any ZoneOffsets) { self.zone = zone }
  }

  private let options: Options
  private let source: SyncSource
  private let network: ChatNetwork
  /// Set when the ledger is first read, because it knows its user.
  private var mapping: ChatMapping?
  private var files: any ChatFiles
  private var reader: (any ChatReader)?
  private var ready: ArraySlice<ImportStep> = []
  private var isAtEnd = false
  private let paths: [String]
  /// Set once all messages are read.
  private var beside: (() throws -> FilesBeside.Found?)?
  private var besideBytes: Int64 = 0
  /// Whether nothing was found yet in the file that is being read.
  private var isUnfound = false
  /// The paths named by the user in which nothing was found yet.
  private var unfound: ArraySlice<String>
  /// Notices that this run has given; none is repeated.
  private var noticed: Set<String> = []
  /// Members of the export's objects that are not imported.
  private var unread = UnreadElements()

  /// Opens the files of one network. Nothing is read yet.
  ///
  /// - Parameters:
  ///   - network: the network that wrote the files.
  ///   - paths: files, folders or archives.
  ///   - options: how they are read.
  public init(_ network: ChatNetwork, _ paths: [String], _ options: Options) throws {
    (self.network, self.paths, self.options) = (network, paths, options)
    unfound = paths[...]
    source = SyncSource(.chat, name: options.sourceName ?? network.rawValue)
    switch network {
    case .whatsapp: files = WhatsAppFiles(paths, options)
    case .slack: files = try SlackFiles(paths)
    case .matrix, .telegram, .signal, .messenger, .instagram, .discord:
      files = PlainFiles(network, paths, options)
    }
  }

  /// The one source of the import.
  public var sources: [SyncSource] { [source] }
  public var bytesRead: Int64 { files.bytesRead + besideBytes }

  public mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
    var mapping =
      self.mapping
      ?? ChatMapping(ChatIdentity(network: network, own: Self.own(options, in: state), source: source))
    defer { self.mapping = mapping }
    self.mapping = nil
    while true {
      if let step = ready.popFirst() { return step }
      if let step = try nextStep() {
        take(step, to: &mapping, in: state)
      } else if let last = mapping.rest(in: state) {
        return .record(last)
      } else if let found = try fileBeside(mapping.beside) {
        ready.append(contentsOf: mapping.fileSteps(found))
        besideBytes += found.stream.bytesRead
      } else if let notice = unread.takeNotice() {
        return .notice(notice)
      } else {
        return nil
      }
    }
  }

  private mutating func fileBeside(_ files: FilesBeside) throws -> FilesBeside.Found? {
    let next = beside ?? files.reading(paths)
    beside = next
    return try next()
  }

  private mutating func take(
    _ step: ChatStep, to mapping: inout ChatMapping, in state: borrowing LedgerState
  ) {
    switch step {
    case .event(let event, let place):
      ready.append(contentsOf: mapping.steps(event, at: place, in: state))
    case .skipped(let reason, let place): ready.append(.skipped(place.remark(reason)))
    case .unread(let names, let place):
      unread.note(names, in: place.file)
    case .notice(let text, let place):
      if noticed.insert("\(place.file) \(text)").inserted { ready.append(.notice(place.remark(text))) }
    }
  }

  /// The ledger's user, by the names that the ledger and the caller know.
  private static func own(_ options: Options, in state: borrowing LedgerState) -> ChatSelf? {
    var users: [(id: String, names: [String])] = []
    state.forEach(User.kind) { user in
      guard user.text("importedFrom") == nil else { return }
      users.append(
        (user.id, [user.text("displayName"), user.text("email")].compactMap { $0 }.filter { !$0.isEmpty }))
    }
    guard let name = options.user else {
      switch users.count {
      case 0: return options.ownNames.first.map { ChatSelf(user: $0, names: options.ownNames) }
      case 1: return ChatSelf(user: users[0].id, names: users[0].names + options.ownNames)
      default: return nil
      }
    }
    let key = PersonName.key(name)
    let found =
      users.first { $0.id == name } ?? users.first { $0.names.contains { PersonName.key($0) == key } }
    return ChatSelf(user: found?.id ?? name, names: (found?.names ?? []) + options.ownNames)
  }

  /// The next step of the file that is being read, else of the next file.
  private mutating func nextStep() throws -> ChatStep? {
    while !isAtEnd {
      if reader == nil {
        switch try files.next() {
        case .reader(let next): (reader, isUnfound) = (next, true)
        case .step(let step):
          if case .event = step { markFound() }
          return step
        case nil: isAtEnd = true
        }
        continue
      }
      do {
        if let step = try reader?.nextStep() {
          if isUnfound, !step.isUnread { markFound() }
          return step
        }
        reader = nil
        if isUnfound, files.isNamed {
          markFound()
          return nothing(in: files.name)
        }
      } catch let error as JSONError {
        reader = nil
        markFound()
        return .skipped(
          reason: "not strict JSON: \(error)", at: ChatPlace(files.name, .byte, Int64(error.offset)))
      } catch {
        // The rest of the file is skipped.
        reader = nil
        throw error
      }
    }
    return unfound.popFirst().map { nothing(in: $0) }
  }

  private func nothing(in name: String) -> ChatStep {
    let nested = InputTree.holdsArchive(name) ? "; \(InputTree.isNestedReason)" : ""
    let reason =
      InputPlace.isEmptyFile(name)
      ? InputTree.isEmptyReason
      : "it holds no messages of \(network.rawValue) in a known form\(nested)"
    return .skipped(reason: reason, at: ChatPlace(name, .line, 1))
  }

  /// Notes that something was found in the file, or that its error is known.
  private mutating func markFound() {
    isUnfound = false
    let name = files.name
    // A result before any file is opened is about all of them.
    if name.isEmpty { unfound = [] }
    let path = unfound.firstIndex { path in
      path == name || path == "-" && name == InputTree.standardInputName
        || name.hasPrefix(path.hasSuffix("/") ? path : path + "/")
    }
    if let path { unfound.remove(at: path) }
  }
}

extension ChatPlace {
  func record(_ entities: [ImportedEntity], _ source: SyncSource) -> ImportedRecord {
    switch unit {
    case .line: ImportedRecord(file: file, line: Int(clamping: number), entities: entities, source: source)
    case .byte: ImportedRecord(file: file, byte: number, entities: entities, source: source)
    }
  }

  func remark(_ reason: String) -> SyncRemark {
    switch unit {
    case .line: SyncRemark(file: file, line: Int(clamping: number), reason: reason)
    case .byte: SyncRemark(file: file, byte: number, reason: reason)
    }
  }
}
