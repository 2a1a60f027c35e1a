/** Entries of a sorted list whose word has this prefix. */
export function* entriesWithPrefix<Entry>(
  sorted: readonly Entry[],
  wordOf: (entry: Entry) => string,
  prefix: string,
): Generator<Entry> {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = sorted[middle]
    if (entry !== undefined && wordOf(entry) < prefix) low = middle + 1
    else high = middle
  }
  for (let index = low; index < sorted.length; index += 1) {
    const entry = sorted[index]
    if (entry === undefined || !wordOf(entry).startsWith(prefix)) return
    yield entry
  }
}
