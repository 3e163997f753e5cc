import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

/// How a device joins a locked ledger: it asks, both screens show the same words, and somebody confirms on both.
public struct Joining: Sendable {
  /// How far a device has got.
  public enum Step: Sendable, Equatable {
    /// It is a member: the ledger can be opened.
    case member
    /// Its device file is in the folder. A member has to approve it.
    case asking(device: ReplicaID, fingerprint: [String])
    /// A member offers to let it in: the member's screen must show these words, too. See ``Joining/confirm(_:)``.
    case offered(words: [String], by: ReplicaID)
    /// The device confirmed, and waits for the member's approval and key file to be copied here.
    case confirmed(device: ReplicaID)
    /// It was revoked. ``Joining/again()`` asks for access as a new device.
    case revoked
  }

  private let place: LedgerPlace
  private let options: LedgerOptions

  /// - Parameters:
  ///   - path: the ledger's folder.
  ///   - options: settings, such as the state directory, in which this device's keys are kept.
  public init(at path: String, options: LedgerOptions = LedgerOptions()) {
    self.init(LedgerPlace(path), options: options)
  }

  package init(_ place: LedgerPlace, options: LedgerOptions) { (self.place, self.options) = (place, options) }

  /// Makes this device's keys and its device file if they are missing, and returns how far it has got. Call it again
  /// whenever files were copied. Takes a second or more if there is an offer.
  ///
  /// - Throws: ``LedgerError``: `refused` for a ledger that is not locked, `unreadable-key`.
  public func step() async throws -> Step {
    let (place, identity, key) = try asking()
    try await returnToLock(place, key)
    if let kept = try place.device.keptLock() {
      // Also for a lock that it left: its request would be in vain.
      let notice = try place.device.revocation(
        of: identity.replica, in: place.store, ledger: place.descriptor.ledger, [key], kept.lock(), nil)
      if notice != nil { return .revoked }
      if !kept.isUnlocked { return try await confirmedStep(identity) }
    }
    if let offer = try place.offer(to: key, identity.replica) {
      let own = try place.keys(identity, key)
      return .offered(words: place.words(offer, own).words, by: offer.member.replica)
    }
    return .asking(
      device: identity.replica,
      fingerprint: JoiningWords.fingerprint(
        of: try place.keys(identity, key), ledger: place.descriptor.ledger))
  }

  /// Makes this device's keys and its device file where they are missing.
  func ask() throws { _ = try asking() }

  /// - Parameter despiteClock: makes a new replica where the last one's clock is far ahead of this machine's.
  private func asking(despiteClock: Bool = false) throws -> (Place, Identity, AgeIdentity) {
    let place = try Place(self.place, options)
    let identity = try place.identity(despiteClock: despiteClock)
    let key = try place.device.madeDeviceKey()
    try DeviceFiles(place.store, ledger: place.descriptor.ledger).write(key, identity.key)
    return (place, identity, key)
  }

  /// Confirms on this device that the words on both screens are the same. From now on this machine counts what the lock
  /// of the offer counts, and follows no other lock.
  ///
  /// - Parameter words: the words that were compared; another offer may have arrived since.
  public func confirm(_ words: [String]) throws {
    let place = try Place(self.place, options)
    let identity = try place.identity()
    let key = try place.device.madeDeviceKey()
    guard let offer = try place.offer(to: key, identity.replica),
      place.words(offer, try place.keys(identity, key)).words == words
    else {
      throw LedgerError(.refused, "the offer with these words is no longer here", advice: "compare again")
    }
    _ = try place.device.begun(identity.replica)
    try place.device.pin(offer.lock)
  }

  /// Asks for access anew. A revoked device asks as a new one; what it wrote before stays in the ledger as it is. A
  /// device that confirmed another lock than the others asks for theirs. A device whose own keys are damaged or gone
  /// asks as a new one; the remains of its keys stay in the state.
  ///
  /// - Throws: ``LedgerError`` with code `refused` for a device that is a member, by the ledger's only lock.
  public func again() async throws {
    if try giveUpDamaged() { return }
    // A device that asks as a new one on purpose may have had a clock that was ahead.
    _ = try asking(despiteClock: true)
    let step = try await step()
    if step == .member, try await !hasOtherLock() {
      throw LedgerError(.refused, "this device is a member already", file: self.place.path)
    }
    let place = try Place(self.place, options)
    if step == .revoked { return try place.device.leave(try place.identity().replica) }
    // A device that only asks has no lock to leave.
    guard try place.device.pinned() != nil else { return }
    try place.device.noteUnlocked()
  }

  /// Whether keys of this device were damaged: then it is a new device now.
  private func giveUpDamaged() throws -> Bool {
    let place = try Place(self.place, options)
    guard try place.device.damage() != nil else { return false }
    try place.device.giveUp(try place.identity().replica)
    return true
  }

  /// Returns to the lock that this device ended by unlocking, if members still write for it and made no other lock.
  private func returnToLock(_ place: Place, _ key: AgeIdentity) async throws {
    guard let kept = try place.device.keptLock(), kept.isUnlocked else { return }
    let rings = FoundRings(in: place.store, ledger: place.descriptor.ledger, identities: [key])
    if let error = rings.unreadable.first { throw LedgerError(unreadableKey: error) }
    if rings.rings.isEmpty { return }
    try place.device.pin(kept.lock())
    guard (try? await hasOtherLock()) ?? true else { return }
    try place.device.noteUnlocked()
  }

  /// Whether the ledger has another lock than the one that this device confirmed: a member states it, or a device that
  /// is not a member keeps a ring.
  private func hasOtherLock() async throws -> Bool {
    let ledger = try place.open(options)
    do {
      let answer = try await ledger.hasOtherLock()
      await ledger.close()
      return answer
    } catch {
      await ledger.close()
      throw error
    }
  }

  private func confirmedStep(_ identity: Identity) async throws -> Step {
    let ledger: Ledger
    do { ledger = try place.open(options) } catch let error
      as LedgerError
      where error.code == .locked
    {
      return .confirmed(device: identity.replica)
    }
    do {
      let step = try await step(of: identity.replica, in: ledger)
      await ledger.close()
      return step
    } catch {
      await ledger.close()
      throw error
    }
  }

  private func step(of device: ReplicaID, in ledger: Ledger) async throws -> Step {
    switch try await ledger.listDevices().first(where: { $0.replica == device })?.status {
    case .member:
      // It publishes its name, and lets the others read what it will write.
      do { try await ledger.makeReplica() } catch let error as LedgerError where error.code == .busy {
        // Another program on this machine writes: then it has a name already.
      }
      return .member
    case .revoked: return .revoked
    case .waiting, nil: return .confirmed(device: device)
    }
  }

  /// The folder and this machine.
  private struct Place {
    let store: any FileStore
    let machine: Machine
    let descriptor: LedgerDescriptor
    let state: any FileStore
    let device: DeviceState
    let options: LedgerOptions

    init(_ place: LedgerPlace, _ options: LedgerOptions) throws {
      (store, machine) = try place.files(options)
      descriptor = try LedgerDescriptor.settled(in: store, path: place.path)
      guard try descriptor.isLocked || Self.hasRings(store) else {
        throw LedgerError(
          .refused, "the ledger is not locked: every device can open it", file: place.path,
          advice: "lock it with '\(Remedy.lock)'")
      }
      state = try machine.state()
      device = DeviceState(state, ledgerFolder: StateLayout.folder(ledger: descriptor.ledger))
      self.options = options
    }

    /// A copy of a ledger that was locked may lack the description that marks it as locked.
    private static func hasRings(_ store: any FileStore) throws -> Bool {
      do throws(FileError) {
        return try Inventory.scan(store).devices.contains { $0.name.kind == .keyring }
      } catch { throw LedgerError(error) }
    }

    /// The replica that this machine writes as, made where there is none.
    func identity(despiteClock: Bool = false) throws -> Identity {
      let keeper = IdentityKeeper(
        state: state, ledger: descriptor.ledger, machine: try machine.id(state), folder: try machine.folder(),
        now: options.now())
      return try keeper.open(
        wait: options.wait, makeKey: options.makeKey,
        refusal: { $1 == .clockAhead && !despiteClock ? LedgerError(clockBehind: $0) : nil }
      ) { stored in
        let folder = StateLayout.folder(ledger: descriptor.ledger, replica: stored.replica)
        // Nothing of the ledger can be read yet, so only the journal can be used.
        var history = IdentityFacts.History(
          journal: try JournalSummary.read(state, folder: folder), report: ReadReport(),
          replica: stored.replica)
        history.isLeft = try device.left().contains(stored.replica)
        return history
      }
    }

    func keys(_ identity: Identity, _ key: AgeIdentity) throws -> PublicKeys {
      guard let keys = PublicKeys(key: identity.key.publicKey, recipient: key.recipient) else {
        throw LedgerError(.refused, "files cannot be encrypted for this device's key")
      }
      return keys
    }

    /// The newest offer for this device that is not for the lock that it left.
    func offer(to key: AgeIdentity, _ own: ReplicaID) throws -> Offer? {
      let left = try device.keptLock()?.lock()
      do throws(FileError) {
        for entry in try store.list(LedgerLayout.replicas) ?? [] where entry.kind == .folder {
          guard let replica = ReplicaID(entry.name), replica != own else { continue }
          for name in try LockingFiles(of: replica, in: store, ledger: descriptor.ledger).offers {
            guard let bytes = try read(name, of: replica), let offer = Offer(bytes, key),
              offer.member.replica == replica, offer.member.ledger == descriptor.ledger,
              offer.lock != left, offer.lock.isSigned(ledger: descriptor.ledger)
            else { continue }
            return offer
          }
        }
      } catch { throw LedgerError(unreadableKey: error) }
      return nil
    }

    /// Nil for a file that is gone, or larger than a valid one can be.
    private func read(_ name: LockingFileName, of replica: ReplicaID) throws(FileError) -> [UInt8]? {
      let path = joined(LedgerLayout.folder(of: replica), "\(name)")
      do throws(FileError) {
        return try store.readAll(path, sizeBytesMax: Keyring.fileSizeBytesMax)
      } catch  where [.missing, .tooLarge].contains(error.reason) {
        return nil
      }
    }

    func words(_ offer: Offer, _ own: PublicKeys) -> JoiningWords {
      JoiningWords(
        ledger: descriptor.ledger, lock: Offer.hash(of: offer.lock), member: offer.member.keys, device: own,
        iterations: options.wordIterations)
    }
  }
}
