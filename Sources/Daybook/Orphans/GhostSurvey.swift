import DaybookModel
import DaybookView

/// Finds the entities of a kind that a mistaken write made.
struct GhostSurvey {
  private(set) var ghosts: [Orphan] = []

  init(_ schema: KindSchema, in view: borrowing ViewReader) {
    let ids = view.writtenIDs(of: schema.kind)
    let suspects = ids.filter { id in
      !Self.isUUID(id) && schema.provided[id] == nil
        && view.readStored(schema.kind, id) { $0.isShown && !$0.hasSource } ?? false
    }
    guard !suspects.isEmpty else { return }
    let uuids = ids.filter { Self.isUUID($0) }.map { ($0.lowercased(), $0) }.sorted { $0.0 < $1.0 }
    let names = Self.names(of: schema, in: view)
    for id in suspects {
      let name = EntityName(kind: schema.kind, id: id)
      let isNameless = !(view.readStored(schema.kind, id) { Self.isNamed($0, schema) } ?? true)
      if id.count >= (isNameless ? Self.typedCountMin : Self.shownCountMin),
        let meant = Self.uuid(beginningWith: id, uuids)
      {
        ghosts.append(Orphan(.shortID, name, meant: EntityName(kind: schema.kind, id: meant)))
      } else if let meant = names[TextFolding.fold(OneLine.of(id))]?.first(where: { $0.id != id }),
        isNameless
      {
        var ghost = Orphan(.name, name, meant: EntityName(kind: schema.kind, id: meant.id))
        ghost.isMeantHidden = meant.isHidden
        ghosts.append(ghost)
      } else if view.readStored(schema.kind, id, { $0.isBare }) ?? false {
        ghosts.append(Orphan(.empty, name))
      }
    }
  }

  /// Lists show at least eight characters of an id.
  private static var shownCountMin: Int { 8 }
  /// A command finds an entity by four. A text this short is more likely an id of its own, but then its entity has a
  /// name.
  private static var typedCountMin: Int { 4 }

  /// Whether a stored field names it. What a kind calls an entity without a name, such as "Unnamed Person", is not a
  /// name.
  private static func isNamed(_ entity: borrowing EntityReader, _ schema: KindSchema) -> Bool {
    for field in schema.naming.names + schema.naming.addresses where schema.isStored(field) {
      let texts = entity.text(field).map { [$0] } ?? entity.texts(field)
      if texts.contains(where: { !OneLine.of($0).isEmpty }) { return true }
    }
    return false
  }

  private static func isUUID(_ id: String) -> Bool {
    id.utf8.count == 36
      && id.utf8.enumerated().allSatisfy { place, byte in
        switch place {
        case 8, 13, 18, 23: byte == UInt8(ascii: "-")
        default:
          switch byte {
          case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
          default: false
          }
        }
      }
  }

  private static func uuid(beginningWith text: String, _ uuids: [(lower: String, id: String)]) -> String? {
    let text = text.lowercased()
    var (low, high) = (0, uuids.count)
    while low < high {
      let middle = (low + high) / 2
      if uuids[middle].lower < text { low = middle + 1 } else { high = middle }
    }
    return low < uuids.count && uuids[low].lower.hasPrefix(text) ? uuids[low].id : nil
  }

  /// The ids of existing entities, by their folded names and addresses, and whether it is a hidden field that says so.
  private static func names(
    of schema: KindSchema, in view: borrowing ViewReader
  ) -> [[UInt8]: [(id: String, isHidden: Bool)]] {
    var names: [[UInt8]: [(id: String, isHidden: Bool)]] = [:]
    let fields = schema.naming.names + schema.naming.addresses
    for id in view.writtenIDs(of: schema.kind) {
      view.read(schema.kind, id) { entity in
        // By their folded form: spellings that differ in case alone say the same.
        var texts: [[UInt8]: Bool] = [:]
        for field in fields {
          let isHidden = schema.hides(field)
          for text in entity.text(field).map({ [$0] }) ?? entity.texts(field) {
            let folded = TextFolding.fold(OneLine.of(text))
            texts[folded] = isHidden && (texts[folded] ?? true)
          }
        }
        if let name = entity.calledName { texts[TextFolding.fold(OneLine.of(name))] = false }
        for (text, isHidden) in texts where !text.isEmpty {
          names[text, default: []].append((id, isHidden))
        }
      }
    }
    return names
  }
}
