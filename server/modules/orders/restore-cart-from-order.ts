import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { type CartRow, findCart, lockCart, openCart } from '#server/modules/cart/cart.sql.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { MAX_CART_LINES, MAX_GIFT_QUANTITY } from '#domain/cart/cart-rules.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { isOrderUndoable } from '#server/modules/orders/order-response.ts'
import type { LeftOutGift, OrderLine, OrderRow } from '#server/modules/orders/order.sql.ts'
import {
  reverseOrder,
  lockOrderWithPayment,
  type OwnOrder,
  saveCancellation,
  skusTakenFromStock,
} from '#server/modules/orders/cancel-order.ts'
import { releaseHold } from '#server/modules/cart/release-hold.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { lockStockLevels } from '#server/modules/inventory/stock.sql.ts'
import { addOrderedGift, copyContactOfOrder } from '#server/modules/cart/cart-of-order.sql.ts'

type Reopened = { cart: CartRow; leftOut: LeftOutGift[] }

/**
 * Cancels the order and moves its gifts to the holder's cart in one transaction, so that no other holder can buy the
 * last unit in between. A repeat returns the same cart and adds nothing.
 */
export async function reopenOrder(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'changeEvents' | 'holders'>,
  model: ChannelModel,
  ownOrder: OwnOrder,
): Promise<Reopened | Refusal<'no-such-order' | 'undo-closed' | 'order-cancelled'>> {
  const reopened = await shop.sql.begin(async (sql) => {
    const cart = await lockOpenCart(sql, ownOrder.voucherId, model)
    const order = await lockOrderWithPayment(sql, ownOrder)
    if (!order) return refuse('no-such-order')
    if (order.cancellation?.kind === 'reopened') {
      const { cartGuid, leftOut } = order.cancellation
      const restored = await findCart(sql, ownOrder.voucherId, cartGuid)
      return restored ? { cart: restored, leftOut } : refuse('order-cancelled')
    }
    if (order.state === 'cancelled') return refuse('order-cancelled')
    if (!isOrderUndoable(order, shop.ports.clock.now())) return refuse('undo-closed')

    await lockStockLevels(sql, [
      ...new Set([...skusTakenFromStock(order), ...cart.lines.map(({ sku }) => sku)]),
    ])
    // The open payment is for the cart's old contents.
    await releaseHold(shop, sql, cart)
    await reverseOrder(shop, sql, order)
    const leftOut = await addOrderToCart(sql, { cart, order, model })
    await copyContactOfOrder(sql, cart.guid, ownOrder.number)
    await saveCancellation(shop, sql, order, { kind: 'reopened', cartGuid: cart.guid, leftOut })
    const filled = await findCart(sql, ownOrder.voucherId, cart.guid)
    if (!filled) throw new Error(`the cart of order ${ownOrder.number} not found`)
    return { cart: filled, leftOut }
  })
  notifyHolderChange(shop, ownOrder.voucherId)
  return reopened
}

/** Locks the balance first, then the cart. Every order leaves an open cart; a missing one is created here. */
async function lockOpenCart(sql: Transaction, voucherId: number, model: ChannelModel) {
  const cart = await lockCart(sql, voucherId, null)
  if (cart) return cart
  await openCart(sql, voucherId, model.channel.defaultLanguage)
  const opened = await lockCart(sql, voucherId, null)
  if (!opened) throw new Error(`voucher ${voucherId} has no cart`)
  return opened
}

/** Adds as many units as are in stock now, including the returned ones. Returns the units that did not fit. */
async function addOrderToCart(
  sql: Transaction,
  { cart, order, model }: { cart: CartRow; order: OrderRow; model: ChannelModel },
): Promise<LeftOutGift[]> {
  const levels = await stockLevelsOf(sql, order, cart)
  const inCart = new Map<string, number>()
  for (const { spliId, quantity } of cart.lines) {
    inCart.set(spliId, (inCart.get(spliId) ?? 0) + quantity)
  }
  let lineCount = cart.lines.length
  const leftOut: LeftOutGift[] = []
  for (const gift of giftsOf(order)) {
    const { spliId, sku, points } = gift
    const before = inCart.get(spliId) ?? 0
    const isNew = before === 0
    const canAdd = model.offers.has(spliId) && !(isNew && lineCount >= MAX_CART_LINES)
    const room = canAdd ? MAX_GIFT_QUANTITY - before : 0
    const quantity = Math.max(0, Math.min(gift.quantity, levels.get(sku) ?? Infinity, room))
    if (quantity < gift.quantity) {
      leftOut.push({ spliId, name: fullName(gift), quantity: gift.quantity - quantity })
    }
    if (quantity === 0) continue
    if (isNew) lineCount += 1
    await addOrderedGift(sql, cart.guid, { spliId, quantity, points })
  }
  return leftOut
}

/** The cart has one line per gift, so lines of the same gift are merged. */
function giftsOf({ lines }: OrderRow): OrderLine[] {
  const gifts = new Map<string, OrderLine>()
  for (const line of lines) {
    const gift = gifts.get(line.spliId)
    gifts.set(line.spliId, gift ? { ...gift, quantity: gift.quantity + line.quantity } : line)
  }
  return [...gifts.values()]
}

/** The free stock of each SKU minus the units in the cart. A gift without a stock level never runs out. */
async function stockLevelsOf(sql: Transaction, order: OrderRow, cart: CartRow) {
  const skus = order.lines.map(({ sku }) => sku)
  const rows = await sql<{ sku: string; free: number }[]>`
    select sku, on_hand - reserved as free from stock where sku in ${sql(skus)}`
  return new Map(
    rows.map(({ sku, free }) => {
      const linesOfSku = cart.lines.filter((line) => line.sku === sku)
      return [sku, free - linesOfSku.reduce((sum, { quantity }) => sum + quantity, 0)]
    }),
  )
}
