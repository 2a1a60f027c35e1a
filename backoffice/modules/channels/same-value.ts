/** Compares field values. An empty text equals a missing value. */
export const isSameValue = (one: unknown, other: unknown) =>
  JSON.stringify(one === '' ? null : one) === JSON.stringify(other === '' ? null : other)
