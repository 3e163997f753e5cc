// Plans mutations from their lines' bytes. What most mutations are, written to entities that are there or new, is
// checked and copied as it stands; whatever is of another form, or would be refused, is read and planned as values
// are. Both ways give the same events, which a test holds them to.

package import DaybookLog
package import DaybookModel
package import DaybookRecords

extension MutationPlanner {
  /// Plans the mutations of one commit. Throws ``MutationRefusal`` as
  /// ``plan(_:_:resolving:keepsUnknownFields:stamp:)`` does; what `prepare` throws, too.
  ///
  /// - Parameters:
  ///   - prepare: is given each mutation that is read, for whoever moves large values aside.
  ///   - random: gives 64 random bits.
  package mutating func plan(
    _ lines: MutationLines, _ records: borrowing Records, defaults: MutationDefaults,
    keepsUnknownFields: Bool = false, prepare: (Mutation) throws -> Mutation, random: () -> UInt64,
    stamp: () -> Stamp
  ) throws -> EventBodies {
    self.keepsUnknownFields = keepsUnknownFields
    var overlay = CommitOverlay()
    overlay.bodies.reserve(lines.count)
    var closing = ClaimClosing()
    uniques.begin()
    let span = lines.bytes.span
    for index in 0..<lines.count {
      let next = stamp()
      let line = span.extracting(lines.range(index))
      if writeCommon(line, records, &overlay, defaults, random, next) { continue }
      do {
        let mutation = try prepare(defaults.applied(to: try lines.mutation(index)))
        var first: Stamp? = next
        let all = try plan(mutation, records, overlay, nil) {
          defer { first = nil }
          return first ?? stamp()
        }
        for planned in all {
          closing.note(planned)
          write(planned, records, &overlay, random)
        }
      } catch {
        uniques.rollBack()
        guard let error = error as? LedgerError else { throw error }
        throw MutationRefusal(index: index, error: error)
      }
    }
    while let next = closing.next(overlay, records, stamp) { write(next, records, &overlay, random) }
    return overlay.bodies
  }

  private mutating func write(
    _ planned: PlannedMutation, _ records: borrowing Records, _ overlay: inout CommitOverlay,
    _ random: () -> UInt64
  ) {
    overlay.add(planned)
    claim(planned, records, overlay)
    var salt: [UInt8] = []
    if planned.isSalted { Salt.write(random(), random(), to: &salt) }
    overlay.bodies.append(planned.event(salt: String(decoding: salt, as: UTF8.self)))
  }

  /// Writes the line's event if the mutation is of the common form; otherwise changes nothing.
  private mutating func writeCommon(
    _ line: Span<UInt8>, _ records: borrowing Records, _ overlay: inout CommitOverlay,
    _ defaults: MutationDefaults, _ random: () -> UInt64, _ stamp: Stamp
  ) -> Bool {
    guard scanner.scan(line), let form = commonKind(line) else { return false }
    // Sound: the bytes are lent for the time of the closure, and the scanner's ranges are of this line.
    return line.withUnsafeBufferPointer { bytes in
      let kind = UnsafeBufferPointer(rebasing: bytes[scanner.kind.start..<scanner.kind.end])
      let id = UnsafeBufferPointer(rebasing: bytes[scanner.id.start..<scanner.id.end])
      let entity = records.kind(kind).flatMap { records.entity($0, id) }
      let target = CommonTarget(
        entity: entity, pending: overlay.find(kind, id).map { overlay[$0] }, time: stamp.time)
      guard form.takes(scanner, bytes.span, records, target) else { return false }
      if form.hasUniques, scanner.op == .delete {
        guard let schema = schemas[form.kind] else { return false }
        uniques.put(String(decoding: id, as: UTF8.self), of: schema, records, nil)
      }
      let set = form.write(scanner, bytes.span, to: &overlay.bodies.bytes, defaults, random, stamp)
      overlay.add(scanner.op, kind, id, set: set, stamp)
      return true
    }
  }

  /// The form of the scanned line's kind; nil where every mutation of it has to be read.
  private mutating func commonKind(_ line: Span<UInt8>) -> CommonKind? {
    for form in forms where CommonKind.isSame(form.name, scanner.kind, line) {
      return form.isCommon ? form : nil
    }
    let kind = line.extracting(scanner.kind.start..<scanner.kind.end).withUnsafeBufferPointer {
      String(decoding: $0, as: UTF8.self)
    }
    let form = CommonKind(kind, schemas[kind])
    if form.isRaw {
      // A refused line is still parsed, so that the error can say why.
      if !keepsUnknownFields, kindProblem(kind) != nil { return nil }
      rawKinds.insert(kind)
    }
    // Whoever uses kinds as data is served, not remembered.
    guard forms.count < Self.formCountMax else { return nil }
    forms.append(form)
    return form.isCommon ? form : nil
  }

  private static let formCountMax = 64
}
