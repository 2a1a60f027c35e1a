import { openTaskFor, closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import {
  findOrder,
  reopenForLateEvent,
  type OrderLine,
  type OrderRow,
  saveEvent,
} from '#server/modules/orders/order.sql.ts'
import { queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { notify } from '#server/platform/db/change-events.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

/**
 * Requests the digital units that the shop itself hands out, and assigns the available ones. The caller has locked the
 * order. Returns the lines whose issuer sends the gift.
 */
export async function requestItems(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  order: OrderRow,
  lines: OrderLine[],
): Promise<OrderLine[]> {
  const kinds = await sql<{ sku: string; kind: 'code' | 'pdf' }[]>`
    select sku, digital_kind as kind from article join product on product.id = product_id
    where sku = any(${lines.map(({ sku }) => sku)}::text[]) and digital_kind <> 'issuer'`
  const kindOf = new Map(kinds.map(({ sku, kind }) => [sku, kind]))
  const shopLines = lines.filter(({ sku }) => kindOf.has(sku))
  if (shopLines.length > 0) {
    const at = shop.ports.clock.now()
    for (const { line, sku, quantity, withdrawn, credited } of shopLines) {
      // The line's earlier gift may have used unit numbers. After a cancelled replacement, the units already exist.
      await sql`
        insert into digital_item (order_number, line, unit, voucher_id, sku, kind, asked_at)
        select ${order.number}, ${line}, earlier.units + place, ${order.voucherId}, ${sku}, ${kindOf.get(sku) ?? ''}, ${at}
        from (select coalesce(max(unit), 0) as units,
              (count(*) filter (where sku = ${sku} and state <> 'dropped'))::integer as requested
            from digital_item where order_number = ${order.number} and line = ${line}) earlier,
          generate_series(1, ${quantity - withdrawn - credited}::integer - earlier.requested) place`
    }
    await assignItems(shop, sql, order)
    await notifyWaiting(shop, sql, order, shopLines)
  }
  return lines.filter(({ sku }) => !kindOf.has(sku))
}

type UnitKey = { line: number; unit: number }

/**
 * Assigns the waiting units of a locked order, as far as codes are available, oldest code first. The lock on the
 * article ensures that only one holder gets the last code. The mail is sent after the commit and decrypts the codes then.
 */
export async function assignItems(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  { number }: Pick<OrderRow, 'number'>,
): Promise<UnitKey[]> {
  const waiting = await sql<{ sku: string; units: number }[]>`
    select sku, count(*) filter (where kind = 'code')::integer as units from digital_item item
    where order_number = ${number} and state = 'waiting' and ${isAssignable(sql)}
    group by sku order by sku`
  if (waiting.length === 0) return []
  const codes = waiting.filter(({ units }) => units > 0)
  if (codes.length > 0)
    await sql`
      select from article where sku = any(${codes.map(({ sku }) => sku)}::text[]) order by sku for no key update`
  const at = shop.ports.clock.now()
  const assigned = await sql<UnitKey[]>`
    with waiting as (
      select line, unit, sku, kind, row_number() over (partition by sku, kind order by line, unit) as place
      from digital_item item where order_number = ${number} and state = 'waiting' and ${isAssignable(sql)}
    ), free as (
      select wanted.sku, code.id, row_number() over (partition by wanted.sku order by code.id) as place
      from unnest(${codes.map(({ sku }) => sku)}::text[], ${codes.map(({ units }) => units)}::integer[])
          as wanted (sku, units)
        cross join lateral (
          select id from digital_code where digital_code.sku = wanted.sku and state = 'free'
          order by id limit wanted.units) code
    ), times as (
      select coalesce(max(mail_number), 0) + 1 as mail_number from digital_item where order_number = ${number}
    )
    update digital_item item
    set state = 'handed', code_id = free.id, handed_at = ${at}, mail_number = times.mail_number
    from times cross join waiting left join free on waiting.kind = 'code' and free.sku = waiting.sku and free.place = waiting.place
    where item.order_number = ${number} and item.line = waiting.line and item.unit = waiting.unit
      and (waiting.kind = 'pdf' or free.id is not null)
    returning item.line, item.unit`
  if (assigned.length === 0) return []
  const order = await findOrder(sql, number)
  if (!order) throw new Error(`order ${number} not found`)
  await reopenForLateEvent(sql, order, 'a digital gift was handed out late')
  const mailNumber = Math.max(
    ...order.lines.flatMap(({ digitalItems }) => digitalItems.map((unit) => unit.mailNumber)),
  )
  await saveEvent(sql, {
    number,
    type: 'digital-handed',
    description: namesOf(order, assigned),
    sourceId: `handed ${number} ${mailNumber}`,
    at,
  })
  await queueMail(shop, sql, {
    template: 'digital-codes',
    subjectId: `${number}:${mailNumber}`,
    channelId: order.channelId,
    language: order.language,
    recipient: order.person.email,
  })
  await notify(sql, 'voucher', String(order.voucherId))
  for (const { sku } of codes) await updateCodesTask(sql, sku)
  return assigned
}

/** True while the line is released with the same SKU and no replacement is open. */
const isAssignable = (sql: Transaction) => sql`
  not exists (
    select from replacement_offer choice
    where choice.order_number = item.order_number and choice.line = item.line and outcome is null)
  and exists (
    select from order_line line where line.order_number = item.order_number and line.line = item.line
      and line.state = 'released' and line.sku = item.sku)`

/** Missing codes: notifies the holder at once and creates a task for staff. */
async function notifyWaiting(
  shop: Pick<Shop, 'jobs' | 'ports'>,
  sql: Transaction,
  { number, channelId, language }: OrderRow,
  lines: OrderLine[],
) {
  const order = await findOrder(sql, number)
  const wantedLines = new Set(lines.map(({ line }) => line))
  const incomplete = (order?.lines ?? []).filter(
    ({ line, digitalItems }) =>
      wantedLines.has(line) && digitalItems.some(({ state }) => state === 'waiting'),
  )
  if (!order || incomplete.length === 0) return
  const round = incomplete[0]?.round ?? 0
  await saveEvent(sql, {
    number,
    type: 'digital-waits',
    description: namesOf(
      order,
      incomplete.flatMap(({ line, digitalItems }) =>
        digitalItems.flatMap(({ unit, state }) => (state === 'waiting' ? [{ line, unit }] : [])),
      ),
    ),
    sourceId: `digital waits ${number} ${round}`,
    at: shop.ports.clock.now(),
  })
  await queueMail(shop, sql, {
    template: 'digital-waits',
    subjectId: `${number}:${round}`,
    channelId,
    language,
    recipient: order.person.email,
  })
  for (const sku of new Set(incomplete.map((line) => line.sku))) await updateCodesTask(sql, sku)
}

/** The task for a variant stays open as long as an order waits for its codes. */
async function updateCodesTask(sql: Transaction, sku: string) {
  const [row] = await sql<{ isWaiting: boolean; hasCodes: boolean; name: string }[]>`
    select coalesce((
        select name from product_text join article using (product_id)
        where sku = ${sku} and name is not null order by (language = 'nl') desc, channel_id limit 1), ${sku}) as name,
      exists (select from digital_item where sku = ${sku} and state = 'waiting' and kind = 'code') as "isWaiting",
      exists (select from digital_code where sku = ${sku} and state = 'free') as "hasCodes"`
  if (!row?.isWaiting) return closeTaskFor(sql, 'codes-out', sku)
  if (row.hasCodes) return
  const detail = { name: row.name, sku }
  await openTaskFor(sql, { kind: 'codes-out', subject: sku, cause: sku, detail })
}

/** The names of the gifts, with a count if only some units of the line are meant. */
const namesOf = ({ lines }: OrderRow, units: readonly UnitKey[]) =>
  lines
    .flatMap(({ line, name, digitalItems }) => {
      const count = units.filter((unit) => unit.line === line).length
      if (count === 0) return []
      return count < digitalItems.length ? `${count} × ${name}` : name
    })
    .join(', ')
