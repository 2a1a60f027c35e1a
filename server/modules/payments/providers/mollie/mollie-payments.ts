import { createHash, randomUUID } from 'node:crypto'

import { languageOf, languages } from '#domain/language.ts'
import { euros } from '#domain/vouchers/points.ts'
import {
  MolliePayment,
  MollieProblem,
  MollieRefund,
  MollieRefunds,
  providerPayment,
  providerRefund,
} from '#server/modules/payments/providers/mollie/mollie-responses.ts'
import {
  type Fetch,
  isSuccess,
  type ServiceAnswer,
  type ServiceCall,
  serviceCaller,
  parseResponse,
} from '#server/platform/outbound/service-call.ts'
import {
  type NewPayment,
  type PaymentPort,
  ServiceDown,
  ServiceRefused,
} from '#server/platform/services/service-ports.ts'

export type MollieSettings = {
  apiKey: string
  baseUrl?: string
  /** Ids of Mollie's payment methods. Empty: the customer chooses among all methods of the account. */
  methods?: string[]
  timeoutMs?: number
  fetch?: Fetch
}

export function molliePayments({
  apiKey,
  baseUrl = 'https://api.mollie.com',
  methods = ['creditcard'],
  timeoutMs = 10_000,
  fetch,
}: MollieSettings): PaymentPort {
  const call = serviceCaller({
    service: 'payments',
    baseUrl: `${baseUrl}/v2`,
    headers: { authorization: `Bearer ${apiKey}`, accept: 'application/hal+json' },
    timeoutMs,
    tries: 3,
    ...(fetch ? { fetch } : {}),
  })

  return {
    sandbox: false,
    provider: 'mollie',
    create: (payment) => createPayment(call, payment, methods),
    find: (id) => findPayment(call, id),
    cancel: (id) => cancelPayment(call, id),
    refund: (request) => refundPayment(call, request),
    stopRefund: (request) => stopRefund(call, request),
  }
}

async function createPayment(call: ServiceCall, payment: NewPayment, methods: readonly string[]) {
  const what = 'create payment'
  const answer = await call({
    what,
    method: 'POST',
    path: '/payments',
    headers: { 'idempotency-key': uuidFrom(keyPurpose(payment), payment.key) },
    body: {
      amount: { currency: 'EUR', value: euros(payment.cents) },
      description: Array.from(payment.description).slice(0, 255).join(''),
      redirectUrl: payment.redirectUrl,
      cancelUrl: payment.cancelUrl,
      ...(payment.webhookUrl === null ? {} : { webhookUrl: payment.webhookUrl }),
      locale: languages[languageOf(payment.language) ?? 'en'].tag.replace('-', '_'),
      ...(methods.length === 0 ? {} : { method: methods }),
      metadata: { cart_guid: payment.cartGuid },
    },
  })
  return readPayment(what, answer)
}

async function findPayment(call: ServiceCall, id: string) {
  if (!isPaymentId(id)) return undefined
  const what = 'find payment'
  // One request also returns refunds and chargebacks, which can follow long after the payment.
  const path = `/payments/${id}?embed=refunds,chargebacks`
  const answer = await call({ what, method: 'GET', path })
  if (answer.status === 404 || answer.status === 410) return undefined
  return readPayment(what, answer, id)
}

async function cancelPayment(call: ServiceCall, id: string) {
  if (!isPaymentId(id)) return undefined
  const what = 'cancel payment'
  const answer = await call({
    what,
    method: 'DELETE',
    path: `/payments/${id}`,
    // A new key each time: Mollie would repeat the stored refusal of an earlier request.
    headers: { 'idempotency-key': randomUUID() },
  })
  if (answer.status === 404 || answer.status === 410) return undefined
  // Not cancelable (any more): return the current state.
  if (answer.status === 422 || answer.status === 409) return findPayment(call, id)
  return readPayment(what, answer, id)
}

async function refundPayment(
  call: ServiceCall,
  { id, key, cents, description }: Parameters<PaymentPort['refund']>[0],
) {
  if (!isPaymentId(id)) throw noSuchPayment()
  // Mollie deletes idempotency keys within the hour, and our job may run again much later.
  const existing = await findRefundByKey(call, id, key)
  if (existing) return existing

  const what = 'refund payment'
  const answer = await call({
    what,
    method: 'POST',
    path: `/payments/${id}/refunds`,
    headers: { 'idempotency-key': uuidFrom('refund', key) },
    body: {
      amount: { currency: 'EUR', value: euros(cents) },
      description: Array.from(description).slice(0, 255).join(''),
      metadata: { key },
    },
  })
  if (answer.status === 409) {
    const concurrent = await findRefundByKey(call, id, key)
    if (concurrent) return concurrent
    throw new ServiceDown('payments', `${what}: too soon after an identical request`, 60)
  }
  if (answer.status === 404) throw noSuchPayment()
  if (!isSuccess(answer)) throw problem(what, answer)
  return providerRefund(parseResponse('payments', what, MollieRefund, answer.body))
}

async function findRefundByKey(call: ServiceCall, id: string, key: string) {
  const what = 'list refunds'
  const path = `/payments/${id}/refunds?limit=250`
  const answer = await call({ what, method: 'GET', path })
  if (answer.status === 404) throw noSuchPayment()
  if (!isSuccess(answer)) throw problem(what, answer)
  const { _embedded } = parseResponse('payments', what, MollieRefunds, answer.body)
  return _embedded.refunds.map(providerRefund).find((refund) => refund.key === key)
}

async function stopRefund(
  call: ServiceCall,
  { id, refundId }: Parameters<PaymentPort['stopRefund']>[0],
) {
  if (!isPaymentId(id) || !/^re_\w{1,60}$/.test(refundId)) throw noSuchPayment()
  const what = 'stop refund'
  const path = `/payments/${id}/refunds/${refundId}`
  const headers = { 'idempotency-key': randomUUID() }
  const answer = await call({ what, method: 'DELETE', path, headers })
  // It can no longer be stopped. The provider reports its progress as for any other refund.
  if ([404, 409, 422].includes(answer.status)) return
  if (!isSuccess(answer)) throw problem(what, answer)
}

/**
 * Part of the idempotency key. It differs for the retry without the unreachable webhook, which must not get the stored
 * error of the first attempt.
 */
function keyPurpose({ webhookUrl }: NewPayment) {
  return webhookUrl === null ? 'payment without webhook' : 'payment'
}

/** Ids come from a public webhook: a slash or dots in an id would address another resource. */
function isPaymentId(id: string) {
  return /^tr_[A-Za-z0-9]{1,60}$/.test(id)
}

function readPayment(what: string, answer: ServiceAnswer, id?: string) {
  if (!isSuccess(answer)) throw problem(what, answer)
  const payment = providerPayment(parseResponse('payments', what, MolliePayment, answer.body))
  if (id === undefined || payment.id === id) return payment
  throw new ServiceDown('payments', `${what}: returned another payment`)
}

function problem(what: string, { status, body }: ServiceAnswer) {
  // A request with the same key is still in progress.
  if (status === 409) return new ServiceDown('payments', `${what}: still in progress`, 2)
  const result = MollieProblem.safeParse(body)
  if (status !== 400 && status !== 422) {
    return new ServiceDown('payments', `${what}: answered ${status}`)
  }
  const { detail = 'refused', field = null } = result.data ?? {}
  return new ServiceRefused('payments', 'rejected', `${what}: ${detail}`, field)
}

function noSuchPayment() {
  return new ServiceRefused('payments', 'no-such-payment', 'The provider has no such payment')
}

/**
 * Mollie requires a version 4 UUID. The purpose is hashed as well, so that one of our keys can be used for several
 * calls.
 */
function uuidFrom(purpose: string, key: string) {
  const hex = createHash('sha256').update(`${purpose}:${key}`).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
