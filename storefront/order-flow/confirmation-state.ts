/** `cart`: the ordered cart, for which a repeated request returns the same order. `order`: its number, once known. */
export type ConfirmationState = { cart?: string; order?: string }

export function confirmationState(state: unknown): ConfirmationState {
  const { cart, order } = (state ?? {}) as ConfirmationState
  return {
    ...(typeof cart === 'string' ? { cart } : {}),
    ...(typeof order === 'string' ? { order } : {}),
  }
}
