/** Cents to '12.34' and back without a float in between: 0.1 + 0.2 is nobody's money. */
export function decimalFromCents(cents: number) {
  if (!Number.isSafeInteger(cents) || cents < 0)
    throw new RangeError(`${cents} is no amount of cents`)
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** undefined for anything that is not an amount with exactly two decimals. */
export function centsFromDecimal(decimal: string) {
  if (!/^\d{1,12}\.\d{2}$/.test(decimal)) return undefined
  return Number(decimal.replace('.', ''))
}
