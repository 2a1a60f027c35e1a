import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import { isFinal, type PaymentState } from '#domain/payments/payment-state.ts'
import type { ProviderRefundState } from '#domain/payments/refund-state.ts'
import {
  noSuchPayment,
  sandboxRefunds,
} from '#server/modules/payments/providers/sandbox/sandbox-refunds.ts'
import type { Sql } from '#server/platform/db/database.ts'
import {
  type Clock,
  type NewPayment,
  type PaymentPort,
  type ProviderChargeback,
  type ProviderPayment,
  type ProviderRefund,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'

export const SANDBOX_CHOICES = ['paid', 'canceled', 'failed', 'expired', 'open'] as const
export type SandboxChoice = (typeof SANDBOX_CHOICES)[number]

/** The data of the payment page. */
export type SandboxPayment = {
  id: string
  state: PaymentState
  cents: number
  description: string
  language: string
  refunds: ProviderRefund[]
  chargebacks: ProviderChargeback[]
}

export type SandboxPayments = PaymentPort & {
  /** The customer's action on the payment page. A final payment does not change. */
  choose(id: string, status: SandboxChoice): Promise<{ redirectTo: string }>
  findDetails(id: string): Promise<SandboxPayment | undefined>
  /** A refund made by a bank or by staff at the provider. */
  refundAtProvider(id: string, cents: number): Promise<ProviderRefund>
  /** An impossible change of state is ignored. */
  moveRefund(refundId: string, to: ProviderRefundState): Promise<void>
  chargeBack(id: string, cents: number): Promise<string>
  reverseChargeback(chargebackId: string): Promise<void>
}

export function isSandboxPayments(port: PaymentPort): port is SandboxPayments {
  return port.sandbox && 'choose' in port
}

type Row = {
  id: string
  state: PaymentState
  cents: number
  description: string
  language: string
  cart_guid: string
  refunded_cents: number
  redirect_url: string
  cancel_url: string
  expires_at: Date
}

const MINUTES_TO_PAY = 15

type Settings = {
  sql: Sql
  /** A function, because the port is known only once the server listens. */
  baseUrl: () => string
  callWebhook: (id: string) => Promise<void>
  clock: Clock
  webhookTimeoutMs?: number
}

export function sandboxPayments({
  sql,
  baseUrl,
  callWebhook,
  clock,
  webhookTimeoutMs = 5_000,
}: Settings): SandboxPayments {
  const row = (id: string) => findRow(sql, id, clock.now())

  /** As with a real provider, the customer returns to the shop even if the webhook fails. */
  async function notifyShop(id: string) {
    const call = (async () => callWebhook(id))().catch(() => {})
    await Promise.race([call, pause(webhookTimeoutMs, undefined, { ref: false })])
  }

  const refundStore = sandboxRefunds({ sql, clock, notifyShop })

  async function find(id: string) {
    const found = await row(id)
    if (!found) return undefined
    const { refunds, chargebacks } = await refundStore.list(id)
    const notReversed = chargebacks.filter(({ reversedAt }) => reversedAt === null)
    const chargedBackCents = notReversed.reduce((sum, { cents }) => sum + cents, 0)
    return { ...providerPayment(found, baseUrl()), refunds, chargebacks, chargedBackCents }
  }

  return {
    sandbox: true,
    provider: 'sandbox',
    create: async (payment) =>
      providerPayment(await createRow(sql, payment, clock.now()), baseUrl()),
    find,
    async cancel(id) {
      await row(id)
      await moveOpen(sql, id, 'canceled')
      return find(id)
    },
    refund: (refund) => refundStore.refund(refund),
    stopRefund: ({ refundId }) => refundStore.stop(refundId),
    refundAtProvider: (id, cents) =>
      refundStore.refund({ id, key: null, cents, description: 'given back at the provider' }),
    moveRefund: (id, to) => refundStore.moveRefund(id, to),
    chargeBack: (id, cents) => refundStore.chargeBack(id, cents),
    reverseChargeback: (id) => refundStore.reverse(id),

    async choose(id, status) {
      const before = await row(id)
      if (!before) throw noSuchPayment()
      if (status !== 'open' && !isFinal(before.state) && (await moveOpen(sql, id, status))) {
        await notifyShop(id)
      }
      const after = await row(id)
      const canceled = after?.state === 'canceled'
      return { redirectTo: canceled ? before.cancel_url : before.redirect_url }
    },

    async findDetails(id) {
      const found = await row(id)
      if (!found) return undefined
      const { state, cents, description, language } = found
      return { id, state, cents, description, language, ...(await refundStore.list(id)) }
    },
  }
}

async function findRow(sql: Sql, id: string, now: Date) {
  // The sandbox has no timers: the next read expires the payment.
  await sql`
    update sandbox_payment set state = 'expired'
    where id = ${id} and state = 'open' and expires_at <= ${now}`
  const [found] = await sql<Row[]>`select * from sandbox_payment where id = ${id}`
  return found
}

async function createRow(sql: Sql, payment: NewPayment, now: Date) {
  const { key, cartGuid, cents, description, language, redirectUrl, cancelUrl } = payment
  if (!Number.isSafeInteger(cents) || cents < 1) throw rejected('The amount is too low')
  const expires = new Date(now.getTime() + MINUTES_TO_PAY * 60_000)
  await sql`
    insert into sandbox_payment (
      id, key, cart_guid, cents, description, language, redirect_url, cancel_url, created_at, expires_at
    ) values (
      ${newPaymentId()}, ${key}, ${cartGuid}, ${cents}, ${description.slice(0, 255)}, ${language},
      ${redirectUrl}, ${cancelUrl}, ${now}, ${expires}
    ) on conflict (key) do nothing`
  const [created] = await sql<Row[]>`select * from sandbox_payment where key = ${key}`
  if (!created) throw new Error('sandbox payment not found')
  return created
}

/** If several calls move an open payment at once, one succeeds. */
async function moveOpen(sql: Sql, id: string, state: PaymentState) {
  const moved = await sql`
    update sandbox_payment set state = ${state} where id = ${id} and state = 'open'`
  return moved.count === 1
}

function providerPayment(row: Row, baseUrl: string): ProviderPayment {
  return {
    id: row.id,
    state: row.state,
    cents: row.cents,
    currency: 'EUR',
    cartGuid: row.cart_guid,
    refundedCents: row.refunded_cents,
    chargedBackCents: 0,
    refunds: [],
    chargebacks: [],
    checkoutUrl: row.state === 'open' ? `${baseUrl}/sandbox/payments/${row.id}` : null,
    expiresAt: isFinal(row.state) ? null : row.expires_at,
  }
}

/** A random id, so that payment pages cannot be guessed. */
function newPaymentId() {
  const letters = randomBytes(24)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
  return `tr_${letters.padEnd(20, '0').slice(0, 20)}`
}

function rejected(message: string) {
  return new ServiceRefused('payments', 'rejected', message, 'amount')
}
