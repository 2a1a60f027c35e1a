import type { JobData } from '#server/platform/jobs/job-names.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import { findOrder, lockOrder, type OrderRow } from '#server/modules/orders/order.sql.ts'
import { saveParcels } from '#server/modules/fulfilment/parcels/parcel-line.sql.ts'
import { hasAllLeft } from '#server/modules/orders/lines/unreported-lines.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type Collo, ServiceDown, ServiceRefused } from '#server/platform/services/service-ports.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { lockForCredit } from '#server/modules/refunds/book-credit.ts'
import {
  moveByParcels,
  applyParcelState,
} from '#server/modules/fulfilment/parcels/update-from-parcels.ts'
import { roundName } from '#server/modules/fulfilment/submit-lines.ts'

/** The shipping mail waits this long for the tracking codes; then it is sent without them. */
const TRACKING_TIMEOUT_MS = 10 * 60_000

/**
 * Requests the parcels of a fulfilment attempt, their contents and their states. While the warehouse is down, the job
 * is retried with growing delays and the holder gets a mail without tracking. Each parcel is announced once.
 */
export async function findParcels(
  shop: Shop,
  { number, round = 0, shippedAt }: JobData['find-parcels'],
): Promise<void> {
  // Read before the request: a line shipped in between may be in a parcel that the response does not contain yet.
  const before = await findOrder(shop.sql, number)
  const isComplete = before !== undefined && hasAllLeft(before, round)
  const response = await fetchParcels(shop, roundName(number, round))
  const down = response instanceof ServiceDown ? response : undefined
  const waited = shippedAt === null ? 0 : shop.ports.clock.now().getTime() - Date.parse(shippedAt)
  if (down && waited < TRACKING_TIMEOUT_MS) throw down

  await shop.sql.begin(async (sql) => {
    // The same locks as for a credit, because a lost parcel may start a replacement.
    if (!(await lockForCredit(sql, number))) return
    const order = await lockOrder(sql, number)
    if (!order) return
    const parcels = response instanceof ServiceDown ? [] : response
    await saveParcels(sql, order, {
      round,
      parcels,
      hasAllLeft: isComplete,
      at: shop.ports.clock.now(),
    })
    if (shippedAt !== null) await notifyHolder(shop, sql, order, { parcels, round, isComplete })
    await moveByParcels(sql, number, round)
    for (const { code, state } of parcels)
      await applyParcelState(shop, sql, { number, code, state, staffId: null })
  })
  if (down) throw down
}

/**
 * One mail per parcel; while the codes are unknown, one mail without them for all parcels. A partial shipment waits
 * for its code, because nothing else identifies the part.
 */
async function notifyHolder(
  shop: Shop,
  sql: Transaction,
  { number, month, channelId, language, person }: OrderRow,
  { parcels, round, isComplete }: { parcels: Collo[]; round: number; isComplete: boolean },
) {
  const withoutCode = round === 0 ? number : `${number}:round ${round}`
  const [queuedMail] = await sql`
    select from mail where template = 'order-shipped' and subject_id = ${withoutCode} and month = ${month}`
  if (queuedMail) return
  const subjects = parcels.map(({ code }) => `${number}:${code}`)
  for (const subjectId of subjects.length === 0 && isComplete ? [withoutCode] : subjects) {
    const mail = { subjectId, channelId, language, recipient: person.email }
    await queueMail(shop, sql, { template: 'order-shipped', ...mail })
  }
}

async function fetchParcels(
  shop: Pick<Shop, 'log' | 'ports'>,
  name: string,
): Promise<Collo[] | ServiceDown> {
  try {
    return await shop.ports.delivery.tracking(name)
  } catch (error) {
    if (error instanceof ServiceDown) return error
    if (!(error instanceof ServiceRefused)) throw error
    shop.log.warn({ err: error, order: name }, 'tracking not available from the warehouse')
    return []
  }
}
