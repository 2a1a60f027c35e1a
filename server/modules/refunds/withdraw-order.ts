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

type Input = z.output<typeof withdrawOrder.input>
type Withdrawn = { order: OrderRow; withdrawal: WithdrawalRow }
type LineQuantities = { line: number; quantity: number }[]

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
  ownOrder: OwnOrder,
  input: Input,
): Promise<Withdrawn | WithdrawRefusal> {
  const email = input.email ? tidyEmail(input.email) : null
  if (email !== null && !isEmail(email)) return invalid('email', 'Invalid email address')

  return shop.sql.begin(async (sql) => {
    const order = await lockOwnOrder(sql, ownOrder.number, ownOrder.voucherId)
    if (!order) return refuse('no-such-order')
    const before = order.withdrawals.find(({ key }) => key === input.withdrawal_key.toLowerCase())
    if (before) return repeated(order, before, input)

    const now = shop.ports.clock.now()
    if (isOrderUndoable(order, now)) return refuse('undo-open')
    const units = chosenUnits(order, input, now)
    if ('refused' in units) return units
    await saveWithdrawal(shop, sql, order, {
      units,
      key: input.withdrawal_key,
      reason: input.reason ?? '',
      email: email ?? order.person.email,
    })
    const after = await findOwnOrder(sql, ownOrder.number, ownOrder.voucherId)
    const withdrawal = after?.withdrawals.at(-1)
    if (!after || !withdrawal)
      throw new Error(`insert of the withdrawal from ${ownOrder.number} returned no row`)
    return { order: after, withdrawal }
  })
}

const invalid = (field: string, why: string) =>
  refuse('invalid-input', { field, message: `${field}: ${why}` })

/** A repeated request gets the same receipt. Using the key again for other gifts is a client error. */
function repeated(
  order: OrderRow,
  withdrawal: WithdrawalRow,
  { lines: requested }: Input,
): Withdrawn | WithdrawRefusal {
  const linesKey = (lines: { item: string; quantity: number }[]) =>
    lines
      .map(({ item, quantity }) => `${item} ${quantity}`)
      .sort()
      .join()
  const chosen = requested?.map((line) => ({
    item: line.shopping_cart_item,
    quantity: line.quantity,
  }))
  const saved = withdrawal.lines.map(({ line, quantity }) => ({
    item: itemId(order.number, line),
    quantity,
  }))
  if (chosen && chosen.length > 0 && linesKey(chosen) !== linesKey(saved)) {
    return invalid('withdrawal_key', 'was used for other gifts of this order')
  }
  return { order, withdrawal }
}

function chosenUnits(
  order: OrderRow,
  { lines }: Input,
  now: Date,
): LineQuantities | WithdrawRefusal {
  const { units: withdrawable } = withdrawableUnits(order, now)
  if (!lines || lines.length === 0) {
    if (withdrawable.size === 0) return refuse('nothing-to-withdraw')
    return [...withdrawable].map(([line, quantity]) => ({ line, quantity }))
  }
  const items = new Map(order.lines.map(({ line }) => [itemId(order.number, line), line]))
  const chosen: LineQuantities = []
  for (const { shopping_cart_item, quantity } of lines) {
    const line = items.get(shopping_cart_item)
    if (line === undefined) return refuse('no-such-line')
    if (chosen.some((added) => added.line === line))
      return invalid('lines', 'contains a line twice')
    const left = withdrawable.get(line)
    if (left === undefined) return refuse('not-withdrawable')
    if (quantity > left) return refuse('too-many-withdrawn')
    chosen.push({ line, quantity })
  }
  return chosen.sort((a, b) => a.line - b.line)
}

async function saveWithdrawal(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  {
    units,
    key,
    reason,
    email,
  }: { units: LineQuantities; key: string; reason: string; email: string },
) {
  const { number, channelId, language } = order
  await reopenForLateEvent(sql, order, 'a holder withdrew late')
  const at = shop.ports.clock.now()
  const price = new Map(order.lines.map(({ line, points }) => [line, points]))
  const points = units.reduce(
    (sum, { line, quantity }) => sum + quantity * (price.get(line) ?? 0),
    0,
  )
  const credit = splitCredit(points, amountOwed(order), order.creditFirst)
  if (!credit) throw new Error(`withdrawal from order ${number} exceeds the amount owed`)
  const [saved] = await sql<{ number: string }[]>`
    insert into withdrawal (order_number, place, key, email, reason, points, points_to_credit,
      cents_to_credit, at)
    values (${number}, ${order.withdrawals.length + 1}, ${key}, ${email}, ${reason}, ${points},
      ${credit.points}, ${credit.cents}, ${at})
    returning number`
  if (!saved) throw new Error('insert of the withdrawal returned no row')
  const lines = units.map((line) => ({
    ...line,
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
