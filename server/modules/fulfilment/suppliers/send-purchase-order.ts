import { workingDaysLater } from '#domain/time/working-days.ts'
import { DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import {
  findOrder,
  type OrderLine,
  type OrderRow,
  saveEvent,
} from '#server/modules/orders/order.sql.ts'
import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { linkHash, newLinkToken } from '#server/platform/crypto/link-token.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import {
  findPurchase,
  type Purchase,
} from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'

type MailContext = Pick<Shop, 'config' | 'jobs' | 'ports'>
type SupplierLines = { model: ChannelModel; supplierId: number; lines: OrderLine[]; round: number }

/** Creates one purchase order per supplier, in the supplier's language, in the transaction that submits these lines. */
export async function orderFromSupplier(
  shop: MailContext,
  sql: Queries,
  order: OrderRow,
  { model, supplierId, lines, round }: SupplierLines,
) {
  const at = shop.ports.clock.now()
  const [created] = await sql<PurchaseKey[]>`
    insert into purchase_order (order_number, voucher_id, place, supplier_id, round, made_at, last_step_at)
    select ${order.number}, ${order.voucherId},
      (select count(*) + 1 from purchase_order where order_number = ${order.number}), ${supplierId}, ${round}, ${at}, ${at}
    on conflict (order_number, supplier_id, round) do nothing
    returning number, (select language from supplier where id = supplier_id)`
  if (created) await addLines(shop, sql, order, { purchase: created, model, lines })
}

/**
 * The supplier may already have a purchase order for this order. Then these gifts are added to it, and a new link is
 * sent.
 */
export async function orderMoreFromSupplier(
  shop: MailContext,
  sql: Queries,
  order: OrderRow,
  { model, supplierId, lines, round }: SupplierLines,
) {
  const [existing] = await sql<PurchaseKey[]>`
    select number, language from purchase_order join supplier on supplier.id = supplier_id
    where order_number = ${order.number} and supplier_id = ${supplierId} and round = ${round} for update of purchase_order`
  if (existing) await addLines(shop, sql, order, { purchase: existing, model, lines })
  else await orderFromSupplier(shop, sql, order, { model, supplierId, lines, round })
}

type PurchaseKey = { number: string; language: Language }

async function addLines(
  shop: MailContext,
  sql: Queries,
  order: OrderRow,
  {
    purchase: { number, language },
    model,
    lines,
  }: { purchase: PurchaseKey; model: ChannelModel; lines: OrderLine[] },
) {
  const texts = model.language(language)
  const rows = lines.map(({ line, spliId, name, variant, sku, quantity }) => {
    const offer = model.offers.get(spliId)
    return {
      number,
      line,
      // A gift that is no longer sold has only the texts stored with its order.
      name: offer ? texts.nameOf(offer.product).text : name,
      variant: offer ? texts.variantOf(offer) : variant,
      sku,
      quantity,
      order_number: order.number,
    }
  })
  await sql`insert into purchase_order_line ${sql(rows)}`
  await saveEvent(sql, {
    number: order.number,
    type: 'supplier-asked',
    description: number,
    sourceId: `asked ${number} ${lines.map(({ line }) => line).join()}`,
    at: shop.ports.clock.now(),
  })
  await sendLink(shop, sql, order, number)
}

/**
 * Creates a new link and sends it by mail. The previous link stops working. A supplier that receives files gets no
 * mail.
 */
async function sendLink(shop: MailContext, sql: Queries, order: OrderRow, number: string) {
  const purchase = await findPurchase(sql, number)
  if (!purchase) throw new Error(`purchase order ${number} not found`)
  const at = shop.ports.clock.now()
  await sql`
    update purchase_order set reminded = 0, last_step_at = greatest(last_step_at, ${at}),
      remind_at = ${remindAt(at, purchase)}
    where number = ${number}`
  if (purchase.way === 'csv') return
  const place = purchase.linkPlace + 1
  const token = newLinkToken(shop.config.GIFTPOINT_PEPPER, 'purchase order', `${number}/${place}`)
  await sql`
    insert into purchase_link (token_hash, number, place, made_at)
    values (${linkHash(token)}, ${number}, ${place}, ${at})`
  await mailSupplier(shop, sql, order, purchase, { template: 'purchase-order', place })
}

export const remindAt = (at: Date, { remindDays }: Pick<Purchase, 'remindDays'>) =>
  new Date(workingDaysLater(at.getTime(), remindDays, DEFAULT_ZONE))

export async function mailSupplier(
  shop: MailContext,
  sql: Queries,
  order: OrderRow,
  { number, email, language }: Purchase,
  { template, place }: { template: 'purchase-order' | 'purchase-reminder'; place: number },
) {
  await queueMail(shop, sql, {
    template,
    subjectId: `${order.number}:${number}:${place}`,
    channelId: order.channelId,
    language,
    recipient: email,
  })
}

/** Sends a purchase order again with a new link; false if nothing is open. */
export async function sendPurchaseAgain(shop: MailContext, sql: Queries, number: string) {
  const purchase = await findPurchase(sql, number)
  const order = purchase && (await findOrder(sql, purchase.orderNumber))
  if (!purchase || !order) return false
  await sendLink(shop, sql, order, number)
  return true
}
