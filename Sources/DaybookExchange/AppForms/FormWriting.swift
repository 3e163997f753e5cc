public import Daybook

/// The whole document: `{"sam":{"people":[…],…},"purus":{…},…}`.
public struct FormWriting {
  private let kinds: [String]
  private let query: (String) throws -> [Row]
  private var export: FormExport
  private var write: ([UInt8]) throws -> Void
  /// How many entities were written.
  public private(set) var entityCount = 0
  /// How many blobs were not in the ledger, so that a reference was written instead.
  public var missingCount: Int { export.missingCount }

  /// - Parameters:
  ///   - kinds: those to write.
  ///   - schemas: the schemas of the kinds, which distinguish stored fields from computed ones.
  ///   - query: the entities of a kind.
  ///   - content: the bytes of a data field's value; nil: not on this machine, so the reference is written instead.
  ///   - write: receives the document's bytes, piece by piece.
  public init(
    kinds: [String], schemas: SchemaRegistry, query: @escaping (String) throws -> [Row],
    content: @escaping (JSONValue) throws -> [UInt8]?, write: @escaping ([UInt8]) throws -> Void
  ) {
    (self.kinds, self.write) = (kinds, write)
    // In the order in which they were written, because some apps depend on that order.
    self.query = { kind in try query(kind).sorted { ($0.written, $0.id) < ($1.written, $1.id) } }
    export = FormExport(schemas, content: content)
  }

  public mutating func run() throws {
    let systems = FormNames.systems.filter { system in kinds.contains { $0.hasPrefix(system + ".") } }
    try put("{")
    for (index, system) in systems.enumerated() {
      try put((index == 0 ? "\n" : ",\n") + "\"\(system)\":{")
      switch system {
      case "messaging": try writeDocuments()
      case "purus": try writeRecords()
      default: try writeLists(of: system)
      }
      try put("}")
    }
    try put("\n}\n")
  }

  private mutating func writeLists(of system: String) throws {
    var isFirst = true
    for (list, kind) in FormNames.lists[system] ?? [] where kinds.contains(kind) {
      try writeList(list, try query(kind), &isFirst)
    }
  }

  private mutating func writeList(_ list: String, _ rows: [Row], _ isFirst: inout Bool) throws {
    guard !rows.isEmpty else { return }
    try put((isFirst ? "\n" : ",\n") + "\"\(list)\":[")
    isFirst = false
    for (index, row) in rows.enumerated() {
      try put(index == 0 ? "\n" : ",\n")
      try put(.object(try export.object(row)))
    }
    try put("]")
  }

  /// Each record with its entries; entries without one by themselves.
  private mutating func writeRecords() throws {
    var entries: [String: [String: [Row]]] = [:]
    var alone: [(list: String, rows: [Row])] = []
    let records = kinds.contains("purus.medicalRecord") ? try query("purus.medicalRecord") : []
    let ids = Set(records.map(\.id))
    for (_, kind) in FormExport.cloudLists where kinds.contains(kind) {
      var rest: [Row] = []
      for row in try query(kind) {
        if let record = row["record"]?.string, ids.contains(record) {
          entries[record, default: [:]][kind, default: []].append(row)
        } else {
          rest.append(row)
        }
      }
      alone.append((String(kind.dropFirst("purus.".count)), rest))
    }
    var isFirst = true
    if !records.isEmpty {
      try put("\n\"medicalRecords\":[")
      isFirst = false
      for (index, record) in records.enumerated() {
        try put(index == 0 ? "\n" : ",\n")
        try put(.object(try export.cloudRecord(record, entries[record.id] ?? [:])))
        entityCount += (entries[record.id] ?? [:]).values.reduce(0) { $0 + $1.count }
      }
      try put("]")
    }
    for (list, rows) in alone { try writeList(list, rows, &isFirst) }
  }

  /// Writes one document for each entity, by their paths; a message with its files.
  private mutating func writeDocuments() throws {
    var isFirst = true
    var files: [String: [Row]] = [:]
    var alone: [Row] = []
    if kinds.contains("messaging.attachment") {
      let isNested = kinds.contains("messaging.message")
      for row in try query("messaging.attachment") {
        if isNested, let message = row["message"]?.string {
          files[message, default: []].append(row)
        } else {
          alone.append(row)
        }
      }
    }
    for (_, kind) in FormNames.lists["messaging"] ?? []
    where kinds.contains(kind) && kind != "messaging.attachment" {
      for row in try query(kind) {
        var object = try export.object(row)
        if let own = files.removeValue(forKey: row.id) {
          object["attachments"] = .array(try own.map { .object(try export.object($0)) })
          entityCount += own.count
        }
        try writeDocument(FormExport.path(row), object, &isFirst)
      }
    }
    for row in alone + files.sorted(by: { $0.key < $1.key }).flatMap(\.value) {
      try writeDocument(FormExport.path(row), try export.object(row), &isFirst)
    }
  }

  private mutating func writeDocument(_ path: String, _ object: JSONObject, _ isFirst: inout Bool) throws {
    try put(isFirst ? "\n" : ",\n")
    isFirst = false
    try write(JSONValue.string(path).canonicalBytes)
    try put(":")
    try put(.object(object))
  }

  private func put(_ text: String) throws { try write(Array(text.utf8)) }

  private mutating func put(_ value: JSONValue) throws {
    entityCount += 1
    try write(value.canonicalBytes)
  }
}

extension Row {
  /// The stamp of the last write; as texts, stamps are in the order of time.
  fileprivate var written: String { stamp?.description ?? "" }
}
