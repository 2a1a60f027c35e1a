/** Whether a field would t the same: what is empty is not there. */
export const saysTheSame = (one: unknown, other: unknown) =>
  JSON.stringify(one === '' ? null : one) === JSON.stringify(other === '' ? null : other)
