import { randomUUID } from 'node:crypto'

import { createClient } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import type { Guest } from '#tools/demo-making/history-people.ts'
import { DAY_MS, momentOf, type Plan, tongueOf } from '#tools/demo-making/history-plan.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'
import { patientFetch } from '#tools/simulation/simulated-visit.ts'

/** An order of a guest, from which questions, returns and refunds are planned. */
export type Ordered = { guest: Guest; code: string; number: string; delivered?: number }

export type Act = { at: number; run: () => Promise<unknown> }
export type Settings = {
  plan: Plan
  played: PlayedShop
  end: number
  random: () => number
  later: (act: Act) => void
}

/** Returned gifts arrive after this many days. At the end, some are still on their way. */
const BACK_AFTER_DAYS = 6
/** Days before the end. Everything older has been handled. */
const OPEN_CASES_DAYS = 40
const UNANSWERED_DAYS = 7
const SUPPLIER_CALLED_AFTER_DAYS = 21
const WRITTEN_OFF = 0.15
const CLOSES_AT_ONCE = 0.6

/** Plans what depends on the day of the order. */
export function afterOrder(settings: Settings, ordered: Ordered) {
  const { later, played } = settings
  const { asks } = ordered.guest
  if (!asks) return
  const day = addDays(dayAt(played.time.now, DEFAULT_ZONE), asks.after)
  later({ at: momentOf(day, timeBetween(settings, 18, 22)), run: () => ask(settings, ordered) })
}

/** Plans what depends on the day of the delivery. */
export function afterDelivery(settings: Settings, ordered: Ordered) {
  const { later, played } = settings
  const { guest } = ordered
  const today = dayAt(played.time.now, DEFAULT_ZONE)
  if (guest.withdrawsAfter !== null) {
    const at = momentOf(addDays(today, guest.withdrawsAfter), timeBetween(settings, 17, 22))
    later({ at, run: () => withdraw(settings, ordered) })
  } else if (guest.isCredited) {
    const at = momentOf(addDays(today, 1), timeBetween(settings, 9, 16))
    later({ at, run: () => credit(settings, ordered) })
  }
}

/** What colleagues write, in the language of the channel. */
const WORDS = {
  nl: { answered: 'beantwoord', damaged: 'Beschadigd aangekomen, foto ontvangen.' },
  de: { answered: 'beantwortet', damaged: 'Beschädigt angekommen, Foto liegt vor.' },
}

const timeBetween = ({ random }: Settings, from: number, to: number) => {
  const minutes = from * 60 + Math.floor(random() * (to - from) * 60)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

async function clientOf({ played }: Settings, code: string) {
  let token: string | null = null
  const client = createClient({ base: '', fetch: patientFetch(played.url), token: () => token })
  const encrypted_code = played.shop.voucherKeys.wireHash(code)
  const answer = await client.call('logIn', { encrypted_code })
  if (refused(answer) || !answer.code_is_valid) return undefined
  token = answer.wt
  return client
}

async function ask(settings: Settings, { guest, code, number }: Ordered) {
  const client = await clientOf(settings, code)
  if (!client || !guest.asks) return
  const { subject, body } = guest.asks.question
  const { played, random, later, end } = settings
  await client.call('askService', {
    contact_email: guest.email,
    subject,
    email_body: `${guest.name}\n\n${body}`,
    language: tongueOf(guest.campaign),
  })
  if (played.time.now > end - UNANSWERED_DAYS * DAY_MS && random() < 0.8) return
  const day = workday(addDays(dayAt(played.time.now, DEFAULT_ZONE), 1))
  const at = momentOf(day, timeBetween(settings, 8, 11))
  later({ at, run: () => answer(settings, { guest, number }) })
}

/** The next day on which the office is open. */
function workday(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return weekday === 0 ? addDays(day, 1) : weekday === 6 ? addDays(day, 2) : day
}

async function answer(
  { played, random }: Settings,
  { guest, number }: Pick<Ordered, 'guest' | 'number'>,
) {
  const [request] = await played.shop.sql<{ id: number; version: number }[]>`
    select id::integer, version from service_request
    where email = ${guest.email} and state = 'open' order by id desc limit 1`
  if (!request || !guest.asks) return
  const body = guest.asks.question.answer
  await played.ask('service', 'answerRequest', {
    id: String(request.id),
    key: randomUUID(),
    version: request.version,
    body,
    close: random() < CLOSES_AT_ONCE,
  })
  if (random() < 0.3)
    await played.ask('service', 'addOrderNote', {
      number,
      body: `${guest.asks.question.subject}: ${WORDS[tongueOf(guest.campaign)].answered}.`,
    })
}

async function withdraw(settings: Settings, ordered: Ordered) {
  if (!(await announceReturn(settings, ordered))) return
  const { played, later } = settings
  const day = workday(addDays(dayAt(played.time.now, DEFAULT_ZONE), BACK_AFTER_DAYS))
  later({
    at: momentOf(day, timeBetween(settings, 9, 16)),
    run: () => goodsBack(settings, ordered.number),
  })
}

/** False if the shop does not accept the return. */
export async function announceReturn(
  settings: Settings,
  { guest, code, number }: Ordered,
): Promise<boolean> {
  const { plan, random } = settings
  const client = await clientOf(settings, code)
  if (!client) return false
  const reasons = plan.returns[tongueOf(guest.campaign)] ?? []
  const outcome = await client.call('withdrawOrder', {
    order_number: number,
    withdrawal_key: randomUUID(),
    reason: reasons[Math.floor(random() * reasons.length)] ?? '',
    email: guest.email,
  })
  return !refused(outcome)
}

async function goodsBack({ played, random }: Settings, order: string) {
  const rows = await played.shop.sql<{ number: string }[]>`
    select number from withdrawal where order_number = ${order}
      and not exists (select from withdrawal_return where withdrawal_number = withdrawal.number)`
  for (const { number } of rows)
    await played.ask('fulfilment', 'confirmReturn', {
      number,
      goods: random() < WRITTEN_OFF ? 'written-off' : 'shelf',
    })
}

async function credit({ played }: Settings, { guest, number }: Ordered) {
  const proposal = await played.ask('service', 'proposeCredit', {
    number,
    lines: [{ line: 1, quantity: 1 }],
    reason: 'damaged',
    note: WORDS[tongueOf(guest.campaign)].damaged,
  })
  await played.ask('service', 'bookCredit', {
    proposal: proposal.id,
    handed_out: proposal.handed_out,
  })
}

/** Suppliers report no delivery. A colleague does it for an order that counts as delivered. */
export async function confirmArrival({ played }: Settings, { number }: Ordered) {
  const parcels = await played.shop.sql<{ code: string }[]>`
    select code from parcel where order_number = ${number} and state = 'sent'`
  for (const { code } of parcels)
    await played.ask('fulfilment', 'markParcel', {
      number,
      code,
      state: 'delivered',
      reason: 'De leverancier heeft de ontvangst bevestigd.',
    })
}

/** A colleague phones suppliers that do not answer. The newest ones are still silent at the end. */
export async function callSuppliers({ played, end }: Settings) {
  const before = played.time.now - SUPPLIER_CALLED_AFTER_DAYS * DAY_MS
  if (played.time.now > end - OPEN_CASES_DAYS * DAY_MS) return
  const open = await played.shop.sql<{ number: string; lines: number[] }[]>`
    select purchase_order.number, array_agg(line) as lines
    from purchase_order join purchase_order_line line on line.number = purchase_order.number
    where state = 'open' and made_at < ${new Date(before)} group by 1`
  for (const { number, lines } of open)
    await played.ask('fulfilment', 'answerForSupplier', {
      number,
      what: 'sent',
      lines,
      carrier: 'DHL',
      code: `RH${number}`,
    })
}

/** The banks of holders send refunds back. */
export async function failRefunds({ shop }: PlayedShop) {
  const { payments } = shop.ports
  if (!isSandboxPayments(payments)) return
  const refunds = await shop.sql<{ id: string }[]>`
    select id from sandbox_refund where state in ('queued', 'pending', 'processing') order by id`
  for (const { id } of refunds) await payments.moveRefund(id, 'failed')
}

/** A holder asks the bank for the money of a card payment. */
export async function chargeBack({ played }: Settings) {
  const { payments } = played.shop.ports
  if (!isSandboxPayments(payments)) return
  const [paid] = await played.shop.sql<{ id: string; cents: number }[]>`
    select id, cents::integer from sandbox_payment where state = 'paid' and refunded_cents = 0
    order by created_at desc offset 3 limit 1`
  if (paid) await payments.chargeBack(paid.id, paid.cents)
}
