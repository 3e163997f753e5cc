import DaybookLocking
package import DaybookLog
public import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How to open a ledger. The defaults suit an app on the user's own machine.
public struct LedgerOptions: Sendable {
  /// Where this machine keeps its identity, keys, locks and journals; nil: `$DAYBOOK_STATE_DIR`,
  /// else the platform's place for state. Never inside the ledger's folder.
  public var stateDirectory: String?

  /// Where this machine keeps data that can be rebuilt, such as a search index; nil: `$DAYBOOK_CACHE_DIR`, else
  /// the platform's place for caches. Deleting it is always safe.
  public var cacheDirectory: String?

  /// How long a write waits for another writer on this machine before it is refused with
  /// ``LedgerError/Code/busy``.
  public var wait: Duration = .seconds(5)

  /// The size, compressed, at which the journal is sealed.
  public var rollSizeBytes = 4 << 20

  /// zstd's level for the journal, 1 to 19.
  public var compressionLevel: Int32 = 1

  /// The name a new replica of this machine gets; nil: the host's name.
  public var replicaName: String?

  /// How often the folder is checked while somebody follows the ledger, whether or not the system reports changes; it
  /// does not report those that another machine makes on a network disk.
  public var pollInterval: Duration = .seconds(2)

  /// The time zone in which days begin, for formulas about whole days.
  public var zone = TimeZoneRule.system

  /// Keys to a locked ledger besides those of this machine: the recovery key, or a device key kept elsewhere.
  public var keys: KeySource?

  /// The wall clock: the times of stamps, of `createdAt` and `updatedAt`, and what formulas use as the present time. An
  /// app's tests set their own clock, which may stand still or jump: stamps ascend all the same.
  ///
  ///     options.now = { Instant(Date(timeIntervalSince1970: 1_795_241_580)) }
  public var now: @Sendable () -> Instant = { SystemClock.now() }

  /// 64-bit randomness for ids and salts, and the keys of new replicas. Tests inject theirs.
  package var random: @Sendable () -> UInt64 = { SystemRandom.next() }
  package var makeKey: @Sendable () -> SigningKey = { SigningKey() }
  /// The number of hash rounds for a device's words.
  package var wordIterations = JoiningWords.iterations
  /// Whether a ledger is opened from a snapshot, and when one is written.
  package var snapshots = SnapshotPolicy.measured
  /// The clock that the file system uses for file times, in nanoseconds since 1970.
  package var fileTime: @Sendable () -> Int64 = { SystemClock.fileTime() }
  /// Called with how far opening has read.
  package var progress: ReadingProgress.Sink?
  /// Called with every notice of the writer that a receipt gets, for callers that drop receipts; and when this machine
  /// starts to write as a new replica, even if the write that made the replica fails.
  package var noticed: (@Sendable (Notice) -> Void)?
  /// When a journal that is due is sealed.
  package var sealing = SealTiming.beside
  /// When what was written is published; a process that goes on writing publishes less and less often.
  package var publishing = PublishPolicy.delayed(from: .milliseconds(100), to: .seconds(10))
  /// When other processes on this machine may write; nil: only when the ledger is closed.
  package var turns: TurnPolicy? = TurnPolicy()

  public init() {}
}

/// The machine's wall clock.
public enum SystemClock {
  /// The present time, to the millisecond. It follows every correction of the clock, so it may go back.
  public static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// A file time, in nanoseconds since 1970; after the year 2262, the maximum.
  package static func fileTime(_ now: Instant = now()) -> Int64 {
    let (nanoseconds, overflows) = now.milliseconds.multipliedReportingOverflow(by: 1_000_000)
    return overflows ? now.milliseconds < 0 ? .min : .max : nanoseconds
  }
}
