import { refused } from '#contract/shared/refusals.shop.ts'
import { createClient } from '#contract/client.shop.ts'
import type { SimulatedHolder } from '#domain/simulation/simulation-plan.ts'
import {
  type SandboxDelivery,
  sandboxDelivery,
} from '#server/modules/fulfilment/warehouse/sandbox/sandbox-delivery.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { runConcurrently } from '#tools/simulation/serial-queue.ts'
import { retryingFetch } from '#tools/simulation/simulated-visit.ts'

const HOUR_MS = 3_600_000

/** Shares of the parcels, and of the purchase orders. */
const IN_PARTS = 0.04
const LOST = 0.008
const REFUSED = 0.006
const DECLINED = 0.06
const NEVER_ANSWERED = 0.03
/** The share of suppliers that do not answer if they are asked at a bad time. */
const SILENT = 0.5
/** The time until a parcel is shipped, and from then until it is delivered. */
const LEAVES_AFTER_MS = 20 * HOUR_MS
const COMES_AFTER_MS = 44 * HOUR_MS
const SUPPLIER_ANSWERS_AFTER_MS = 30 * HOUR_MS
const HOLDER_ANSWERS_AFTER_MS = 20 * HOUR_MS
/** The number of parcels that are moved at once. */
const AT_ONCE = 4

type OutsideWorld = {
  /** Of the copy. */
  sql: Sql
  url: () => string
  now: () => Date
  random: () => number
  holderOf: (email: string) => SimulatedHolder | undefined
  /** Whether many suppliers do not answer orders of this time. */
  areSilent?: (at: Date) => boolean
}

/** What happens outside the shop: the warehouse ships, carriers deliver, suppliers and holders answer. */
export function outsideWorld(outside: OutsideWorld) {
  const warehouse = sandboxDelivery({ sql: outside.sql, clock: { now: outside.now } })
  const fates = new Map<string, string>()
  const answered = new Set<string>()
  return {
    async moveOn() {
      await moveParcels(outside, warehouse, fates)
      await answerAsSuppliers(outside, answered)
      await answerAsHolders(outside)
    },
  }
}

type OpenShipment = {
  number: string
  lines: number
  types: string[]
  since: Date
  left: Date | null
}

async function moveParcels(
  { sql, now, random }: OutsideWorld,
  warehouse: SandboxDelivery,
  fates: Map<string, string>,
) {
  const open = await sql<OpenShipment[]>`
    select order_number as number, jsonb_array_length(content -> 'lines') as lines, types, created_at as since, left_at as left
    from sandbox_warehouse_order cross join lateral (
      select array_agg(type) as types, min(at) filter (where type in ('SHIPPED', 'PARTLY_SHIPPED')) as left_at
      from sandbox_warehouse_event event where event.order_number = sandbox_warehouse_order.order_number) told
    where not types && array['DELETED', 'DELIVERED', 'LOST', 'REFUSED']`
  const moves: { number: string; next: string }[] = []
  for (const { number, lines, types, since, left } of open) {
    const at = now().getTime()
    if (left === null && at - since.getTime() < LEAVES_AFTER_MS) continue
    if (left !== null && at - left.getTime() < COMES_AFTER_MS) continue
    const fate = fates.get(number) ?? fateOf(lines, random)
    fates.set(number, fate)
    const next =
      left === null
        ? fate === 'in parts'
          ? 'PARTLY_SHIPPED'
          : 'SHIPPED'
        : types.includes('SHIPPED')
          ? fate === 'in parts'
            ? 'DELIVERED'
            : fate
          : 'SHIPPED'
    moves.push({ number, next })
  }
  await runConcurrently(moves, AT_ONCE, async ({ number, next }) => warehouse.advance(number, next))
}

function fateOf(lines: number, random: () => number) {
  if (lines > 1 && random() < IN_PARTS) return 'in parts'
  const chance = random()
  return chance < LOST ? 'LOST' : chance < LOST + REFUSED ? 'REFUSED' : 'DELIVERED'
}

type OpenPurchaseOrder = {
  number: string
  recipient: string
  html: string
  at: Date
  lines: number[]
}

/** Suppliers answer on the page that their mail links to. */
async function answerAsSuppliers(
  { sql, url, now, random, areSilent = () => false }: OutsideWorld,
  answered: Set<string>,
) {
  const before = new Date(now().getTime() - SUPPLIER_ANSWERS_AFTER_MS)
  const open = await sql<OpenPurchaseOrder[]>`
    select purchase_order.number, mail.recipient, html, made_at as at,
      array(select line from purchase_order_line line where line.number = purchase_order.number and state = 'open') as lines
    from purchase_order join mail on template = 'purchase-order' and mail.state = 'sent'
        and split_part(subject_id, ':', 2) = purchase_order.number
      join sandbox_mail on sandbox_mail.id::text = mail.id::text
    where made_at <= ${before} and exists (
      select from purchase_order_line line where line.number = purchase_order.number and state = 'open')`
  for (const { number, html, lines, at } of open) {
    if (answered.has(number)) continue
    answered.add(number)
    const link = /(\/supplier\/[\w-]{43})/.exec(html)?.[1]
    const chance = random()
    if (!link || chance < NEVER_ANSWERED || (areSilent(at) && chance < SILENT)) continue
    const chosen = lines.map((line): [string, string] => ['line', String(line)])
    const fields: [string, string][] =
      chance < NEVER_ANSWERED + DECLINED
        ? [['what', 'decline'], ...chosen, ['reason', 'Not made any more']]
        : [['what', 'sent'], ...chosen, ['carrier', 'DHL'], ['code', `RH${number}`]]
    await retryingFetch(url)(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
  }
}

/** Some holders open the link in their mail, and choose another gift or their points. */
async function answerAsHolders({ sql, url, now, random, holderOf }: OutsideWorld) {
  const before = new Date(now().getTime() - HOLDER_ANSWERS_AFTER_MS)
  const open = await sql<{ recipient: string; html: string }[]>`
    select distinct mail.id, mail.recipient, html
    from replacement_offer join mail on template = 'choose-again' and mail.state = 'sent'
        and split_part(subject_id, ':', 1) = order_number
        and replacement_offer.id::text = any(string_to_array(subject_id, ':'))
      join sandbox_mail on sandbox_mail.id::text = mail.id::text
    where outcome is null and started_at <= ${before} and until > ${now()}`
  const links = open.flatMap(({ recipient, html }) =>
    [
      ...new Set([...html.matchAll(/choose-again[^"]*#([\w-]{43})/g)].map(([, token]) => token)),
    ].map((token) => ({ recipient, token })),
  )
  for (const { recipient, token } of links) {
    if (!token || holderOf(recipient)?.answers === false) continue
    const client = createClient({ base: '', fetch: retryingFetch(url), token: () => null })
    const choice = await client.call('choice', { token }).catch(() => undefined)
    if (!choice || refused(choice)) continue
    const gifts = choice.response.gifts
    const gift = gifts[Math.floor(random() * gifts.length)]
    await client.call('choose', { token, spli_id: gift?.spli_id ?? null }).catch(() => undefined)
  }
}
