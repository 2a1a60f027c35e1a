export type StockStatus = 'in-stock' | 'few-left' | 'sold-out'

export const stockColours = {
  'in-stock': '#CDEEE7',
  'few-left': '#FFCA6F',
  'sold-out': '#FF686C',
} as const satisfies Record<StockStatus, string>

export type StockColour = (typeof stockColours)[StockStatus]

/** `available` is null without stock tracking, as for digital gifts. Such a gift is always available. */
export function stockStatus(
  available: number | null,
  lowAt = 5,
): { status: StockStatus; colour: StockColour } {
  const status = statusOf(available, lowAt)
  return { status, colour: stockColours[status] }
}

function statusOf(available: number | null, lowAt: number): StockStatus {
  if (available === null) return 'in-stock'
  if (available <= 0) return 'sold-out'
  return available <= lowAt ? 'few-left' : 'in-stock'
}

/** The status by its colour, because the API returns only the colour. */
export const isSoldOut = (colour: string): boolean => colour === stockColours['sold-out']
