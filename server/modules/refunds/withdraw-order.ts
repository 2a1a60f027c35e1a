import type { z } from 'zod'

import type { withdrawOrder } from '#contract/orders/orders.shop.ts'
import { type Refusal, refuse } from '#contract/shared/refusals.shop.ts'
import { isEmail, tidyEmail } from '#domain/mail/email.ts'
import { splitCredit } from '#domain/refunds/credit.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import {
  itemId,
  isOrderUndoable,
  withdrawableUnits,
} from '#server/modules/orders/order-response.ts'
import {
  findOwnOrder,
  lockOwnOrder,
  reopenForLateEvent,
  type OrderRow,
  saveEvent,
  type WithdrawalRow,
} from '#server/modules/orders/order.sql.ts'
import { amountOwed } from '#server/modules/orders/amount-owed.ts'
import type { OwnOrder } from '#server/modules/orders/cancel-order.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

type Ask = z.output<typeof withdrawOrder.input>
type Withdrawn = { order: OrderRow; withdrawal: WithdrawalRow }
type Pieces = { line: number; quantity: number }[]

type WithdrawRefusal = Refusal<
  | 'invalid-input'
  | 'no-such-order'
  | 'no-such-line'
  | 'nothing-to-withdraw'
  | 'not-withdrawable'
  | 'too-many-withdrawn'
  | 'undo-open'
>

/**
 * Records a withdrawal and sends the receipt. Nothing is credited yet: the record contains the credit that follows
 * when staff confirm that the gifts are back.
 */
export async function withdraw(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports'>,
  own: OwnOrder,
  ask: Ask,
): Promise<Withdrawn | WithdrawRefusal> {
  const email = ask.email ? tidyEmail(ask.email) : null
  if (email !== null && !isEmail(email)) return invalid('email', 'Invalid email address')

  return shop.sql.begin(async (sql) => {
    const order = await lockOwnOrder(sql, own.number, own.voucherId)
    if (!order) return refuse('no-such-order')
    const before = order.withdrawals.find(({ key }) => key === ask.withdrawal_key.toLowerCase())
    if (before) return repeated(order, before, ask)

    const now = shop.ports.clock.now()
    if (isOrderUndoable(order, now)) return refuse('undo-open')
    const pieces = piecesOf(order, ask, now)
    if ('refused' in pieces) return pieces
    await saveWithdrawal(shop, sql, order, {
      pieces,
      key: ask.withdrawal_key,
      reason: ask.reason ?? '',
      email: email ?? order.person.email,
    })
    const after = await findOwnOrder(sql, own.number, own.voucherId)
    const withdrawal = after?.withdrawals.at(-1)
    if (!after || !withdrawal)
      throw new Error(`insert of the withdrawal from ${own.number} returned no row`)
    return { order: after, withdrawal }
  })
}

const invalid = (field: string, why: string) =>
  refuse('invalid-input', { field, message: `${field}: ${why}` })

/** A repeated request gets the same receipt. A key that was used for other gifts is a client error. */
function repeated(
  order: OrderRow,
  withdrawal: WithdrawalRow,
  { lines }: Ask,
): Withdrawn | WithdrawRefusal {
  const keyOf = (all: { item: string; quantity: number }[]) =>
    all
      .map(({ item, quantity }) => `${item} ${quantity}`)
      .sort()
      .join()
  const chosen = lines?.map((line) => ({ item: line.shopping_cart_item, quantity: line.quantity }))
  const kept = withdrawal.lines.map(({ line, quantity }) => ({
    item: itemId(order.number, line),
    quantity,
  }))
  if (chosen && chosen.length > 0 && keyOf(chosen) !== keyOf(kept)) {
    return invalid('withdrawal_key', 'was used for other gifts of this order')
  }
  return { order, withdrawal }
}

function piecesOf(order: OrderRow, { lines }: Ask, now: Date): Pieces | WithdrawRefusal {
  const { pieces } = withdrawableUnits(order, now)
  if (!lines || lines.length === 0) {
    if (pieces.size === 0) return refuse('nothing-to-withdraw')
    return [...pieces].map(([line, quantity]) => ({ line, quantity }))
  }
  const items = new Map(order.lines.map(({ line }) => [itemId(order.number, line), line]))
  const asked: Pieces = []
  for (const { shopping_cart_item, quantity } of lines) {
    const line = items.get(shopping_cart_item)
    if (line === undefined) return refuse('no-such-line')
    if (asked.some((one) => one.line === line)) return invalid('lines', 'contains a line twice')
    const left = pieces.get(line)
    if (left === undefined) return refuse('not-withdrawable')
    if (quantity > left) return refuse('too-many-withdrawn')
    asked.push({ line, quantity })
  }
  return asked.sort((a, b) => a.line - b.line)
}

async function saveWithdrawal(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  { pieces, key, reason, email }: { pieces: Pieces; key: string; reason: string; email: string },
) {
  const { number, channelId, language } = order
  await reopenForLateEvent(sql, order, 'a holder withdrew late')
  const at = shop.ports.clock.now()
  const price = new Map(order.lines.map(({ line, points }) => [line, points]))
  const points = pieces.reduce((sum, one) => sum + one.quantity * (price.get(one.line) ?? 0), 0)
  const credit = splitCredit(points, amountOwed(order), order.creditFirst)
  if (!credit) throw new Error(`less is left of ${number} than was withdrawn`)
  const [saved] = await sql<{ number: string }[]>`
    insert into withdrawal (order_number, place, key, email, reason, points, points_to_credit,
      cents_to_credit, at)
    values (${number}, ${order.withdrawals.length + 1}, ${key}, ${email}, ${reason}, ${points},
      ${credit.points}, ${credit.cents}, ${at})
    returning number`
  if (!saved) throw new Error('insert of the withdrawal returned no row')
  const lines = pieces.map((one) => ({
    ...one,
    withdrawal_number: saved.number,
    order_number: number,
  }))
  await sql`insert into withdrawal_line ${sql(lines)}`
  await saveEvent(sql, { number, type: 'withdrawn', description: saved.number, at })
  await queueMail(shop, sql, {
    template: 'withdrawal-receipt',
    subjectId: `${number}:${saved.number}`,
    channelId,
    language,
    recipient: email,
  })
}
