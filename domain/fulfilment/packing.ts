import { hasFallen, type ParcelState } from './parcel-state.ts'

export type Pieces = { line: number; quantity: number }
type Products = readonly { sku: string; quantity: number }[]
/** Without lines where nobody said what is in it. */
type Packed = { state: ParcelState; lines: readonly Pieces[] }

const piecesIn = (parcels: readonly Packed[], line: number) =>
  parcels
    .flatMap(({ lines }) => lines.filter((one) => one.line === line))
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** Of a line that many pieces are in no parcel of which it is known what is in it, be it lost or on its way. */
export const unspokenOf = ({ line, quantity }: Pieces, parcels: readonly Packed[]) =>
  Math.max(0, quantity - piecesIn(parcels, line))

/**
 * Of a line that many pieces have left and come, as far as anybody knows. A parcel that fell, and of which nobody knows what was
 * in it, may hold what is in no other.
 */
export function underWay(line: Pieces & { hasLeft: boolean }, parcels: readonly Packed[]): number {
  const fell = parcels.filter(({ state }) => hasFallen(state))
  const known = piecesIn(
    parcels.filter(({ state }) => !hasFallen(state)),
    line.line,
  )
  if (!line.hasLeft || fell.some(({ lines }) => lines.length === 0)) return known
  return Math.max(known, line.quantity - piecesIn(fell, line.line))
}

type Asked = {
  /** What the warehouse tells of; without products where it does not say what is in one. */
  told: readonly { code: string; products: Products }[]
  known: readonly (Packed & { code: string })[]
  /** `fallen`: its holder is choosing what comes in its place. */
  lines: readonly (Pieces & { sku: string; fallen: boolean })[]
  /** More parcels of this asking may come as long as not everything has left. */
  hasAllLeft: boolean
}

/**
 * Which pieces of which lines are in the parcels of one asking that said nothing of it before. A warehouse speaks of articles, an
 * order may have one of them in several lines: each piece is in one parcel, unless that was lost or came back. Those that name
 * their articles are packed first; the only one that does not has the rest, as soon as everything has left.
 */
export function packParcels({ told, known, lines, hasAllLeft }: Asked) {
  const away = known.filter(({ state }) => !hasFallen(state))
  const left = lines.map(({ line, sku, quantity, fallen }) => {
    const all = Math.max(0, quantity - piecesIn(away, line))
    const fresh = fallen ? 0 : Math.min(all, unspokenOf({ line, quantity }, known))
    // What was in a parcel that fell may be sent anew; nothing else is looked for in its place.
    return { line, sku, fallen, fresh, anew: all - fresh }
  })
  const silent = told.filter(({ code }) =>
    known.every((one) => one.code !== code || one.lines.length === 0),
  )
  const packed = silent
    .filter(({ products }) => products.length > 0)
    .map(({ code, products }) => {
      const found = new Map<number, number>()
      for (const product of products) {
        let open = product.quantity
        for (const which of ['fresh', 'anew'] as const) {
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
    const which = left.some(({ fresh }) => fresh > 0) ? 'fresh' : 'anew'
    const rest = left.filter((one) => !one.fallen && one[which] > 0)
    packed.push({
      code: only.code,
      lines: rest.map((one) => ({ line: one.line, quantity: one[which] })),
    })
  }
  return packed.filter((parcel) => parcel.lines.length > 0)
}

type Standing = {
  /** `hasLeft`: the warehouse has said so of the whole. */
  lines: readonly (Pieces & { hasLeft: boolean })[]
  /** All that are or were on their way. */
  parcels: readonly Packed[]
  /** So many gifts were seen to that were in a parcel of which nobody knows what is in it, and which fell. */
  seenTo: number
}

/**
 * Which lines of an asking are on their way, and which have come, by their parcels. What no known parcel holds is in one of the
 * unknown ones: it has come when they all have. One of these that fell keeps it open, until somebody found out what was in it.
 */
export function linesByParcels({ lines, parcels, seenTo }: Standing) {
  const unknown = parcels.filter((parcel) => parcel.lines.length === 0)
  const fell = unknown.filter(({ state }) => hasFallen(state))
  const come = unknown.filter(({ state }) => state === 'delivered')
  const unknownHaveCome =
    come.length > 0 && come.length + fell.length === unknown.length && fell.length <= seenTo
  const holding = (line: number) =>
    parcels.filter(
      (parcel) => !hasFallen(parcel.state) && parcel.lines.some((one) => one.line === line),
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
