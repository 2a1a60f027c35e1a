import { orderPoints } from '#domain/cart/cart-rules.ts'
import type { Delivery, DeliveryCondition } from '#domain/fulfilment/delivery.ts'
import { fallbackOrder, type Language, languageOf } from '#domain/language.ts'
import { orderUndoUntil } from '#domain/orders/undo-window.ts'
import { variantIn } from '#server/modules/catalog/variant-label.sql.ts'
import { companyAddress } from '#server/modules/cart/cart-response.ts'
import { openCart, type Person } from '#server/modules/cart/cart.sql.ts'
import { type Channel, findChannel } from '#server/modules/channels/core/channel.sql.ts'
import type { NewLine } from '#server/modules/checkout/placement/order-line-texts.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { capturePoints, reservePoints } from '#server/modules/vouchers/ledger.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { moveStock } from '#server/modules/inventory/stock.sql.ts'
import { insertOrderedCart } from '#server/modules/cart/cart-of-order.sql.ts'
import { insertSentConfirmation } from '#server/modules/mail/queue/mail-state.sql.ts'

export type PastOrder = {
  voucherId: number
  channelId: string
  points: number
  firstName: string
  language: string
  spentOn: { sku: string; quantity: number }[]
  placedAt: Date
}

export type PastOrderPlan = {
  channel: Channel
  language: Language
  lines: NewLine[]
  total: number
}

const HOUR = 3_600_000
const hoursAfter = (date: Date, hours: number) => new Date(date.getTime() + hours * HOUR)

/** Plans a past order, or returns why it is impossible. */
export async function planPastOrder(
  sql: Transaction,
  {
    channelId,
    language,
    spentOn,
    points,
  }: Pick<PastOrder, 'channelId' | 'language' | 'spentOn' | 'points'>,
): Promise<PastOrderPlan | string> {
  const channel = await findChannel(sql, channelId)
  if (!channel) throw new Error(`channel ${channelId} not found`)
  const languages = fallbackOrder(languageOf(language), channel.defaultLanguage)
  const lines = await linesOf(sql, { channelId, spentOn }, languages)
  if (typeof lines === 'string') return lines
  const total = orderPoints(lines)
  if (total > points) return `this costs ${total} points, and the voucher has ${points}`
  return { channel, language: languages[0] ?? 'nl', lines, total }
}

/**
 * Inserts an order that was paid with points and delivered, with all ledger, stock and event rows that such an order
 * has.
 */
export async function insertPastOrder(
  sql: Transaction,
  past: PastOrder,
  { channel, language, lines, total }: PastOrderPlan,
): Promise<string> {
  const { voucherId, channelId, placedAt } = past
  const person = personOf(past.firstName)
  const delivery = deliveryFrom(
    channel,
    lines.map((line) => line.delivery_condition),
  )

  const cart = { voucherId, person, delivery, language, at: placedAt }
  const guid = await insertOrderedCart(sql, cart, lines)
  const [newNumber] = await sql<{ number: string }[]>`select next_order_number() as number`
  if (!newNumber) throw new Error('number of the past order not found')
  const { number } = newNumber
  const captureId = await payWithPoints(sql, past, { guid, number, total })
  const [order] = await sql<{ month: string }[]>`
    insert into orders (number, month, cart_guid, voucher_id, channel_id, language, state, placed_at,
      changeable_until, total_points, points_paid, cents_paid, capture_id, person, delivery)
    values (${number}, month_of(${placedAt}), ${guid}, ${voucherId}, ${channelId}, ${language}, 'delivered', ${placedAt},
      ${new Date(orderUndoUntil(placedAt.getTime(), channel.undoMinutes))}, ${total}, ${total}, 0, ${captureId},
      ${sql.json(person)}, ${sql.json(delivery)})
    returning month::text`
  if (!order) throw new Error('insert of the past order returned no row')
  const child = { order_number: number, month: order.month, voucher_id: voucherId }
  await sql`
    insert into order_line ${sql(lines.map((line) => ({ ...line, ...child, state: 'delivered' })))}`
  await addPastEvents(sql, { child, placedAt, isShipped: delivery.kind !== 'digital' })
  await takePastStock(sql, lines, child, placedAt)
  const { month } = order
  const mail = { number, month, voucherId, channelId, language, recipient: person.email }
  await insertSentConfirmation(sql, { ...mail, at: placedAt })
  await openCart(sql, voucherId, language)
  return number
}

async function linesOf(
  sql: Transaction,
  { channelId, spentOn }: Pick<PastOrder, 'channelId' | 'spentOn'>,
  languages: Language[],
): Promise<NewLine[] | string> {
  const text = (field: 'name' | 'delivery_info') => sql`(
    select ${sql(field)} from product_text
    where product_id = product.id and channel_id in (${channelId}, owner_channel_id, ${SHARED_CHANNEL})
      and language = any(${languages}) and ${sql(field)} <> ''
    order by array_position(${languages}::text[], language), channel_id <> ${channelId},
      channel_id <> owner_channel_id limit 1)`
  const offers = await sql<Omit<NewLine, 'line' | 'quantity'>[]>`
    select offer.spli_id, offer.sku, offer.points, brand.name as brand, delivery_condition,
      coalesce(article.pictures[1], product.pictures[1], '') as picture,
      coalesce(${text('name')}, product.id) as name,
      ${variantIn(sql, languages)} as variant,
      coalesce(${text('delivery_info')}, '') as delivery_info,
      stock.sku is not null as took_stock
    from offer join article using (sku) join product on product.id = article.product_id
      join brand on brand.id = brand_id left join stock using (sku)
    where offer.channel_id = ${channelId} and offer.sku = any(${spentOn.map(({ sku }) => sku)})`
  const notOffered = spentOn.find(({ sku }) => !offers.some((offer) => offer.sku === sku))
  if (notOffered) return `channel ${channelId} has never offered '${notOffered.sku}'`
  return spentOn.flatMap(({ sku, quantity }, index) =>
    offers
      .filter((offer) => offer.sku === sku)
      .map((offer) => ({ ...offer, line: index + 1, quantity })),
  )
}

async function payWithPoints(
  sql: Transaction,
  { voucherId, placedAt }: PastOrder,
  { guid, number, total }: { guid: string; number: string; total: number },
): Promise<number | null> {
  if (total === 0) return null
  const spent = { voucherId, points: total, cartGuid: guid }
  const reservation = await reservePoints(sql, { ...spent, at: placedAt })
  return capturePoints(sql, { ...spent, reservation }, { number, at: placedAt })
}

/** Columns that all child rows of an order share. */
type OrderReference = { order_number: string; month: string; voucher_id: number }

/** Inserts the events of a delivered order. A digital gift is delivered without being shipped. */
async function addPastEvents(
  sql: Transaction,
  { child, placedAt, isShipped }: { child: OrderReference; placedAt: Date; isShipped: boolean },
) {
  const steps: [string, number][] = isShipped
    ? [
        ['placed', 0],
        ['released', 1],
        ['shipped', 20],
        ['delivered', 44],
      ]
    : [
        ['placed', 0],
        ['released', 1],
        ['delivered', 1],
      ]
  await sql`
    insert into order_event ${sql(
      steps.map(([type, hours]) => ({ ...child, type, at: hoursAfter(placedAt, hours) })),
    )}`
}

/** Each past sale has a matching past stock count, so the current stock level does not change. */
async function takePastStock(
  sql: Transaction,
  lines: NewLine[],
  child: OrderReference,
  placedAt: Date,
) {
  const taken = new Map<string, number>()
  for (const { sku, quantity, took_stock } of lines) {
    if (took_stock) taken.set(sku, (taken.get(sku) ?? 0) + quantity)
  }
  if (taken.size === 0) return
  const bySku = [...taken].sort(([a], [b]) => (a < b ? -1 : 1))
  const countedAt = hoursAfter(placedAt, -1)
  await moveStock(sql, [
    ...bySku.map(([sku, quantity]) => ({
      sku,
      quantity,
      reason: 'count' as const,
      order_number: null,
      month: child.month,
      voucher_id: null,
      at: countedAt,
    })),
    ...bySku.map(([sku, quantity]) => ({
      sku,
      quantity: -quantity,
      reason: 'order' as const,
      ...child,
      at: placedAt,
    })),
  ])
}

function personOf(firstName: string): Person {
  const name = firstName || 'Robin'
  const mailbox =
    name
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '') || 'holder'
  return {
    firstName: name,
    prefix: '',
    surname: 'Jansen',
    email: `${mailbox}@giftpoint.example`,
    telephone: '0612345678',
  }
}

function deliveryFrom(channel: Channel, conditions: DeliveryCondition[]): Delivery {
  if (conditions.every((condition) => condition === 'digital')) return { kind: 'digital' }
  if (!channel.homeDeliveryAllowed) return { kind: 'company', address: companyAddress(channel) }
  const home = { street: 'Damrak', houseNumber: '1', addition: '', postalCode: '1012 LG' }
  return {
    kind: 'home',
    address: { ...home, city: 'Amsterdam', country: 'NL', line: '' },
    verified: true,
    carrier: null,
  }
}
