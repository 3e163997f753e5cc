import DaybookModel

/// Entities of this kind hold personal data.
public struct Personal<Owner: Entity>: SchemaDeclaration {
  /// Sets ``KindSchema/isPersonal``.
  public let part: SchemaPart<Owner>

  public init() { part = SchemaPart { draft in draft.schema.isPersonal = true } }
}

/// Fields, relations and projections that output masks unless somebody asks for them; see ``Disclosure``. Both ends of
/// a relation are masked. A field that is derived or computed from a sensitive field is masked only if it is declared
/// too.
public struct Sensitive<Owner: Entity>: SchemaDeclaration {
  /// Sets ``FieldSchema/isSensitive`` for the fields, and for the other ends of relations among them.
  public let part: SchemaPart<Owner>

  /// The fields to mask; `id` is refused, since errors and links name it.
  public init(_ paths: PartialKeyPath<Owner>...) {
    let names = paths.map { PropertyNames.name(of: $0) }
    part = SchemaPart { draft in
      for name in names { draft.sensitive += draft.name(name, "Sensitive").map { [$0] } ?? [] }
      if draft.sensitive.contains("id") {
        draft.problems.append("id cannot be sensitive: errors and links name it")
      }
    }
  }
}

/// Times that may be a day without a time: a birthday of a contract, the day of a vaccination. Such a day is stored as its
/// midnight in UTC (`DaybookModel.Instant.wholeDay`), and is the same day in every zone.
public struct Days<Owner: Entity>: SchemaDeclaration {
  /// Sets ``FieldSchema/mayBeDay`` of the fields.
  public let part: SchemaPart<Owner>

  /// Fields of type `Date`, or optionals of it.
  public init(_ paths: PartialKeyPath<Owner>...) {
    let names = paths.map { PropertyNames.name(of: $0) }
    part = SchemaPart { draft in
      for name in names { draft.days += draft.name(name, "Days").map { [$0] } ?? [] }
    }
  }
}

/// Fields whose texts a search for words ignores, since they repeat other texts.
public struct Unsearched<Owner: Entity>: SchemaDeclaration {
  /// Sets ``FieldSchema/isUnsearched`` of the fields.
  public let part: SchemaPart<Owner>

  /// The fields to leave out of the search; queries read them as usual.
  public init(_ paths: PartialKeyPath<Owner>...) {
    let names = paths.map { PropertyNames.name(of: $0) }
    part = SchemaPart { draft in
      for name in names { draft.unsearched += draft.name(name, "Unsearched").map { [$0] } ?? [] }
    }
  }
}

/// What `dismiss` and `restore` write.
public struct Dismissal<Owner: Entity>: SchemaDeclaration {
  /// Sets ``KindSchema/dismissal``.
  public let part: SchemaPart<Owner>

  /// `dismiss` writes the event's time, `restore` null.
  public init<Value>(_ path: KeyPath<Owner, Value?>) {
    self.init(path, dismissed: .now, restored: .value(.null))
  }

  /// `dismiss` writes one value, `restore` the other: `state` to done, and back to needsReview.
  public init<Value: OpenEnum>(_ path: KeyPath<Owner, Value>, dismissed: Value, restored: Value) {
    self.init(
      path, dismissed: .value(.string(dismissed.rawValue)), restored: .value(.string(restored.rawValue)))
  }

  /// `dismiss` writes true, `restore` false.
  public init(_ path: KeyPath<Owner, Bool>) {
    self.init(path, dismissed: .value(.bool(true)), restored: .value(.bool(false)))
  }

  private init(
    _ path: PartialKeyPath<Owner>, dismissed: DismissalRule.Value, restored: DismissalRule.Value
  ) {
    let name = PropertyNames.name(of: path)
    part = SchemaPart { draft in
      guard let name = draft.name(name, "Dismissal") else { return }
      draft.schema.dismissal = DismissalRule(field: name, dismissed: dismissed, restored: restored)
    }
  }
}

/// An instant that reads as the time of the entity's first write while nobody wrote it. `createdAt` is one
/// without being declared.
public struct FirstWritten<Owner: Entity>: SchemaDeclaration {
  /// Sets ``FieldSchema/stampDefault`` of the field.
  public let part: SchemaPart<Owner>

  /// A field of type `Date`; its default is usually `Date.unwritten`.
  public init(_ path: PartialKeyPath<Owner>) {
    let name = PropertyNames.name(of: path)
    part = SchemaPart { draft in
      if let name = draft.name(name, "FirstWritten") { draft.stampDefaults[name] = .first }
    }
  }
}

/// An instant that reads as the time of the entity's last write while nobody wrote it. `updatedAt` and `modifiedAt` are
/// such fields without being declared.
public struct LastWritten<Owner: Entity>: SchemaDeclaration {
  /// Sets ``FieldSchema/stampDefault`` of the field.
  public let part: SchemaPart<Owner>

  /// A field of type `Date`; its default is usually `Date.unwritten`.
  public init(_ path: PartialKeyPath<Owner>) {
    let name = PropertyNames.name(of: path)
    part = SchemaPart { draft in
      if let name = draft.name(name, "LastWritten") { draft.stampDefaults[name] = .last }
    }
  }
}
