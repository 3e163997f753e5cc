/// A JSON object: members in the order of their keys' bytes, no key twice.
///
/// A `Dictionary<String, …>` would merge keys that are canonically equivalent (NFC and NFD);
/// here two keys are one only if their bytes are.
public struct JSONObject: Sendable, Equatable {
  /// A key and its value.
  public struct Member: Sendable, Equatable {
    /// The key without escapes; two keys are one only if their UTF-8 is.
    public var key: String
    /// The value, which may be null: a null member is a member too.
    public var value: JSONValue

    /// A member, which an object sorts by its key.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }

    public static func == (left: Member, right: Member) -> Bool {
      left.key.utf8.elementsEqual(right.key.utf8) && left.value == right.value
    }
  }

  /// Ascending by key bytes.
  public private(set) var members: [Member] = []

  public init() {}

  /// The last of several equal keys counts.
  public init(_ pairs: some Sequence<(String, JSONValue)>) {
    for (key, value) in pairs {
      // Most are in order already.
      if let last = members.last, !ByteOrder.precedes(last.key, key) {
        self[key] = value
      } else {
        members.append(Member(key: key, value: value))
      }
    }
  }

  /// `members` must be ascending by key bytes, each key once.
  package init(sortedMembers members: [Member]) { self.members = members }

  /// Whether the object is `{}`.
  public var isEmpty: Bool { members.isEmpty }
  /// How many members the object has, including null ones.
  public var count: Int { members.count }
  /// The keys, ascending by their bytes. O(n).
  public var keys: [String] { members.map(\.key) }

  /// The value of `key`; setting nil removes the member. O(log n) to read.
  public subscript(key: String) -> JSONValue? {
    get {
      let place = position(of: key)
      return place.found ? members[place.index].value : nil
    }
    set {
      let place = position(of: key)
      switch (place.found, newValue) {
      case (true, .some(let value)): members[place.index].value = value
      case (true, .none): members.remove(at: place.index)
      case (false, .some(let value)): members.insert(Member(key: key, value: value), at: place.index)
      case (false, .none): break
      }
    }
  }

  private func position(of key: String) -> (index: Int, found: Bool) {
    ByteOrder.withBytes(of: key) { wanted in
      var low = 0
      var high = members.count
      while low < high {
        let middle = (low + high) / 2
        let order = ByteOrder.withBytes(of: members[middle].key) { ByteOrder.compare($0, wanted) }
        if order == 0 { return (middle, true) }
        if order < 0 { low = middle + 1 } else { high = middle }
      }
      return (low, false)
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The last of several equal keys counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }
}

extension JSONObject: Sequence {
  /// The members, ascending by key bytes.
  public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}
