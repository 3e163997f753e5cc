import DaybookTestSupport
import Foundation
import Testing

/// Commands that read a ledger while another process writes and compacts it find nothing wrong, and do not hinder
/// the writer.
@Suite struct WorkBesideTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    #expect(try sandbox.daybook("init", sandbox.ledger).status == 0)
  }

  @Test func nothingIsFoundWrongWhileSomebodyWrites() throws {
    let outcome = try sandbox.shell(
      """
      line() { echo '{"op":"upsert","kind":"test.thing","id":"'$1'","set":{"a":'$1'}}'; }
      line 0 | daybook append --ledger ledger >/dev/null || exit 1
      (
        for i in $(seq 1 40); do
          line $i | daybook append --ledger ledger >/dev/null 2>>writer.err || { echo "append: $?"; exit 1; }
          daybook compact --ledger ledger >/dev/null 2>>writer.err || { echo "compact: $?"; exit 1; }
        done
      ) & writer=$!
      looks=0
      while kill -0 $writer 2>/dev/null; do
        daybook verify --ledger ledger --format json >out 2>err || { echo verify; cat out err; }
        grep -q '"findings":\\[\\]' out || { echo verify; cat out; }
        daybook replay --check --ledger ledger >out 2>err || { echo check; cat out err; }
        daybook status --ledger ledger --format json >out 2>err || { echo status; cat out err; }
        grep -q '"findings":\\[\\]' out && grep -q '"strangers":\\[\\]' out || { echo status; cat out; }
        looks=$((looks + 1))
      done
      wait $writer || { echo writer; cat writer.err; }
      [ $looks -gt 3 ] || echo "$looks looks"
      daybook query test.thing --count --ledger ledger
      """)
    #expect(outcome.output == "{\"count\":41}\n", "\(outcome.output) \(outcome.errors)")
  }

  /// The memory of what was read is one file for all processes of the machine.
  @Test func readersDoNotHinderAWriter() throws {
    let outcome = try sandbox.shell(
      """
      line() { echo '{"op":"upsert","kind":"test.thing","id":"'$1'","set":{"a":'$1'}}'; }
      line 0 | daybook append --ledger ledger >/dev/null || exit 1
      readers=
      for r in 1 2 3; do
        (while [ ! -e stop ]; do daybook status --ledger ledger >/dev/null 2>>reader.err || echo "status: $?"; done) &
        readers="$readers $!"
      done
      for i in $(seq 1 30); do line $i | daybook append --ledger ledger >/dev/null 2>>writer.err || echo "append: $?"; done
      touch stop
      wait $readers
      cat reader.err
      daybook verify --ledger ledger --format json | grep -o '"findings":\\[\\]'
      find "$DAYBOOK_STATE_DIR" -name '*.new'
      """)
    #expect(outcome.output == "\"findings\":[]\n", "\(outcome.output) \(outcome.errors)")
  }
}
