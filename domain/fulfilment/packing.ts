import { isUndeliverable, type ParcelState } from './parcel-state.ts'

export type Pieces = { line: number; quantity: number }
type Products = readonly { sku: string; quantity: number }[]
/** `lines` is empty if the content is unknown. */
type Packed = { state: ParcelState; lines: readonly Pieces[] }

const piecesIn = (parcels: readonly Packed[], line: number) =>
  parcels
    .flatMap(({ lines }) => lines.filter((one) => one.line === line))
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** Units of a line that are in no parcel with known content, lost or in transit. */
export const unspokenOf = ({ line, quantity }: Pieces, parcels: readonly Packed[]) =>
  Math.max(0, quantity - piecesIn(parcels, line))

/**
 * Units of a line known to be in transit or delivered. A failed parcel with unknown content may contain the remaining
 * units.
 */
export function underWay(line: Pieces & { hasLeft: boolean }, parcels: readonly Packed[]): number {
  const fell = parcels.filter(({ state }) => isUndeliverable(state))
  const known = piecesIn(
    parcels.filter(({ state }) => !isUndeliverable(state)),
    line.line,
  )
  if (!line.hasLeft || fell.some(({ lines }) => lines.length === 0)) return known
  return Math.max(known, line.quantity - piecesIn(fell, line.line))
}

type PackingInput = {
  /** Parcels as the warehouse reports them. `products` is empty if it does not report the content. */
  reported: readonly { code: string; products: Products }[]
  known: readonly (Packed & { code: string })[]
  /** `isBeingReplaced`: a replacement offer is open. */
  lines: readonly (Pieces & { sku: string; isBeingReplaced: boolean })[]
  /** More parcels of this round may follow until everything has left. */
  hasAllLeft: boolean
}

/**
 * Assigns units of order lines to parcels of one fulfilment attempt whose content was unknown. The warehouse reports
 * SKUs, and an order can have several lines of one SKU. Each unit is in one parcel, unless that parcel was lost or
 * returned. Parcels with reported SKUs are filled first. If only one parcel has no report, it gets the rest once
 * everything has been sent.
 */
export function packParcels({ reported, known, lines, hasAllLeft }: PackingInput) {
  const away = known.filter(({ state }) => !isUndeliverable(state))
  const left = lines.map(({ line, sku, quantity, isBeingReplaced }) => {
    const all = Math.max(0, quantity - piecesIn(away, line))
    const fresh = isBeingReplaced ? 0 : Math.min(all, unspokenOf({ line, quantity }, known))
    // Units of a failed parcel may be sent again. No other units replace them.
    return { line, sku, isBeingReplaced, fresh, again: all - fresh }
  })
  const silent = reported.filter(({ code }) =>
    known.every((one) => one.code !== code || one.lines.length === 0),
  )
  const packed = silent
    .filter(({ products }) => products.length > 0)
    .map(({ code, products }) => {
      const found = new Map<number, number>()
      for (const product of products) {
        let open = product.quantity
        for (const which of ['fresh', 'again'] as const) {
          for (const one of left.filter(({ sku }) => sku === product.sku)) {
            const taken = Math.min(open, one[which])
            open -= taken
            one[which] -= taken
            if (taken > 0) found.set(one.line, (found.get(one.line) ?? 0) + taken)
          }
        }
      }
      return { code, lines: [...found].map(([line, quantity]) => ({ line, quantity })) }
    })
  const [only, ...others] = silent.filter(({ products }) => products.length === 0)
  if (only && others.length === 0 && hasAllLeft) {
    const which = left.some(({ fresh }) => fresh > 0) ? 'fresh' : 'again'
    const rest = left.filter((one) => !one.isBeingReplaced && one[which] > 0)
    packed.push({
      code: only.code,
      lines: rest.map((one) => ({ line: one.line, quantity: one[which] })),
    })
  }
  return packed.filter((parcel) => parcel.lines.length > 0)
}

type Standing = {
  /** `hasLeft`: the warehouse reported the complete line as sent. */
  lines: readonly (Pieces & { hasLeft: boolean })[]
  /** All parcels that are or were in transit. */
  parcels: readonly Packed[]
  /** Number of resolved units from failed parcels with unknown content. */
  seenTo: number
}

/**
 * Lines in transit and lines delivered, by their parcels. Units outside known parcels are in unknown ones, and count
 * as delivered when all unknown parcels are. A failed unknown parcel keeps its lines open until staff resolve its
 * content.
 */
export function linesByParcels({ lines, parcels, seenTo }: Standing) {
  const unknown = parcels.filter((parcel) => parcel.lines.length === 0)
  const fell = unknown.filter(({ state }) => isUndeliverable(state))
  const come = unknown.filter(({ state }) => state === 'delivered')
  const unknownHaveCome =
    come.length > 0 && come.length + fell.length === unknown.length && fell.length <= seenTo
  const holding = (line: number) =>
    parcels.filter(
      (parcel) => !isUndeliverable(parcel.state) && parcel.lines.some((one) => one.line === line),
    )
  const sent = lines.filter(({ line, quantity }) => piecesIn(holding(line), line) >= quantity)
  const delivered = lines.filter((one) => {
    const known = holding(one.line)
    if (known.some(({ state }) => state !== 'delivered')) return false
    if (sent.includes(one)) return true
    const unspoken = unspokenOf(one, parcels)
    const isAway = piecesIn(known, one.line) + unspoken >= one.quantity
    return one.hasLeft && unspoken > 0 && isAway && unknownHaveCome
  })
  return {
    shipped: new Set(sent.map(({ line }) => line)),
    delivered: new Set(delivered.map(({ line }) => line)),
  }
}
