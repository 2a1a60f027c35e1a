/** So many side by side, each beginning the next one when it is done. */
export async function inSequence<T>(
  all: readonly T[],
  atOnce: number,
  act: (one: T) => Promise<void>,
) {
  const waiting = [...all]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}
