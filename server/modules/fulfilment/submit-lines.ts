import { lockOrder, type OrderLine, type OrderRow } from '#server/modules/orders/order.sql.ts'
import { openTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { requestItems } from '#server/modules/fulfilment/digital/assign-digital-items.ts'
import {
  orderFromSupplier,
  orderMoreFromSupplier,
} from '#server/modules/fulfilment/suppliers/send-purchase-order.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/**
 * Submits lines to the warehouse, the suppliers and the code issuers. Runs in the transaction that changes the state of
 * the lines.
 */
export async function sendForLines(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  { lines, round }: { lines: OrderLine[]; round: number },
) {
  const { number, channelId, language, person } = order
  const conditions = new Set(lines.map((line) => line.deliveryCondition))
  if (conditions.has('monta')) {
    const data = round === 0 ? { number } : { number, round }
    await shop.jobs.send(sql, [{ name: 'submit-to-warehouse', data }])
  }
  if (conditions.has('dropship')) await notifySuppliers(shop, sql, order, { lines, round })
  const digital = lines.filter((line) => line.deliveryCondition === 'digital')
  const issued = digital.length > 0 ? await requestItems(shop, sql, order, digital) : []
  // No mail for gifts that were withdrawn before.
  if (issued.some(({ quantity, withdrawn, credited }) => quantity > withdrawn + credited)) {
    const subjectId = roundName(number, round, ':')
    const mail = { subjectId, channelId, language, recipient: person.email }
    await queueMail(shop, sql, { template: 'digital-gift', ...mail })
  }
}

/** Submits the lines of one fulfilment round on their own, for example a replacement. */
export async function sendForRound(shop: Shop, sql: Transaction, number: string, round: number) {
  const order = await lockOrder(sql, number)
  if (!order) throw new Error(`order ${number} not found`)
  const lines = order.lines.filter((line) => line.round === round)
  await sendForLines(shop, sql, order, { lines, round })
}

/**
 * The name of a fulfilment round at the warehouse and suppliers: the order number, with a counter from the second
 * round on.
 */
export const roundName = (number: string, round: number, separator = '-') =>
  round === 0 ? number : `${number}${separator}${round}`

/** Parses the name of a round; undefined if it is not one. */
export function fromRoundName(name: string): { number: string; round: number } | undefined {
  const [, number, round] = /^(\d{1,18})(?:-(\d{1,4}))?$/.exec(name) ?? []
  return number === undefined ? undefined : { number, round: Number(round ?? 0) }
}

/**
 * Creates one purchase order per supplier. A brand without a supplier gets one mail per brand. If no address is known
 * either, the mail goes to the channel's own address and a task asks staff to pass the order on.
 */
async function notifySuppliers(
  shop: Shop,
  sql: Transaction,
  order: OrderRow,
  { lines, round }: { lines: OrderLine[]; round: number },
) {
  const model = await shop.models.channel(order.channelId)
  if (!model) throw new Error(`channel ${order.channelId} not found`)
  const supplierLines = lines.filter((line) => line.deliveryCondition === 'dropship')
  const ids = [...new Set(supplierLines.map((line) => line.brandId))].sort()
  const brands = await sql<
    { id: string; name: string; supplier_email: string; supplier_id: number | null }[]
  >`
    select id, name, supplier_email, supplier_id from brand where id in ${sql(ids)} order by id`
  const linesBySupplier = new Map<number, OrderLine[]>()
  for (const line of supplierLines) {
    const supplierId = brands.find(({ id }) => id === line.brandId)?.supplier_id ?? null
    if (supplierId !== null)
      linesBySupplier.set(supplierId, [...(linesBySupplier.get(supplierId) ?? []), line])
  }
  for (const [supplierId, ownLines] of [...linesBySupplier].sort(([a], [b]) => a - b))
    await orderFromSupplier(shop, sql, order, { model, supplierId, lines: ownLines, round })
  for (const brand of brands.filter(({ supplier_id }) => supplier_id === null)) {
    await queueMail(shop, sql, {
      template: 'supplier-order',
      subjectId: [order.number, brand.id, ...(round === 0 ? [] : [round])].join(':'),
      channelId: order.channelId,
      language: model.channel.defaultLanguage,
      recipient: brand.supplier_email || (model.channel.company['email'] ?? ''),
    })
    if (brand.supplier_email === '')
      await openTaskFor(sql, {
        kind: 'supplier-missing',
        subject: `${roundName(order.number, round)} ${brand.id}`,
        cause: `brand ${brand.id}`,
        channelId: order.channelId,
        orderNumber: order.number,
        detail: { brand: brand.id, name: brand.name, round },
      })
  }
}

/** Creates a purchase order for the open lines of a fulfilment attempt whose brand has a supplier by now. */
export async function placePurchaseOrder(
  shop: Shop,
  sql: Transaction,
  { number, round, brand }: { number: string; round: number; brand: string },
) {
  const order = await lockOrder(sql, number)
  const [supplied] = await sql<{ supplier_id: number | null }[]>`
    select supplier_id from brand where id = ${brand}`
  if (!order || !supplied || supplied.supplier_id === null) return
  const lines = order.lines.filter((line) => waitsForSupplier(line, { brand, round }))
  if (lines.length === 0) return
  const model = await shop.models.channel(order.channelId)
  if (!model) throw new Error(`channel ${order.channelId} not found`)
  const supplierId = supplied.supplier_id
  await orderMoreFromSupplier(shop, sql, order, { model, supplierId, lines, round })
}

/** Whether a supplier has to be asked for this line. Credited units are not sent. */
export const waitsForSupplier = (
  line: OrderLine,
  { brand, round }: { brand: string; round: number },
) =>
  line.round === round &&
  line.brandId === brand &&
  line.deliveryCondition === 'dropship' &&
  line.state === 'released' &&
  !line.isBeingReplaced &&
  line.quantity > line.withdrawn + line.credited
