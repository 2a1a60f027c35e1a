/** Allows for two swapped letters and a missing one. */
export const MAX_STEPS = 3

/** The most similar known name, if it is close enough. Short names allow fewer errors. */
export function findNearestName(name: string, known: Iterable<string>): string | undefined {
  const maxSteps = Math.min(MAX_STEPS, Math.floor(name.length / 2))
  const [nearest] = [...known]
    .map((candidate) => ({
      name: candidate,
      steps: editSteps(name.toLowerCase(), candidate.toLowerCase()),
    }))
    .sort((first, second) => first.steps - second.steps)
  return nearest && nearest.steps <= maxSteps ? nearest.name : undefined
}

/** The number of letters to insert, remove or replace. */
export function editSteps(first: string, second: string): number {
  let previousRow = Array.from({ length: second.length + 1 }, (_, column) => column)
  for (const [rowIndex, letter] of first.split('').entries()) {
    const row = [rowIndex + 1]
    for (const [column, otherLetter] of second.split('').entries())
      row.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (previousRow[column + 1] ?? 0) + 1,
          (previousRow[column] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      )
    previousRow = row
  }
  return previousRow.at(-1) ?? 0
}
