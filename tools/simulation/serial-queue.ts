/** Runs this many at a time. Each starts the next one when it ends. */
export async function runConcurrently<T>(
  all: readonly T[],
  atOnce: number,
  run: (one: T) => Promise<void>,
) {
  const waiting = [...all]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
