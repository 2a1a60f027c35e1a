import type { JobData } from '#server/db/jobs.ts'
import { queueMail } from '#server/books/queue-mail.ts'
import { lockOrder, type Parcel, saveParcels } from '#server/books/order-queries.ts'
import { ServiceDown, ServiceRefused } from '#server/ground/ports.ts'
import type { Shop } from '#server/door/shop.ts'

/** So long the news that it is on its way waits to say by which parcel; then it goes out without. */
const PATIENCE_MS = 10 * 60_000

/**
 * Asks which parcels an order became. While the warehouse does not answer the job is tried again, ever more
 * rarely, and the holder is told in the meantime: without tracking a parcel is still on its way.
 */
export async function findParcels(
  shop: Shop,
  { number, shippedAt }: JobData['find-parcels'],
): Promise<void> {
  const found = await parcelsOf(shop, number)
  const down = found instanceof ServiceDown ? found : undefined
  const waited = shippedAt === null ? 0 : shop.ports.clock.now().getTime() - Date.parse(shippedAt)
  if (down && waited < PATIENCE_MS) throw down

  await shop.sql.begin(async (sql) => {
    const order = await lockOrder(sql, number)
    if (!order) return
    if (!(found instanceof ServiceDown)) await saveParcels(sql, number, found)
    if (shippedAt === null) return
    const { channelId, language, person } = order
    const mail = { subjectId: number, channelId, language, recipient: person.email }
    await queueMail(shop, sql, { template: 'order-shipped', ...mail })
  })
  if (down) throw down
}

async function parcelsOf(shop: Shop, number: string): Promise<Parcel[] | ServiceDown> {
  try {
    return await shop.ports.delivery.tracking(number)
  } catch (error) {
    if (error instanceof ServiceDown) return error
    if (!(error instanceof ServiceRefused)) throw error
    shop.log.warn({ err: error, order: number }, 'the warehouse gives no tracking')
    return []
  }
}
