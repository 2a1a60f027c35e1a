import type { Line, Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { isUndeliverable } from '#domain/fulfilment/parcel-state.ts'

type Parcel = Order['parcels'][number]

/** Units of one line. */
export type PackedUnits = { line: Line; quantity: number }

export type ParcelGroup =
  | { kind: 'parcel'; parcel: Parcel; packed: PackedUnits[] }
  | { kind: 'unsent' | 'untracked' | 'digital' | 'cancelled'; packed: PackedUnits[] }

/** The gifts of an order, by the parcel that they are in. Gifts that are in no parcel come after them. */
export function parcelGroups({ lines, parcels, state }: Order): ParcelGroup[] {
  const byLine = new Map(lines.map((line) => [line.line, line]))
  const inParcels = parcels.map((parcel) => ({
    kind: 'parcel' as const,
    parcel,
    packed: parcel.lines.flatMap((packed) => {
      const line = byLine.get(packed.line)
      // Units that were split off since are counted with their own line.
      return line ? [{ line, quantity: Math.min(packed.quantity, line.quantity) }] : []
    }),
  }))
  // The units of a lost parcel are to be sent again, unless their line has ended or its recipient is choosing.
  const isToSend = ({ state, fallen }: Line) =>
    !fallen && state !== 'shipped' && state !== 'delivered'
  const packedQuantity = (line: Line) =>
    inParcels
      .filter(({ parcel }) => !isToSend(line) || !isUndeliverable(parcel.state))
      .flatMap(({ packed }) => packed.filter((units) => units.line === line))
      .reduce((sum, { quantity }) => sum + quantity, 0)
  const notPacked = lines.flatMap((line) => {
    const quantity = line.quantity - packedQuantity(line)
    return quantity > 0 ? [{ line, quantity }] : []
  })
  const kindOf = ({ line }: PackedUnits) => {
    if (line.state === 'cancelled' || state === 'cancelled') return 'cancelled'
    if (line.delivery === 'digital') return 'digital'
    return line.state === 'shipped' || line.state === 'delivered' ? 'untracked' : 'unsent'
  }
  const others = (['unsent', 'untracked', 'digital', 'cancelled'] as const).map((kind) => ({
    kind,
    packed: notPacked.filter((packed) => kindOf(packed) === kind),
  }))
  return [...inParcels, ...others.filter(({ packed }) => packed.length > 0)]
}
