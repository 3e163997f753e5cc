import Synchronization

/// The code of a kind's schema, which cannot be cached: conversions, checks, formulas.
package struct KindCode: Sendable {
  var upcasts: [FieldUpcast] = []
  var checks: [EntityCheck] = []
  var derivations: [FieldDerivation] = []
  var projections: [String: ProjectionFormula] = [:]
  var codec: TypedCodec?
  var name: NameFormula?

  mutating func settle() { upcasts.sort { $0.before < $1.before } }
}

/// The code of a kind whose schema was cached: made by the kind's own declaration when first needed.
final class DeclaredCode: Sendable {
  private let made = Mutex<KindCode?>(nil)
  private let declare: @Sendable () -> KindCode

  init(_ declare: @escaping @Sendable () -> KindCode) { self.declare = declare }

  var code: KindCode {
    made.withLock { made in
      if let made { return made }
      let code = declare()
      made = code
      return code
    }
  }
}

extension KindSchema {
  enum Code: Sendable {
    case known(KindCode)
    case declared(DeclaredCode)

    var value: KindCode {
      get {
        switch self {
        case .known(let code): code
        case .declared(let declared): declared.code
        }
      }
      set { self = .known(newValue) }
    }
  }

  /// Conversions of values that older versions wrote, ascending by version once the schema is registered.
  public var upcasts: [FieldUpcast] {
    get { code.value.upcasts }
    set { code.value.upcasts = newValue }
  }

  /// The rules and bounds that a write must keep, in the order of their declarations.
  public var checks: [EntityCheck] {
    get { code.value.checks }
    set { code.value.checks = newValue }
  }

  package var derivations: [FieldDerivation] {
    get { code.value.derivations }
    set { code.value.derivations = newValue }
  }

  package var projections: [String: ProjectionFormula] {
    get { code.value.projections }
    set { code.value.projections = newValue }
  }

  /// The kind's struct; nil only before the schema is registered.
  public var codec: TypedCodec? {
    get { code.value.codec }
    set { code.value.codec = newValue }
  }

  /// Returns an entity's whole name: see ``Names``.
  package var nameFormula: NameFormula? {
    get { code.value.name }
    set { code.value.name = newValue }
  }
}
