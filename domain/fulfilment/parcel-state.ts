export const PARCEL_STATES = ['sent', 'delivered', 'lost', 'refused'] as const
export type ParcelState = (typeof PARCEL_STATES)[number]

/** What was lost may be found; what its reader refused comes back, and what arrived has arrived. */
const moves: Record<ParcelState, readonly ParcelState[]> = {
  sent: ['delivered', 'lost', 'refused'],
  lost: ['delivered', 'refused'],
  delivered: [],
  refused: [],
}

export const canMoveParcel = (from: ParcelState, to: ParcelState) => moves[from].includes(to)

/** What a colleague took for lost or refused may never have been; what arrived has arrived. */
export const canPutRight = (from: ParcelState, to: ParcelState) =>
  isUndeliverable(from) && !isUndeliverable(to)

/** So the carrier will not bring it. */
export const isUndeliverable = (state: ParcelState) => state === 'lost' || state === 'refused'

/** Carriers use free text. Unknown text leaves the state at 'sent'. */
export function parcelStateOf(words: string): ParcelState {
  const text = words.toLowerCase()
  if (/\b(lost|missing|vermist|verloren)\b/.test(text)) return 'lost'
  if (/refus|geweiger|return(ed|ing)? to sender|retour afzender|undeliverable/.test(text))
    return 'refused'
  if (/not (yet )?delivered|niet bezorgd|undelivered/.test(text)) return 'sent'
  return /\b(delivered|bezorgd|afgeleverd)\b/.test(text) ? 'delivered' : 'sent'
}
