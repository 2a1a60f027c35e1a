export const PARCEL_STATES = ['sent', 'delivered', 'lost', 'refused'] as const
export type ParcelState = (typeof PARCEL_STATES)[number]

/**
 * The states that staff see. 'late': sent more than LATE_AFTER_DAYS ago, without a later report. 'assumed': no report,
 * but the order counts its gifts as delivered.
 */
export const PARCEL_VIEWS = ['late', 'sent', 'assumed', 'delivered', 'lost', 'refused'] as const
export type ParcelView = (typeof PARCEL_VIEWS)[number]

/** More than any carrier needs within Europe. */
export const LATE_AFTER_DAYS = 7

/** A lost parcel may be found, and a refused one returns. A delivered one stays delivered. */
const moves: Record<ParcelState, readonly ParcelState[]> = {
  sent: ['delivered', 'lost', 'refused'],
  lost: ['delivered', 'refused'],
  delivered: [],
  refused: [],
}

export const canMoveParcel = (from: ParcelState, to: ParcelState) => moves[from].includes(to)

/** A wrong report of loss or refusal can be corrected. A delivered parcel stays delivered. */
export const canCorrectParcel = (from: ParcelState, to: ParcelState) =>
  isUndeliverable(from) && !isUndeliverable(to)

/** The carrier will not deliver it. */
export const isUndeliverable = (state: ParcelState) => state === 'lost' || state === 'refused'

/** Carriers use free text. Unknown text leaves the state at 'sent'. */
export function parcelStateOf(description: string): ParcelState {
  const text = description.toLowerCase()
  if (/\b(lost|missing|vermist|verloren)\b/.test(text)) return 'lost'
  if (/refus|geweiger|return(ed|ing)? to sender|retour afzender|undeliverable/.test(text))
    return 'refused'
  if (/not (yet )?delivered|niet bezorgd|undelivered/.test(text)) return 'sent'
  return /\b(delivered|bezorgd|afgeleverd)\b/.test(text) ? 'delivered' : 'sent'
}
