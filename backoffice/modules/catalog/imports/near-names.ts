const MIN_SIMILARITY = 0.35
const MAX_SUGGESTIONS = 3

/** Known names with a similar spelling, the most similar first. */
export function nearNames(text: string, names: readonly string[]): string[] {
  const pairs = pairsOf(text)
  return names
    .map((name) => ({ name, similarity: similarityOf(pairs, pairsOf(name)) }))
    .filter(({ similarity }) => similarity >= MIN_SIMILARITY)
    .toSorted((one, other) => other.similarity - one.similarity)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name)
}

/** The share of pairs of letters that two texts have in common (Dice). */
function similarityOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0
  const common = [...one].filter((pair) => other.has(pair)).length
  return (2 * common) / (one.size + other.size)
}

/** The pairs of letters in a text: 'te' and 'ea' for 'tea'. Each word starts with a space, so that first letters count. */
function pairsOf(text: string): ReadonlySet<string> {
  const letters = ` ${text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()}`
  return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)))
}

/** The first name in a cell of a sheet that is unknown. Several names are separated as the import reads them. */
export function unknownName(cell: string, isKnown: (name: string) => boolean): string {
  const parts = cell.includes(',') || cell.includes('|') ? cell.split(/[,|]/) : cell.split(/\s+/)
  const names = parts.map((part) => part.trim()).filter((part) => part !== '')
  return names.find((name) => !isKnown(name)) ?? cell.trim()
}
