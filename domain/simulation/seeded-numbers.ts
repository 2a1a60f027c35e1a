/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A random entry, weighted; undefined for an empty list. */
export function pickByWeight<T>(
  all: readonly T[],
  weightOf: (one: T, place: number) => number,
  random: () => number,
): T | undefined {
  const totalWeight = all.reduce((sum, one, place) => sum + weightOf(one, place), 0)
  let left = random() * totalWeight
  return all.find((one, place) => (left -= weightOf(one, place)) < 0) ?? all.at(-1)
}
