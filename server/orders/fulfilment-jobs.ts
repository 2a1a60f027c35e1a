import { destination, ownAddress } from '#domain/delivery.ts'
import { canMoveOrder } from '#domain/order-state.ts'
import type { Transaction } from '#server/db/database.ts'
import { queueMail } from '#server/books/queue-mail.ts'
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
 * The order stays locked until the warehouse has answered: a cancellation that overtook it would find
 * nothing to cancel there, and the parcel would leave all the same.
 */
export async function submitToWarehouse(shop: Shop, number: string) {
  const { sql, ports, log } = shop
  await sql.begin(async (sql) => {
    const order = await lockOrder(sql, number)
    if (!order || order.state === 'placed' || order.state === 'cancelled') return
    const content = warehouseOrder(order)
    if (!content) return
    const at = ports.clock.now()
    try {
      await ports.delivery.submit(content)
      await saveEvent(sql, { number, type: 'sent-to-warehouse', sourceId: `sent ${number}`, at })
    } catch (error) {
      if (!(error instanceof ServiceRefused)) throw error
      log.error({ err: error, order: number }, 'the warehouse refused an order')
      const sourceId = `refused ${number}`
      const description = error.message
      await saveEvent(sql, { number, type: 'warehouse-refused', description, sourceId, at })
    }
  })
}

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
