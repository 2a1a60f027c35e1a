export const CODE_PATTERN = /^[a-z0-9][a-z0-9-]{0,79}$/

export const parseWholeNumber = (cell: string): number | null =>
  /^\d{1,9}$/.test(cell) ? Number(cell) : null

const FORMATTED_NUMBER =
  /^(?:€\s*)?(\d{1,9}|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)(?:[.,](?:0{1,2}|-))?(?:\s*(?:€|points?|pts?\.?|punten|pt\.?|punkte))?$/i

/**
 * '8,00', '€ 8', '8 punten' and '1.200' are whole numbers in a spreadsheet's format. A text that can be read in two
 * ways is refused: '3.000' is three thousand or three, '4–8' and '3 (was 5)' are two numbers.
 */
export function suggestWholeNumber(cell: string): string | null {
  const [, number] = FORMATTED_NUMBER.exec(cell.replaceAll(/\s+/g, ' ').trim()) ?? []
  if (number === undefined || /^\d{1,3}[.,]000$/.test(number)) return null
  const digits = number.replaceAll(/[.,]/g, '')
  return digits.length > 9 ? null : String(Number(digits))
}

export function suggestCode(cell: string): string | null {
  const code = cell
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 80)
  return CODE_PATTERN.test(code) ? code : null
}

/** The closest name with at most three errors, or null. */
export function findNearestName(cell: string, names: readonly string[]): string | null {
  const text = cell.toLowerCase()
  let nearest: string | null = null
  let fewestErrors = Math.min(3, Math.ceil(text.length / 3))
  for (const name of names) {
    if (Math.abs(name.length - text.length) > fewestErrors) continue
    const errors = countErrors(text, name)
    if (errors < fewestErrors || (errors === fewestErrors && nearest === null)) {
      nearest = name
      fewestErrors = errors
    }
  }
  return nearest
}

/** Edit distance: changed, missing and additional characters. */
function countErrors(a: string, b: string): number {
  let lastRow = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const currentRow = [row]
    for (let column = 1; column <= b.length; column += 1) {
      currentRow[column] = Math.min(
        (lastRow[column] ?? 0) + 1,
        (currentRow[column - 1] ?? 0) + 1,
        (lastRow[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1),
      )
    }
    lastRow = currentRow
  }
  return lastRow[b.length] ?? 0
}
