/** Whether a field would say the same: what is empty is not there. */
export const sameValue = (one: unknown, other: unknown) =>
  JSON.stringify(one === '' ? null : one) === JSON.stringify(other === '' ? null : other)
