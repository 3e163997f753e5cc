public import DaybookModel
public import DaybookView

/// How a source's new values for an entity that turned out to be another one pass to that other one.
public struct Succession {
  /// The entity that was deleted. It keeps its source's last values, so that the same values are not new the next time.
  public let former: SyncedEntity
  /// The entity that it turned out to be, which is not deleted.
  public let successor: SyncedEntity
  /// The fields that pass to the successor, as the kind's schema declares them.
  public let rule: SuccessorRule
  /// Fields of the former that another machine wrote without knowing of the delete: the successor never got them, so
  /// the source's values for them are new.
  public let unseen: Set<String>

  /// A succession; by default the successor got everything that was written to the former.
  public init(
    _ former: SyncedEntity, to successor: SyncedEntity, _ rule: SuccessorRule, unseen: Set<String> = []
  ) {
    (self.former, self.successor, self.rule, self.unseen) = (former, successor, rule, unseen)
  }

  /// - Parameter news: the fields whose values in the source have changed. - Returns: the fields that the successor
  /// gets; empty if it has them all.
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
