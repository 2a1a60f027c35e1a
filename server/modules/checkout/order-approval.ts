import { refused, type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import { orderPoints } from '#domain/cart/cart-rules.ts'
import {
  insertApproval,
  requestedEntry,
  type ApprovalRequest,
  lapseApproval,
} from '#server/modules/approvals/request-approval.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import type { CartRow } from '#server/modules/cart/cart.sql.ts'
import { findPointsLeftForRecipients } from '#server/modules/staff/staff-points-limit.sql.ts'
import { actingStaffId } from '#server/platform/db/impersonation-context.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { newLines } from '#server/modules/checkout/placement/order-line-texts.ts'

/** The version that is approved. Every change of the cart, including its address, changes it. */
export const cartVersion = ({
  guid,
  state,
  version,
}: Pick<CartRow, 'guid' | 'state' | 'version'>) =>
  state === 'ordered' ? `${guid} ordered` : `${guid} ${version}`

/**
 * If a colleague orders for a holder above the limit of their role, a second colleague must approve the order first.
 * Until then nothing is reserved, and the holder can still change the cart. The caller holds the locks of balance, cart
 * and stock, and has checked that the cart is ready.
 */
export async function waitsForApproval(
  shop: Pick<Shop, 'ports'>,
  sql: Transaction,
  cart: CartRow,
  model: ChannelModel,
): Promise<Refusal<'waits-for-approval'> | undefined> {
  const staffId = actingStaffId()
  if (staffId === undefined) return undefined
  const now = shop.ports.clock.now()
  const left = await findPointsLeftForRecipients(sql, { staffId, exceptCart: cart.guid, now })
  const points = orderPoints(cart.lines)
  if (points <= left) return undefined
  await requestApproval(sql, { cart, model, points, staffId, now })
  return refuse('waits-for-approval')
}

type OrderToApprove = {
  cart: CartRow
  model: ChannelModel
  points: number
  staffId: number
  now: Date
}

/**
 * Requests approval of the order. For the same version of the cart nothing changes, also if another colleague asks. For
 * another version, the earlier request lapses.
 */
async function requestApproval(
  sql: Transaction,
  { cart, model, points, staffId, now }: OrderToApprove,
) {
  const version = cartVersion(cart)
  const [pending] = await sql<{ id: number; version: string }[]>`
    select id, version from approval
    where kind = 'order.place' and subject_kind = 'voucher' and subject_id = ${String(cart.voucherId)}
      and outcome is null
    for update`
  if (pending?.version === version) return
  const by = { id: staffId, way: 'session', sessionId: null } as const
  const subject = {
    subjectKind: 'voucher',
    subjectId: String(cart.voucherId),
    channelId: cart.channelId,
  }
  if (pending) {
    const changes = [{ what: 'order', before: '', after: 'basket' }]
    await lapseApproval(sql, pending.id, { changes, at: now })
    const after = { approval: String(pending.id), kind: 'order.place' }
    await writeAudit(sql, by, now, { ...subject, action: 'approval.lapsed', after })
  }
  const [voucher] = await sql<{ last3: string; reason: string | null }[]>`
    select last3, (
      select reason from impersonation where voucher_id = voucher.id and staff_id = ${staffId}
      order by id desc limit 1) as reason
    from voucher where id = ${cart.voucherId}`
  if (!voucher?.reason) throw new Error('impersonation requires a reason')
  const request: ApprovalRequest = {
    kind: 'order.place',
    subject: {
      kind: 'voucher',
      id: String(cart.voucherId),
      name: `···${voucher.last3}`,
      channelId: cart.channelId,
    },
    asked: {
      cart: cart.guid,
      points,
      language: cart.language,
      gifts: newLines(cart, model).map(({ sku, name, variant, points, quantity }) => ({
        sku,
        name: [name, variant].filter((text) => text !== '').join(', '),
        points,
        quantity,
      })),
    },
    version,
    reason: voucher.reason,
  }
  const id = await insertApproval(sql, request, { staffId, at: now })
  if (refused(id)) throw new Error('order requested twice in one transaction')
  await writeAudit(sql, by, now, requestedEntry(request, id))
}
