/** Allows for two swapped letters and a missing one. */
export const NEAR = 3

/** The most similar known name, if it is close enough. Short names allow fewer errors. */
export function nearestName(asked: string, known: Iterable<string>): string | undefined {
  const most = Math.min(NEAR, Math.floor(asked.length / 2))
  const [nearest] = [...known]
    .map((name) => ({ name, steps: stepsBetween(asked.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.steps - other.steps)
  return nearest && nearest.steps <= most ? nearest.name : undefined
}

/** The number of letters to insert, remove or replace. */
export function stepsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [row, letter] of one.split('').entries()) {
    const now = [row + 1]
    for (const [at, theirs] of other.split('').entries())
      now.push(
        Math.min(
          (now[at] ?? 0) + 1,
          (before[at + 1] ?? 0) + 1,
          (before[at] ?? 0) + (letter === theirs ? 0 : 1),
        ),
      )
    before = now
  }
  return before.at(-1) ?? 0
}
