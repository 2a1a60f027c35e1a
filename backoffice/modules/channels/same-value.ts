/** Compares field values. An empty text equals a missing value. */
export const saysTheSame = (one: unknown, other: unknown) =>
  JSON.stringify(one === '' ? null : one) === JSON.stringify(other === '' ? null : other)
