// Swift's Mutex takes a contended lock in a library that is built without the thread sanitizer, which
// then reports what the mutex orders as races. Linked into the tests, these two functions stand before
// that library's own and say what they order. Linux only; elsewhere the system's locks are known.

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

// The calling convention of a Swift method: `self` lies in a register of its own.
#define SWIFT_METHOD __attribute__((swiftcall))
#define SWIFT_SELF __attribute__((swift_context)) void *self

static void *next(const char *symbol) {
  void *found = dlsym(RTLD_NEXT, symbol);
  if (!found) abort();
  return found;
}

// Synchronization._MutexHandle._lockSlow(_: UInt32)
SWIFT_METHOD void lockSlow(uint32_t thread, SWIFT_SELF) __asm__(
    "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");

SWIFT_METHOD void lockSlow(uint32_t thread, SWIFT_SELF) {
  SWIFT_METHOD void (*lock)(uint32_t, SWIFT_SELF) = next("$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF");
  lock(thread, self);
  __tsan_acquire(self);
}

// Synchronization._MutexHandle._unlockSlow()
SWIFT_METHOD void unlockSlow(SWIFT_SELF) __asm__("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");

SWIFT_METHOD void unlockSlow(SWIFT_SELF) {
  SWIFT_METHOD void (*unlock)(SWIFT_SELF) = next("$s15Synchronization12_MutexHandleV11_unlockSlowyyF");
  __tsan_release(self);
  unlock(self);
}
