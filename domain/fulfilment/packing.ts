import { isUndeliverable, type ParcelState } from './parcel-state.ts'

export type LineUnits = { line: number; quantity: number }
type Products = readonly { sku: string; quantity: number }[]
/** `lines` is empty if the content is unknown. */
type PackedParcel = { state: ParcelState; lines: readonly LineUnits[] }

const unitsInParcels = (parcels: readonly PackedParcel[], lineNumber: number) =>
  parcels
    .flatMap(({ lines }) => lines.filter(({ line }) => line === lineNumber))
    .reduce((sum, { quantity }) => sum + quantity, 0)

/** Units of a line that no parcel with known content contains, whatever the state of the parcel. */
export const unitsInNoParcel = ({ line, quantity }: LineUnits, parcels: readonly PackedParcel[]) =>
  Math.max(0, quantity - unitsInParcels(parcels, line))

/**
 * Units of a line known to be in transit or delivered. A failed parcel with unknown content may contain the remaining
 * units.
 */
export function unitsUnderWay(
  line: LineUnits & { hasLeft: boolean },
  parcels: readonly PackedParcel[],
): number {
  const failed = parcels.filter(({ state }) => isUndeliverable(state))
  const known = unitsInParcels(
    parcels.filter(({ state }) => !isUndeliverable(state)),
    line.line,
  )
  if (!line.hasLeft || failed.some(({ lines }) => lines.length === 0)) return known
  return Math.max(known, line.quantity - unitsInParcels(failed, line.line))
}

type PackingInput = {
  /** Parcels as the warehouse reports them. `products` is empty if it does not report the content. */
  reported: readonly { code: string; products: Products }[]
  known: readonly (PackedParcel & { code: string })[]
  /** `isBeingReplaced`: a replacement offer is open. */
  lines: readonly (LineUnits & { sku: string; isBeingReplaced: boolean })[]
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
  const deliverable = known.filter(({ state }) => !isUndeliverable(state))
  const unpacked = lines.map(({ line, sku, quantity, isBeingReplaced }) => {
    const open = Math.max(0, quantity - unitsInParcels(deliverable, line))
    const neverSent = isBeingReplaced
      ? 0
      : Math.min(open, unitsInNoParcel({ line, quantity }, known))
    // Units of a failed parcel may be sent again. No other units replace them.
    return { line, sku, isBeingReplaced, neverSent, sentAgain: open - neverSent }
  })
  const withUnknownContent = reported.filter(({ code }) =>
    known.every((parcel) => parcel.code !== code || parcel.lines.length === 0),
  )
  const packed = withUnknownContent
    .filter(({ products }) => products.length > 0)
    .map(({ code, products }) => {
      const unitsByLine = new Map<number, number>()
      for (const product of products) {
        let remaining = product.quantity
        for (const kind of ['neverSent', 'sentAgain'] as const) {
          for (const candidate of unpacked.filter(({ sku }) => sku === product.sku)) {
            const { line } = candidate
            const units = Math.min(remaining, candidate[kind])
            remaining -= units
            candidate[kind] -= units
            if (units > 0) unitsByLine.set(line, (unitsByLine.get(line) ?? 0) + units)
          }
        }
      }
      return { code, lines: [...unitsByLine].map(([line, quantity]) => ({ line, quantity })) }
    })
  const unreported = withUnknownContent.filter(({ products }) => products.length === 0)
  const [onlyUnreported] = unreported
  if (onlyUnreported && unreported.length === 1 && hasAllLeft) {
    const kind = unpacked.some(({ neverSent }) => neverSent > 0) ? 'neverSent' : 'sentAgain'
    const remaining = unpacked.filter((line) => !line.isBeingReplaced && line[kind] > 0)
    packed.push({
      code: onlyUnreported.code,
      lines: remaining.map((line) => ({ line: line.line, quantity: line[kind] })),
    })
  }
  return packed.filter((parcel) => parcel.lines.length > 0)
}

type ParcelReports = {
  /** `hasLeft`: the warehouse reported the complete line as sent. */
  lines: readonly (LineUnits & { hasLeft: boolean })[]
  /** All parcels that are or were in transit. */
  parcels: readonly PackedParcel[]
  /** Number of resolved units from failed parcels with unknown content. */
  resolvedUnits: number
}

/**
 * Lines in transit and lines delivered, by their parcels. Units outside known parcels are in unknown ones, and count
 * as delivered when all unknown parcels are. A failed unknown parcel keeps its lines open until staff resolve its
 * content.
 */
export function linesByParcels({ lines, parcels, resolvedUnits }: ParcelReports) {
  const unknown = parcels.filter((parcel) => parcel.lines.length === 0)
  const failed = unknown.filter(({ state }) => isUndeliverable(state))
  const arrived = unknown.filter(({ state }) => state === 'delivered')
  const areUnknownDelivered =
    arrived.length > 0 &&
    arrived.length + failed.length === unknown.length &&
    failed.length <= resolvedUnits
  const parcelsWithLine = (lineNumber: number) =>
    parcels.filter(
      ({ state, lines }) =>
        !isUndeliverable(state) && lines.some(({ line }) => line === lineNumber),
    )
  const sent = lines.filter(
    ({ line, quantity }) => unitsInParcels(parcelsWithLine(line), line) >= quantity,
  )
  const delivered = lines.filter((ordered) => {
    const known = parcelsWithLine(ordered.line)
    if (known.some(({ state }) => state !== 'delivered')) return false
    if (sent.includes(ordered)) return true
    const unpacked = unitsInNoParcel(ordered, parcels)
    const isComplete = unitsInParcels(known, ordered.line) + unpacked >= ordered.quantity
    return ordered.hasLeft && unpacked > 0 && isComplete && areUnknownDelivered
  })
  return {
    shipped: new Set(sent.map(({ line }) => line)),
    delivered: new Set(delivered.map(({ line }) => line)),
  }
}
