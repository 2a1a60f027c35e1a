import { destination, ownAddress } from '#domain/delivery.ts'
import { canMoveOrder } from '#domain/order-state.ts'
import type { Transaction } from '#server/db/database.ts'
import { needsPerson, noLongerNeeds } from '#server/books/needs-person.ts'
import { queueMail } from '#server/books/queue-mail.ts'
import { comeBack, type Errand, giveUp, setOut, setOutAgain } from '#server/db/errands.ts'
import { findParcels } from '#server/orders/find-parcels.ts'
import {
  lockOrder,
  type OrderRow,
  saveEvent,
  saveLineStates,
  saveOrderState,
} from '#server/books/order-queries.ts'
import { ServiceRefused, type WarehouseOrder } from '#server/ground/ports.ts'
import type { Shop } from '#server/door/shop.ts'

export function fulfilmentJobs(shop: Shop) {
  shop.jobs.handle('release-order', ({ number }) => releaseOrder(shop, number))
  shop.jobs.handle('submit-to-warehouse', ({ number }) => submitToWarehouse(shop, number))
  shop.jobs.handle('find-parcels', (data) => findParcels(shop, data))
}

/** The holder may no longer change it: everybody who has a part in it is told, in one transaction. */
export async function releaseOrder(shop: Shop, number: string) {
  const { sql, ports, jobs } = shop
  await sql.begin(async (sql) => {
    const order = await lockOrder(sql, number)
    if (order?.state !== 'placed') return
    const now = ports.clock.now()
    if (now < order.changeableUntil) {
      const data = { number }
      await jobs.send(sql, [{ name: 'release-order', data, startAfter: order.changeableUntil }])
      return
    }

    const waiting = order.lines.filter((line) => canMoveOrder(line.state, 'released'))
    await saveOrderState(sql, number, 'released')
    await saveLineStates(
      sql,
      number,
      waiting.map(({ line }) => line),
      'released',
    )
    await saveEvent(sql, { number, type: 'released', at: now })

    const conditions = new Set(waiting.map((line) => line.deliveryCondition))
    if (conditions.has('monta')) {
      await jobs.send(sql, [{ name: 'submit-to-warehouse', data: { number } }])
    }
    if (conditions.has('dropship')) await tellSuppliers(shop, sql, order)
    if (conditions.has('digital')) {
      const { channelId, language, person } = order
      const mail = { subjectId: number, channelId, language, recipient: person.email }
      await queueMail(shop, sql, { template: 'digital-gift', ...mail })
    }
  })
}

/** One mail a supplier; where none is known the shop's own people have to pass the order on. */
async function tellSuppliers(shop: Shop, sql: Transaction, order: OrderRow) {
  const model = await shop.models.channel(order.channelId)
  if (!model) throw new Error(`channel ${order.channelId} has gone`)
  const lines = order.lines.filter(
    (line) => line.deliveryCondition === 'dropship' && line.state === 'placed',
  )
  const ids = [...new Set(lines.map((line) => line.brandId))].sort()
  const brands = await sql<{ id: string; supplier_email: string }[]>`
    select id, supplier_email from brand where id in ${sql(ids)} order by id`
  for (const brand of brands) {
    await queueMail(shop, sql, {
      template: 'supplier-order',
      subjectId: `${order.number}:${brand.id}`,
      channelId: order.channelId,
      language: model.channel.defaultLanguage,
      recipient: brand.supplier_email || (model.channel.company['email'] ?? ''),
    })
  }
}

/**
 * Tells the warehouse of an order, in three steps, each safe to be the last one: set out, under the order's lock; ask,
 * with no transaction open (repeatable: the order's number is the key over there); write down what was answered. An
 * order that is cancelled in between, or after a process died on the way, is taken back over there: otherwise the parcel
 * would leave all the same.
 */
export async function submitToWarehouse(shop: Shop, number: string) {
  const errand = await setOutFor(shop, number)
  if (!errand) return
  try {
    if (errand.content) await shop.ports.delivery.submit(errand.content)
    else await shop.ports.delivery.cancel(number, 'Cancelled by the shop')
    await noteAnswer(shop, number, errand)
  } catch (error) {
    if (!(error instanceof ServiceRefused)) {
      await giveUp(shop.sql, errand, shop.ports.clock.now()).catch(() => {})
      throw error
    }
    shop.log.error({ err: error, order: number }, 'the warehouse refused an order')
    await noteAnswer(shop, number, errand, error.message)
  }
}

/** What to ask the warehouse for; without content it is to forget the order. */
type WarehouseErrand = Errand & { content: WarehouseOrder | undefined }

async function setOutFor({ sql, ports, jobs }: Shop, number: string) {
  return sql.begin(async (sql): Promise<WarehouseErrand | undefined> => {
    const order = await lockOrder(sql, number)
    if (!order || order.state === 'placed') return undefined
    const content = order.state === 'cancelled' ? undefined : warehouseOrder(order)
    const [been] = await sql<{ asked: boolean; sent: boolean }[]>`
      select exists (select from errand where name = ${errandName(number)}) as asked,
        exists (select from order_event where source_id = ${`sent ${number}`} and month = ${order.month}) as sent`
    // Nothing to ask for that has not been, and nothing to take back that may have been asked for.
    if (content ? been?.sent && !been.asked : !been?.asked) return undefined
    const errand = await setOut(sql, errandName(number), ports.clock.now())
    if ('holder' in errand) return { ...errand, content }
    // Should whoever asks not come back, somebody has to.
    await jobs.send(sql, [{ name: 'submit-to-warehouse', data: { number }, startAfter: errand }])
    return undefined
  })
}

async function noteAnswer(
  { sql, ports, jobs }: Shop,
  number: string,
  errand: WarehouseErrand,
  refusal?: string,
) {
  const at = ports.clock.now()
  await sql.begin(async (sql) => {
    const order = await lockOrder(sql, number)
    if (errand.content && refusal === undefined)
      await saveEvent(sql, { number, type: 'sent-to-warehouse', sourceId: `sent ${number}`, at })
    if (refusal !== undefined) {
      const sourceId = `${errand.content ? '' : 'cancel '}refused ${number}`
      const event = { number, type: 'warehouse-refused', description: refusal, sourceId, at }
      await saveEvent(sql, event)
    }
    if (errand.content && order) await tellAttention(sql, order, refusal)
    const overtaken = errand.content && order?.state === 'cancelled' && refusal === undefined
    if (!overtaken) return comeBack(sql, errand)
    await setOutAgain(sql, errand, at)
    await jobs.send(sql, [{ name: 'submit-to-warehouse', data: { number } }])
  })
}

/** What the warehouse will not take stands still until somebody sees to it. */
async function tellAttention(sql: Transaction, order: OrderRow, refusal: string | undefined) {
  const { number, channelId } = order
  if (refusal === undefined) return noLongerNeeds(sql, 'parcel-refused', number)
  await needsPerson(sql, {
    kind: 'parcel-refused',
    subject: number,
    cause: refusal,
    reason: refusal,
    channelId,
    orderNumber: number,
  })
}

const errandName = (number: string) => `submit ${number}`

/** What the warehouse has to pack; undefined when none of it is left to pack. */
function warehouseOrder(order: OrderRow): WarehouseOrder | undefined {
  const { number, language, person, delivery } = order
  const lines = order.lines.filter(
    (line) => line.deliveryCondition === 'monta' && line.state !== 'cancelled',
  )
  if (lines.length === 0) return undefined
  const to = destination(delivery, 'monta')
  if (to?.to !== 'address') throw new Error(`order ${number} has parcels and no address`)
  const carrier = delivery.kind === 'home' || delivery.kind === 'pickup' ? delivery.carrier : null
  return {
    orderNumber: number,
    language,
    person,
    deliverTo: { ...to.address, company: to.company },
    invoiceTo: { ...(ownAddress(delivery) ?? to.address), company: '' },
    carrier,
    lines: lines.map(({ line, sku, quantity, name }) => ({
      id: String(line),
      sku,
      quantity,
      description: name,
    })),
  }
}
