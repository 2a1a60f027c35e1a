import { refused } from '#contract/refusal.ts'
import { canMoveParcel, hasFallen, type ParcelState } from '#domain/parcel-state.ts'
import { needsPerson, noLongerNeeds } from '#server/books/needs-person.ts'
import {
  findOrder,
  type OrderRow,
  openForLateNews,
  saveEvent,
} from '#server/books/order-queries.ts'
import { queueMail } from '#server/books/queue-mail.ts'
import type { Transaction } from '#server/db/database.ts'
import type { Shop } from '#server/door/shop.ts'
import { beginChoosing } from '#server/orders/begin-choosing.ts'
import { moveLines } from '#server/orders/move-lines.ts'

/**
 * Moves the lines of an asking as far as their parcels say: what is packed whole is on its way, and has come when all of its
 * parcels have. A line of which no parcel speaks stays where the warehouse's own words have brought it.
 */
export async function moveByParcels(sql: Transaction, number: string, round: number) {
  for (const to of ['shipped', 'delivered'] as const) {
    const order = await findOrder(sql, number)
    if (!order) return
    const ready = new Set(
      order.lines.flatMap(({ line, quantity }) => {
        const parts = order.parcels.flatMap((parcel) =>
          parcel.round !== round || hasFallen(parcel.state)
            ? []
            : parcel.lines
                .filter((one) => one.line === line)
                .map((one) => ({ pieces: one.quantity, state: parcel.state })),
        )
        const packed = parts.reduce((sum, { pieces }) => sum + pieces, 0)
        const come = parts.every(({ state }) => state === 'delivered')
        return packed >= quantity && (to === 'shipped' || come) ? [line] : []
      }),
    )
    await moveLines(
      sql,
      order,
      (line) => line.deliveryCondition === 'monta' && line.round === round && ready.has(line.line),
      to,
    )
  }
}

type Told = {
  number: string
  code: string
  state: ParcelState
  /** Who says so at the desk; null: the carrier. */
  by: number | null
}

/**
 * What a carrier or a colleague says of one parcel of a locked order. What will not be brought is for its holder to choose
 * anew, or for a person, as the channel says. Answers whether it was news.
 */
export async function parcelIs(shop: Shop, sql: Transaction, { number, code, state, by }: Told) {
  const order = await findOrder(sql, number)
  const parcel = order?.parcels.find((one) => one.code === code)
  if (!order || !parcel || !canMoveParcel(parcel.state, state)) return false
  const at = shop.ports.clock.now()
  await openForLateNews(sql, order, 'a carrier told late')
  await sql`
    update parcel set state = ${state}, state_at = ${at},
      delivered_at = case when ${state} = 'delivered' then ${at}::timestamptz end
    where order_number = ${number} and code = ${code} and month = ${order.month}`
  await saveEvent(sql, {
    number,
    type: `parcel-${state}`,
    description: code,
    sourceId: `parcel ${number} ${code} ${state}`,
    at,
  })
  await noLongerNeeds(sql, 'parcel-lost', `${number}:${code}`)
  if (hasFallen(state)) await seeTo(shop, sql, order, { code, state, by })
  else await moveByParcels(sql, number, parcel.round)
  if (state === 'delivered') {
    const { channelId, language, person } = order
    const mail = { subjectId: `${number}:${code}`, channelId, language, recipient: person.email }
    await queueMail(shop, sql, { template: 'order-delivered', ...mail })
  }
  return true
}

async function seeTo(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  { code, state, by }: Pick<Told, 'code' | 'state' | 'by'>,
) {
  const { number, channelId } = order
  const [channel] = await sql<{ how: string }[]>`
    select fallen_parcel as how from channel where id = ${channelId}`
  const left =
    channel?.how === 'person' ? 'asked' : await chooseForParcel(shop, sql, number, code, by)
  if (left === 'chosen') return
  await needsPerson(sql, {
    kind: 'parcel-lost',
    subject: `${number}:${code}`,
    cause: state,
    reason: state,
    channelId,
    orderNumber: number,
    detail: { code, state },
  })
}

/** The holder chooses in the place of what was in it; 'open' where somebody has to look what that was. */
export async function chooseForParcel(
  shop: Shop,
  sql: Transaction,
  number: string,
  code: string,
  staffId: number | null,
): Promise<'chosen' | 'open'> {
  const parcel = (await findOrder(sql, number))?.parcels.find((one) => one.code === code)
  if (!parcel || parcel.lines.length === 0) return 'open'
  const cause = parcel.state === 'refused' ? 'refused' : 'lost'
  for (const { line, quantity } of parcel.lines) {
    const order = await findOrder(sql, number)
    // What has been chosen for already, or given back, is nobody's to choose.
    const still = order?.lines.find((one) => one.line === line && one.round === parcel.round)
    if (!order || !still || still.fallen || still.state === 'cancelled') continue
    const pieces = Math.min(quantity, still.quantity - still.credited - still.withdrawn)
    if (pieces <= 0) continue
    const begun = await beginChoosing(shop, sql, order, { line, quantity: pieces, cause, staffId })
    if (refused(begun)) return 'open'
  }
  return 'chosen'
}
