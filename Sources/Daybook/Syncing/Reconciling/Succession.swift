public import DaybookModel
public import DaybookView

/// What a source says anew of an entity that turned out to be another one, as it goes to that other one.
public struct Succession {
  /// The entity that was deleted. It keeps what its source said last, so that the same statement is not news the next
  /// time.
  public let former: SyncedEntity
  /// The entity that it turned out to be, which is not deleted.
  public let successor: SyncedEntity
  /// The fields that pass to the successor, as the kind's schema declares them.
  public let rule: SuccessorRule
  /// Fields of the former that another machine wrote without knowing of the delete: the successor never got them, so
  /// what the source says of them is news.
  public let unseen: Set<String>

  /// A succession; by default the successor got all that was written of the former.
  public init(
    _ former: SyncedEntity, to successor: SyncedEntity, _ rule: SuccessorRule, unseen: Set<String> = []
  ) {
    (self.former, self.successor, self.rule, self.unseen) = (former, successor, rule, unseen)
  }

  /// - Parameter news: the fields that the source gives other values than it did.
  /// - Returns: what the successor gets of them; empty where it has it all.
  public func fields(_ news: JSONObject) -> JSONObject {
    var set = JSONObject()
    for field in rule.others {
      guard let value = news[field], !Self.isEmpty(value), Self.isEmpty(successor.values[field]) else {
        continue
      }
      set[field] = value
    }
    let known = rule.texts + [rule.list]
    let held = known.flatMap { field in
      (unseen.contains(field) ? [] : Self.texts(former.values[field])) + Self.texts(successor.values[field])
    }
    let more = EmailAddress.distinct(
      known.flatMap { Self.texts(news[$0]) }, besides: held + known.flatMap { Self.texts(set[$0]) })
    if !more.isEmpty {
      let list = Self.texts(successor.values[rule.list]) + more
      set[rule.list] = .array(list.map { .string($0) })
    }
    return set
  }

  private static func isEmpty(_ value: JSONValue?) -> Bool {
    value?.isNull ?? true || value == "" || value == []
  }

  private static func texts(_ value: JSONValue?) -> [String] {
    value?.string.map { [$0] } ?? (value?.array ?? []).compactMap(\.string)
  }
}
