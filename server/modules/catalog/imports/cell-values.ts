export const CODE = /^[a-z0-9][a-z0-9-]{0,79}$/

export const wholeNumber = (cell: string): number | null =>
  /^\d{1,9}$/.test(cell) ? Number(cell) : null

const DRESSED =
  /^(?:€\s*)?(\d{1,9}|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)(?:[.,](?:0{1,2}|-))?(?:\s*(?:€|points?|pts?\.?|punten|pt\.?|punkte))?$/i

/**
 * '8,00', '€ 8', '8 punten' and '1.200' are whole numbers in a spreadsheet's format. A text that can be read in two
 * ways is refused: '3.000' is three thousand or three, '4–8' and '3 (was 5)' are two numbers.
 */
export function asWhole(cell: string): string | null {
  const [, number] = DRESSED.exec(cell.replaceAll(/\s+/g, ' ').trim()) ?? []
  if (number === undefined || /^\d{1,3}[.,]000$/.test(number)) return null
  const digits = number.replaceAll(/[.,]/g, '')
  return digits.length > 9 ? null : String(Number(digits))
}

export function asCode(cell: string): string | null {
  const code = cell
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  return CODE.test(code) ? code : null
}

/** The closest name with at most two typing errors. */
export function nearest(cell: string, names: readonly string[]): string | null {
  const word = cell.toLowerCase()
  let best: string | null = null
  let least = Math.min(3, Math.ceil(word.length / 3))
  for (const name of names) {
    if (Math.abs(name.length - word.length) >= least + 1) continue
    const far = distance(word, name)
    if (far < least || (far === least && best === null)) [best, least] = [name, far]
  }
  return best
}

function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      next[to] = Math.min(
        (row[to] ?? 0) + 1,
        (next[to - 1] ?? 0) + 1,
        (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1),
      )
    }
    row = next
  }
  return row[other.length] ?? 0
}
