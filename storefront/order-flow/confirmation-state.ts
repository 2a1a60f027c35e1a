/** The cart that the holder has ordered: asking for it again answers the same order. Its number, once it is known. */
export type ConfirmationState = { cart?: string; order?: string }

export function confirmationState(state: unknown): ConfirmationState {
  const { cart, order } = (state ?? {}) as ConfirmationState
  return {
    ...(typeof cart === 'string' ? { cart } : {}),
    ...(typeof order === 'string' ? { order } : {}),
  }
}
