import { randomUUID } from 'node:crypto'

import {
  isFailedRefund,
  type ProviderRefundState,
  refundAfter,
} from '#domain/payments/refund-state.ts'
import { type Sql, type Transaction, violates } from '#server/platform/db/database.ts'
import {
  type Clock,
  type ProviderChargeback,
  type ProviderRefund,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'

type RefundRow = {
  id: string
  key: string | null
  payment_id: string
  cents: number
  state: ProviderRefundState
  created_at: Date
}

type ChargebackRow = {
  id: string
  cents: number
  reason: string
  created_at: Date
  reversed_at: Date | null
}

/** How long a refund stays in each state. At a bank it is days. */
const STEP_MINUTES = 1
/** The states for which Mollie calls the webhook. */
const PUBLISHED_STATES: readonly ProviderRefundState[] = ['processing', 'refunded', 'failed']

type Sandbox = { sql: Sql; clock: Clock }
type RefundRequest = { id: string; key: string | null; cents: number; description: string }

/** Simulates refunds, and chargebacks by a bank. `notifyShop` calls the shop's webhook. */
export function sandboxRefunds({
  sql,
  clock,
  notifyShop,
}: Sandbox & { notifyShop: (paymentId: string) => Promise<void> }) {
  const sandbox = { sql, clock }
  return {
    async list(paymentId: string) {
      await moveDue(sandbox, paymentId)
      const refunds = await sql<RefundRow[]>`
        select * from sandbox_refund where payment_id = ${paymentId} order by created_at, id`
      const chargebacks = await sql<ChargebackRow[]>`
        select * from sandbox_chargeback where payment_id = ${paymentId} order by created_at, id`
      return {
        refunds: refunds.map(providerRefund),
        chargebacks: chargebacks.map(providerChargeback),
      }
    },

    refund: (request: RefundRequest) => refund(sandbox, request),

    /** As at the provider, only refunds that have not left can be stopped. */
    async stop(id: string) {
      await sql.begin(async (sql) => {
        const [row] = await sql<RefundRow[]>`
          update sandbox_refund set state = 'canceled', moves_at = null
          where id = ${id} and state in ('queued', 'pending') returning *`
        if (row) await addRefunded(sql, row.payment_id, -row.cents)
      })
    },

    async moveRefund(id: string, to: ProviderRefundState) {
      const moved = await sql.begin(async (sql) => moveRefund(sql, id, to))
      if (moved && PUBLISHED_STATES.includes(to)) await notifyShop(moved.payment_id)
    },

    async chargeBack(paymentId: string, cents: number, reason = 'Unauthorized transaction') {
      const id = await chargeBack(sandbox, { paymentId, cents, reason })
      await notifyShop(paymentId)
      return id
    },

    async reverse(chargebackId: string) {
      const [reversed] = await sql<{ payment_id: string }[]>`
        update sandbox_chargeback set reversed_at = ${clock.now()}
        where id = ${chargebackId} and reversed_at is null returning payment_id`
      if (reversed) await notifyShop(reversed.payment_id)
    },
  }
}

/** The sandbox has no timers: the next read applies the due changes. */
async function moveDue({ sql, clock }: Sandbox, paymentId: string) {
  for (let moved = true; moved;) {
    const { count } = await sql`
      update sandbox_refund set
        state = case state when 'queued' then 'pending' when 'pending' then 'processing' else 'refunded' end,
        moves_at = case when state <> 'processing' then moves_at + make_interval(mins => ${STEP_MINUTES}) end
      where payment_id = ${paymentId} and moves_at <= ${clock.now()}`
    moved = count > 0
  }
}

async function refund(sandbox: Sandbox, request: RefundRequest) {
  const { id: paymentId, cents } = request
  if (!Number.isSafeInteger(cents) || cents < 1) throw rejected('The amount is too low')
  await moveDue(sandbox, paymentId)
  try {
    return await sandbox.sql.begin(async (sql) => insertRefund(sql, request, sandbox.clock))
  } catch (error) {
    if (!violates(error, 'sandbox_payment_refund_within_amount')) throw error
    throw rejected('More than there is to refund')
  }
}

async function insertRefund(
  sql: Transaction,
  { id: paymentId, key, cents, description }: RefundRequest,
  clock: Clock,
): Promise<ProviderRefund> {
  const [payment] = await sql`
    select from sandbox_payment where id = ${paymentId} for update`
  if (!payment) throw noSuchPayment()
  const [existing] = await sql<RefundRow[]>`
    select * from sandbox_refund where key = ${key}`
  if (existing) return providerRefund(existing)
  const [left] = await sql<{ cents: number }[]>`
    select cents - refunded_cents - (
      select coalesce(sum(cents), 0)::integer from sandbox_chargeback
      where payment_id = ${paymentId} and reversed_at is null) as cents
    from sandbox_payment where id = ${paymentId}`
  if (cents > (left?.cents ?? 0)) throw rejected('More than there is to refund')
  const now = clock.now()
  const movesAt = new Date(now.getTime() + STEP_MINUTES * 60_000)
  const [row] = await sql<RefundRow[]>`
    insert into sandbox_refund (id, key, payment_id, cents, description, created_at, moves_at)
    values (${`re_${hex()}`}, ${key}, ${paymentId}, ${cents}, ${description}, ${now}, ${movesAt})
    returning *`
  if (!row) throw new Error('sandbox refund not found')
  await addRefunded(sql, paymentId, cents)
  return providerRefund(row)
}

/** A refund that was moved by hand stays in its state until it is moved again. An impossible transition is ignored. */
async function moveRefund(sql: Transaction, id: string, to: ProviderRefundState) {
  const [row] = await sql<RefundRow[]>`
    select * from sandbox_refund where id = ${id} for update`
  const state = row && refundAfter(row.state, to)
  if (!row || state !== to || state === row.state) return undefined
  await sql`update sandbox_refund set state = ${to}, moves_at = null where id = ${id}`
  if (isFailedRefund(to)) await addRefunded(sql, row.payment_id, -row.cents)
  return row
}

async function chargeBack(
  { sql, clock }: Sandbox,
  { paymentId, cents, reason }: { paymentId: string; cents: number; reason: string },
) {
  const id = `chb_${hex()}`
  await sql.begin(async (sql) => {
    // A bank can charge back the amount paid even if it was refunded, but only once. Parallel calls wait for each
    // other.
    const [paid] = await sql<{ left: number }[]>`
      select cents - (
        select coalesce(sum(cents), 0)::integer from sandbox_chargeback
        where payment_id = ${paymentId} and reversed_at is null) as left
      from sandbox_payment where id = ${paymentId} for update`
    if (!paid || cents > paid.left) throw rejected('More than there is to charge back')
    await sql`
      insert into sandbox_chargeback (id, payment_id, cents, reason, created_at)
      values (${id}, ${paymentId}, ${cents}, ${reason}, ${clock.now()})`
  })
  return id
}

async function addRefunded(sql: Transaction, paymentId: string, cents: number) {
  await sql`
    update sandbox_payment set refunded_cents = refunded_cents + ${cents} where id = ${paymentId}`
}

function providerRefund({ id, key, cents, state, created_at: at }: RefundRow): ProviderRefund {
  return { id, key, cents, state, at }
}

function providerChargeback(row: ChargebackRow): ProviderChargeback {
  const { id, cents, reason, created_at: at, reversed_at: reversedAt } = row
  return { id, cents, reason, at, reversedAt }
}

const hex = () => randomUUID().replaceAll('-', '')

function rejected(message: string) {
  return new ServiceRefused('payments', 'rejected', message, 'amount')
}

export function noSuchPayment() {
  return new ServiceRefused('payments', 'no-such-payment', 'There is no such payment')
}
