/** Entries of a sorted list whose word has this prefix. */
export function* beginningWith<Entry>(
  sorted: readonly Entry[],
  wordOf: (entry: Entry) => string,
  start: string,
): Generator<Entry> {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = sorted[middle]
    if (entry !== undefined && wordOf(entry) < start) low = middle + 1
    else high = middle
  }
  for (let at = low; at < sorted.length; at += 1) {
    const entry = sorted[at]
    if (entry === undefined || !wordOf(entry).startsWith(start)) return
    yield entry
  }
}
