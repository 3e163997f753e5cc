public import DaybookModel
import Synchronization

/// The origin of a struct of an ``Entity``. The struct's id carries it, so that saving the struct writes what its
/// holder changed and leaves alone what others wrote. It does not affect the id: it is neither compared nor stored.
package final class Provenance: Sendable {
  /// The entity as it was read.
  package struct Reading: Sendable {
    /// The ledger's id.
    package var ledger: String
    package var row: Row
    /// False for a reading of the past.
    package var isPresent: Bool
    /// Data fields whose content was not on this machine.
    package var absentData: Set<String>
    /// The fields as the struct spells them, which differ from the row if this version cannot read a value.
    package var fields: @Sendable () throws -> JSONObject

    package init(
      ledger: String, row: Row, isPresent: Bool, absentData: Set<String>,
      fields: @escaping @Sendable () throws -> JSONObject
    ) {
      (self.ledger, self.row, self.isPresent) = (ledger, row, isPresent)
      (self.absentData, self.fields) = (absentData, fields)
    }
  }

  /// The last save of the struct, or of a copy of it.
  package struct Saved: Sendable {
    package var ledger: String
    /// The entity's id; it differs from the struct's if a natural key gave it.
    package var id: String
    package var fields: JSONObject
    /// The first save, for a struct that was not read.
    package var first: JSONObject
    package var stamp: Stamp?
    /// Identifies the entity's stored fields after the save; nil for a struct that was read if none of the saves wrote
    /// anything.
    package var state: Int?

    package init(ledger: String, id: String, fields: JSONObject, first: JSONObject, stamp: Stamp?) {
      (self.ledger, self.id, self.fields) = (ledger, id, fields)
      (self.first, self.stamp) = (first, stamp)
    }
  }

  package let reading: Reading?
  /// The id that was generated for a new struct. An id from a natural key replaces it.
  package let generatedID: String?
  private let state = Mutex<Saved?>(nil)

  package init(reading: Reading? = nil, generatedID: String? = nil) {
    (self.reading, self.generatedID) = (reading, generatedID)
  }

  package var saved: Saved? { state.withLock { $0 } }

  package func note(_ saved: Saved) { state.withLock { $0 = saved } }

  /// The stamp up to which the holder knows the entity.
  package var stamp: Stamp? { saved?.stamp ?? reading?.row.stamp }
}

extension Entity {
  /// The stamp of the entity's last write when this value was read, or when it was last saved; nil for a value that was
  /// neither read nor saved. Pass it as ``AppendOptions/expect``.
  public var readStamp: Stamp? { id.provenance?.stamp }
}
