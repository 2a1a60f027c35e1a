/**
 * A worker of the tests hears nothing of the end of a run that was killed: it would play on for minutes, and its browser
 * and its shops with it. It comes by here with each file, and needs to be told once.
 */
const TOLD = Symbol.for('giftpoint.ends-with-its-run')

if (!Reflect.has(globalThis, TOLD)) {
  Reflect.set(globalThis, TOLD, true)
  process.once('disconnect', () => process.exit(1))
}
