import { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { allLanguages } from '#domain/language.ts'
import { lockCart } from '#server/modules/cart/cart.sql.ts'
import { cartVersion } from '#server/modules/checkout/order-approval.ts'
import { type ConvertRefusal, orderWithPoints } from '#server/modules/checkout/convert-cart.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { requireTransaction } from '#server/platform/db/require-transaction.ts'

const RequestedOrder = z.object({
  cart: z.uuid(),
  points: z.int(),
  language: z.enum(allLanguages),
  gifts: z.array(
    z.object({ sku: z.string(), name: z.string(), points: z.int(), quantity: z.int() }),
  ),
})

/**
 * Approvals for orders that a colleague places for a recipient above the limit of their role. The approval places
 * exactly the requested cart as the colleague's order. If the cart has changed, or can no longer be ordered, the
 * request ends with the reason.
 */
export function registerOrderApproval({ approvals, shop }: Pick<Backoffice, 'approvals' | 'shop'>) {
  approvals.add<z.output<typeof RequestedOrder>>({
    kind: 'order.place',
    asked: RequestedOrder,
    approverPermission: 'points.approve',
    lapses: true,
    changes: (_, version) => [orderChange(version.endsWith(' ordered') ? 'ordered' : 'basket')],
    async versionOf(sql, subjectId, { cart }) {
      const found = await lockCart(requireTransaction(sql), Number(subjectId), cart, {
        withStock: true,
      })
      return found ? cartVersion(found) : null
    },
    async action(queries, subjectId, { cart, points, language }, { askedBy }) {
      const sql = requireTransaction(queries)
      const voucherId = Number(subjectId)
      const model = await findModel(sql, voucherId)
      if (!model) return refuseStaff('no-longer-possible', { changes: [orderChange('voucher')] })
      await setActingStaff(sql, String(askedBy))
      const request = { voucherId, guid: cart, language }
      const placed = await orderWithPoints(shop, sql, model, request, () =>
        Promise.resolve(undefined),
      )
      await setActingStaff(sql, '')
      if ('refused' in placed)
        return refuseStaff('no-longer-possible', {
          changes: [orderChange(REASONS[placed.refused])],
        })
      return { after: { order: placed.number, points } }
    },
  })

  async function findModel(sql: Queries, voucherId: number) {
    const [voucher] = await sql<{ channel_id: string }[]>`
      select channel_id from voucher where id = ${voucherId}`
    return voucher && shop.models.channel(voucher.channel_id)
  }
}

/** Order entries written after this name the colleague who requested the order. '' ends it. */
const setActingStaff = (sql: Queries, staffId: string) =>
  sql`select set_config('shop.acting_staff', ${staffId}, true)`

const orderChange = (reason: OrderEnd) => ({ what: 'order', before: '', after: reason })

/** Why an order could no longer be placed, as shown in the back office. */
type OrderEnd =
  | 'ordered'
  | 'basket'
  | 'voucher'
  | 'balance'
  | 'stock'
  | 'catalogue'
  | 'price'
  | 'delivery'

const REASONS: Readonly<Record<ConvertRefusal['refused'], OrderEnd>> = {
  'no-such-cart': 'basket',
  'cart-empty': 'basket',
  'use-all-points': 'basket',
  'waits-for-approval': 'basket',
  refunded: 'basket',
  'service-down': 'basket',
  'voucher-expired': 'voucher',
  'voucher-blocked': 'voucher',
  'not-paid': 'balance',
  'nothing-to-pay': 'balance',
  'points-limit-exceeded': 'balance',
  'sold-out': 'stock',
  'not-enough-stock': 'stock',
  'no-longer-offered': 'catalogue',
  'points-changed': 'price',
  'personal-data-missing': 'delivery',
  'delivery-missing': 'delivery',
  'delivery-not-allowed': 'delivery',
}
