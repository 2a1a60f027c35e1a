/**
 * A test worker does not notice when its run is killed. It would continue for minutes, with its browser and shops.
 * This file runs with each test file and registers once.
 */
const REGISTERED = Symbol.for('giftpoint.ends-with-its-run')

if (!Reflect.has(globalThis, REGISTERED)) {
  Reflect.set(globalThis, REGISTERED, true)
  process.once('disconnect', () => process.exit(1))
}
