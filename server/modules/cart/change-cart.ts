import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import {
  type CartChange,
  type CartRow,
  lockCart,
  saveCartChange,
} from '#server/modules/cart/cart.sql.ts'
import { atomically, type Queries } from '#server/platform/db/database.ts'
import { releaseHold } from '#server/modules/cart/release-hold.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

type Changed = CartRow & { touched: number | null }
type ChangeRefusal = Refusal<
  'no-such-cart' | 'cart-ordered' | 'no-such-line' | 'no-such-gift' | 'too-many' | 'too-many-lines'
>

/**
 * Changes a cart line in one round trip. If the cart has an open payment, that payment is for the old contents: it is
 * cancelled first, under the locks that reconciling a payment takes.
 */
export async function changeCartLine(
  shop: Pick<Shop, 'jobs' | 'ports' | 'changeEvents' | 'holders'>,
  sql: Queries,
  change: CartChange,
): Promise<Changed | ChangeRefusal> {
  const changed = await saveCartChange(sql, change)
  if ('refused' in changed) return refuse(changed.refused)
  if (!('held' in changed)) return changed
  const result = await atomically(sql, async (sql): Promise<Changed | ChangeRefusal> => {
    const cart = await lockCart(sql, change.voucherId, changed.held)
    if (cart) await releaseHold(shop, sql, cart)
    const retried = await saveCartChange(sql, change)
    if ('refused' in retried) return refuse(retried.refused)
    if ('held' in retried) throw new Error('payment locked twice in one transaction')
    return retried
  })
  notifyHolderChange(shop, change.voucherId)
  return result
}

/** Empties the cart at logout, so that the next person at this computer starts with an empty one. */
export async function emptyCart(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'changeEvents' | 'holders'>,
  voucherId: number,
) {
  await shop.sql.begin(async (sql) => {
    const cart = await lockCart(sql, voucherId, null)
    if (!cart) return
    await releaseHold(shop, sql, cart)
    await sql`delete from cart_line where cart_guid = ${cart.guid}`
    await sql`
      update cart set version = version + 1, changed_at = now(), person = null, delivery = null,
        offered = '[]', consented_at = null
      where guid = ${cart.guid}`
  })
  notifyHolderChange(shop, voucherId)
}
