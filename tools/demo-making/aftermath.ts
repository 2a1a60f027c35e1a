import { randomUUID } from 'node:crypto'

import { createClient } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import { isSandboxPayments } from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import type { Guest } from '#tools/demo-making/history-people.ts'
import { DAY_MS, momentOf, type Plan, languageOf } from '#tools/demo-making/history-plan.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'
import { retryingFetch } from '#tools/simulation/simulated-visit.ts'

/** An order of a guest, from which questions, returns and refunds are planned. */
export type PlayedOrder = { guest: Guest; code: string; number: string; delivered?: number }

export type PlannedAction = { at: number; run: () => Promise<unknown> }
export type PlayContext = {
  plan: Plan
  played: PlayedShop
  end: number
  random: () => number
  schedule: (act: PlannedAction) => void
}

/** Returned gifts arrive after this many days. At the end, some are still on their way. */
const RETURN_ARRIVES_DAYS = 6
/** Days before the end. Everything older has been handled. */
const OPEN_CASES_DAYS = 40
const UNANSWERED_DAYS = 7
const SUPPLIER_CALLED_AFTER_DAYS = 21
const WRITTEN_OFF_SHARE = 0.15
const CLOSED_AT_ONCE_SHARE = 0.6

/** Plans what depends on the day of the order. */
export function planAfterOrder(settings: PlayContext, ordered: PlayedOrder) {
  const { schedule, played } = settings
  const { asks } = ordered.guest
  if (!asks) return
  const day = addDays(dayAt(played.time.now, DEFAULT_ZONE), asks.after)
  schedule({ at: momentOf(day, randomTime(settings, 18, 22)), run: () => ask(settings, ordered) })
}

/** Plans what depends on the day of the delivery. */
export function planAfterDelivery(settings: PlayContext, ordered: PlayedOrder) {
  const { schedule, played } = settings
  const { guest } = ordered
  const today = dayAt(played.time.now, DEFAULT_ZONE)
  if (guest.withdrawsAfter !== null) {
    const at = momentOf(addDays(today, guest.withdrawsAfter), randomTime(settings, 17, 22))
    schedule({ at, run: () => withdraw(settings, ordered) })
  } else if (guest.isCredited) {
    const at = momentOf(addDays(today, 1), randomTime(settings, 9, 16))
    schedule({ at, run: () => credit(settings, ordered) })
  }
}

/** What colleagues write, in the language of the channel. */
const TEXTS = {
  nl: { answered: 'beantwoord', damaged: 'Beschadigd aangekomen, foto ontvangen.' },
  de: { answered: 'beantwortet', damaged: 'Beschädigt angekommen, Foto liegt vor.' },
}

const randomTime = ({ random }: PlayContext, from: number, to: number) => {
  const minutes = from * 60 + Math.floor(random() * (to - from) * 60)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

async function logIn({ played }: PlayContext, code: string) {
  let token: string | null = null
  const client = createClient({ base: '', fetch: retryingFetch(played.url), token: () => token })
  const encrypted_code = played.shop.voucherKeys.wireHash(code)
  const answer = await client.call('logIn', { encrypted_code })
  if (refused(answer) || !answer.code_is_valid) return undefined
  token = answer.wt
  return client
}

async function ask(settings: PlayContext, { guest, code, number }: PlayedOrder) {
  const client = await logIn(settings, code)
  if (!client || !guest.asks) return
  const { subject, body } = guest.asks.question
  const { played, random, schedule, end } = settings
  await client.call('askService', {
    contact_email: guest.email,
    subject,
    email_body: `${guest.name}\n\n${body}`,
    language: languageOf(guest.campaign),
  })
  if (played.time.now > end - UNANSWERED_DAYS * DAY_MS && random() < 0.8) return
  const day = workday(addDays(dayAt(played.time.now, DEFAULT_ZONE), 1))
  const at = momentOf(day, randomTime(settings, 8, 11))
  schedule({ at, run: () => answer(settings, { guest, number }) })
}

/** The next day on which the office is open. */
function workday(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return weekday === 0 ? addDays(day, 1) : weekday === 6 ? addDays(day, 2) : day
}

async function answer(
  { played, random }: PlayContext,
  { guest, number }: Pick<PlayedOrder, 'guest' | 'number'>,
) {
  const [request] = await played.shop.sql<{ id: number; version: number }[]>`
    select id::integer, version from service_request
    where email = ${guest.email} and state = 'open' order by id desc limit 1`
  if (!request || !guest.asks) return
  const body = guest.asks.question.answer
  await played.call('service', 'answerRequest', {
    id: String(request.id),
    key: randomUUID(),
    version: request.version,
    body,
    close: random() < CLOSED_AT_ONCE_SHARE,
  })
  if (random() < 0.3)
    await played.call('service', 'addOrderNote', {
      number,
      body: `${guest.asks.question.subject}: ${TEXTS[languageOf(guest.campaign)].answered}.`,
    })
}

async function withdraw(settings: PlayContext, ordered: PlayedOrder) {
  if (!(await announceReturn(settings, ordered))) return
  const { played, schedule } = settings
  const day = workday(addDays(dayAt(played.time.now, DEFAULT_ZONE), RETURN_ARRIVES_DAYS))
  schedule({
    at: momentOf(day, randomTime(settings, 9, 16)),
    run: () => confirmReturns(settings, ordered.number),
  })
}

/** False if the shop does not accept the return. */
export async function announceReturn(
  settings: PlayContext,
  { guest, code, number }: PlayedOrder,
): Promise<boolean> {
  const { plan, random } = settings
  const client = await logIn(settings, code)
  if (!client) return false
  const reasons = plan.returns[languageOf(guest.campaign)] ?? []
  const outcome = await client.call('withdrawOrder', {
    order_number: number,
    withdrawal_key: randomUUID(),
    reason: reasons[Math.floor(random() * reasons.length)] ?? '',
    email: guest.email,
  })
  return !refused(outcome)
}

async function confirmReturns({ played, random }: PlayContext, order: string) {
  const rows = await played.shop.sql<{ number: string }[]>`
    select number from withdrawal where order_number = ${order}
      and not exists (select from withdrawal_return where withdrawal_number = withdrawal.number)`
  for (const { number } of rows)
    await played.call('fulfilment', 'confirmReturn', {
      number,
      goods: random() < WRITTEN_OFF_SHARE ? 'written-off' : 'shelf',
    })
}

async function credit({ played }: PlayContext, { guest, number }: PlayedOrder) {
  const proposal = await played.call('service', 'proposeCredit', {
    number,
    lines: [{ line: 1, quantity: 1 }],
    reason: 'damaged',
    note: TEXTS[languageOf(guest.campaign)].damaged,
  })
  await played.call('service', 'bookCredit', {
    proposal: proposal.id,
    handed_out: proposal.handed_out,
  })
}

/** Suppliers report no delivery. A colleague does it for an order that counts as delivered. */
export async function confirmArrival({ played }: PlayContext, { number }: PlayedOrder) {
  const parcels = await played.shop.sql<{ code: string }[]>`
    select code from parcel where order_number = ${number} and state = 'sent'`
  for (const { code } of parcels)
    await played.call('fulfilment', 'markParcel', {
      number,
      code,
      state: 'delivered',
      reason: 'De leverancier heeft de ontvangst bevestigd.',
    })
}

/** A colleague phones suppliers that do not answer. The newest ones are still silent at the end. */
export async function callSuppliers({ played, end }: PlayContext) {
  const before = played.time.now - SUPPLIER_CALLED_AFTER_DAYS * DAY_MS
  if (played.time.now > end - OPEN_CASES_DAYS * DAY_MS) return
  const open = await played.shop.sql<{ number: string; lines: number[] }[]>`
    select purchase_order.number, array_agg(line) as lines
    from purchase_order join purchase_order_line line on line.number = purchase_order.number
    where state = 'open' and made_at < ${new Date(before)} group by 1`
  for (const { number, lines } of open)
    await played.call('fulfilment', 'answerForSupplier', {
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
export async function chargeBack({ played }: PlayContext) {
  const { payments } = played.shop.ports
  if (!isSandboxPayments(payments)) return
  const [paid] = await played.shop.sql<{ id: string; cents: number }[]>`
    select id, cents::integer from sandbox_payment where state = 'paid' and refunded_cents = 0
    order by created_at desc offset 3 limit 1`
  if (paid) await payments.chargeBack(paid.id, paid.cents)
}
