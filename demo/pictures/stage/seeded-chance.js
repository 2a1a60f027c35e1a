/** Repeatable chance: the same seed always draws the same picture. */
export function seededChance(seed) {
  let state = typeof seed === 'number' ? seed >>> 0 : textToNumber(String(seed))
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (list) => list[Math.floor(next() * list.length)],
  }
}

function textToNumber(text) {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619)
  return hash >>> 0
}

/** Smooth noise in two dimensions, about -1 to 1. */
export function softNoise(seed) {
  const { next } = seededChance(seed)
  const lattice = Array.from({ length: 4096 }, () => next() * 2 - 1)
  const at = (x, y) => lattice[(((x & 63) << 6) + (y & 63)) & 4095]
  const ease = (t) => t * t * (3 - 2 * t)
  return (x, y) => {
    const [ix, iy] = [Math.floor(x), Math.floor(y)]
    const [u, v] = [ease(x - ix), ease(y - iy)]
    const low = at(ix, iy) + (at(ix + 1, iy) - at(ix, iy)) * u
    const high = at(ix, iy + 1) + (at(ix + 1, iy + 1) - at(ix, iy + 1)) * u
    return low + (high - low) * v
  }
}
