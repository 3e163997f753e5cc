public import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension PurusLedger {
  /// A record with its entries in the cloud form, with the bytes of its documents; nil when there is no such
  /// record. O(the record). It contains all values, including sensitive ones.
  public func cloudDocument(of record: Ref<MedicalRecord>) async throws -> CloudDocument? {
    guard let row = try await ledger.get(kind: MedicalRecord.kind, id: record.rawValue) else { return nil }
    var entries: [String: [JSONObject]] = [:]
    for list in EntryList.all {
      let ids = (row[list.relation]?.array ?? []).compactMap(\.string)
      var made: [JSONObject] = []
      for id in ids {
        if let entry = try await ledger.get(kind: list.kind, id: id) {
          made.append(try await cloudFields(of: entry))
        }
      }
      entries[list.cloudName] = made
    }
    return CloudDocument(fields: try await cloudFields(of: row), entries: entries)
  }

  /// The written fields of an entity and its defaults, including unknown fields, without relations and computed fields.
  private func cloudFields(of row: Row) async throws -> JSONObject {
    let isEntry = row.kind != MedicalRecord.kind
    var object = JSONObject()
    for field in row.fields {
      guard let schema = ledger.schemas[row.kind]?.field(field.name) else {
        object[field.name] = field.value
        continue
      }
      switch schema.type {
      case .one, .many: continue
      case .data: object[field.name] = try await inlined(field.value)
      default:
        if schema.isProjection { continue }
        object[field.name] = CloudValue.exported(field.value, schema.type, isEntry: isEntry)
      }
    }
    object["uuid"] = .string(row.id)
    return object
  }

  /// A blob's content as base64; the reference itself if the content is missing here.
  private func inlined(_ value: JSONValue) async throws -> JSONValue {
    guard let bytes = try await ledger.blobs.bytes(referredToBy: value) else { return value }
    return .string(Data(bytes).base64EncodedString())
  }
}

extension PurusLedger {
  /// Imports records in their cloud form: creates those that do not exist here, and writes the differences of the
  /// others.
  ///
  /// Importing the same documents again writes nothing, and so does importing a record into the ledger that exported
  /// it. Deleted entities stay deleted; fields that a document does not contain stay as they are. Unknown keys are
  /// kept.
  ///
  /// - Parameters:
  ///   - documents: the records in their cloud form, one document each.
  ///   - zone: the time zone of birthdays that are written as moments other than midnight in UTC.
  ///   - isComplete: whether the documents are complete: an entry that is missing from one of their lists is then gone,
  ///     and returns with a document that has it.
  ///   - options: with `AppendOptions.exceedsBounds` also values that lie beyond the bounds of their fields.
  /// - Throws: `LedgerError` with code `bad-data`, naming kind, field and rule, `line` being the document's
  ///   place, from 1; then nothing is written.
  public func importCloudDocuments(
    _ documents: [CloudDocument], zone: TimeZoneRule = .utc, isComplete: Bool = false,
    options: AppendOptions = AppendOptions()
  ) async throws -> SyncReceipt {
    var options = options
    options.keepsUnknownFields = true
    let bounds = options.exceedsBounds ? nil : WriteMoment(SystemClock.now(), in: zone)
    do {
      return try await ledger.sync(options) { state, store in
        var run = CloudImport(isComplete: isComplete, zone: zone, bounds: bounds)
        for (index, document) in documents.enumerated() {
          do {
            try run.add(document, in: state, store: store)
          } catch let error as LedgerError {
            throw DocumentRefusal(index: index, error: error)
          }
        }
        return run.plan
      }
    } catch let refusal as DocumentRefusal {
      var error = refusal.error
      error.line = refusal.index + 1
      throw error
    } catch var error as LedgerError {
      // It is the place of an event, which the user did not write.
      error.line = nil
      throw error
    }
  }
}

/// The refusal of one of several documents, with the reason.
private struct DocumentRefusal: Error {
  /// From 0.
  var index: Int
  var error: LedgerError
}
