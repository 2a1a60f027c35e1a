import type { JobData } from '#server/platform/jobs/job-queues.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import {
  findOrder,
  lockOrder,
  type OrderRow,
  saveParcels,
} from '#server/modules/orders/order.sql.ts'
import { hasAllLeft } from '#server/modules/orders/lines/unreported-lines.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type Collo, ServiceDown, ServiceRefused } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'
import { moveByParcels, parcelIs } from '#server/modules/fulfilment/parcels/update-from-parcels.ts'
import { roundName } from '#server/modules/fulfilment/submit-lines.ts'

/** So long the news that it is on its way waits to say by which parcel; then it goes out without. */
const PATIENCE_MS = 10 * 60_000

/**
 * Asks which parcels an asking became, what is in each and how far it is. While the warehouse does not answer the job is tried
 * again, ever more rarely, and the holder is told in the meantime: without tracking a parcel is still on its way. Each parcel
 * is told once.
 */
export async function findParcels(
  shop: Shop,
  { number, round = 0, shippedAt }: JobData['find-parcels'],
): Promise<void> {
  // Before they are asked for: what leaves meanwhile may be in a parcel that this answer does not know.
  const before = await findOrder(shop.sql, number)
  const isAll = before !== undefined && hasAllLeft(before, round)
  const found = await parcelsOf(shop, roundName(number, round))
  const down = found instanceof ServiceDown ? found : undefined
  const waited = shippedAt === null ? 0 : shop.ports.clock.now().getTime() - Date.parse(shippedAt)
  if (down && waited < PATIENCE_MS) throw down

  await shop.sql.begin(async (sql) => {
    // As for a credit: a parcel that was lost may begin a choice.
    if (!(await lockForCredit(sql, number))) return
    const order = await lockOrder(sql, number)
    if (!order) return
    const parcels = found instanceof ServiceDown ? [] : found
    await saveParcels(sql, order, {
      round,
      parcels,
      hasAllLeft: isAll,
      at: shop.ports.clock.now(),
    })
    if (shippedAt !== null) await tellHolder(shop, sql, order, { parcels, round, isAll })
    await moveByParcels(sql, number, round)
    for (const { code, state } of parcels)
      await parcelIs(shop, sql, { number, code, state, by: null })
  })
  if (down) throw down
}

/**
 * By its parcels, each once; without their codes where nobody knows them yet, and then once for all of them. A part that left
 * waits for its code: nothing else says which part.
 */
async function tellHolder(
  shop: Shop,
  sql: Transaction,
  { number, month, channelId, language, person }: OrderRow,
  { parcels, round, isAll }: { parcels: Collo[]; round: number; isAll: boolean },
) {
  const unnamed = round === 0 ? number : `${number}:round ${round}`
  const [told] = await sql`
    select from mail where template = 'order-shipped' and subject_id = ${unnamed} and month = ${month}`
  if (told) return
  const subjects = parcels.map(({ code }) => `${number}:${code}`)
  for (const subjectId of subjects.length === 0 && isAll ? [unnamed] : subjects) {
    const mail = { subjectId, channelId, language, recipient: person.email }
    await queueMail(shop, sql, { template: 'order-shipped', ...mail })
  }
}

async function parcelsOf(shop: Shop, name: string): Promise<Collo[] | ServiceDown> {
  try {
    return await shop.ports.delivery.tracking(name)
  } catch (error) {
    if (error instanceof ServiceDown) return error
    if (!(error instanceof ServiceRefused)) throw error
    shop.log.warn({ err: error, order: name }, 'the warehouse gives no tracking')
    return []
  }
}
