import type { FakeChargeback } from '#server/testing/fakes/fake-mollie-chargeback.ts'
import { chargebackJson } from '#server/testing/fakes/fake-mollie-chargeback.ts'
import { methodsAnswer } from '#server/testing/fakes/fake-mollie-methods.ts'
import {
  centsOf,
  type FakePayment,
  MOLLIE_STATUSES,
  type MollieStatus,
  newId,
  paymentJson,
  refundedCents,
} from '#server/testing/fakes/fake-mollie-payment.ts'
import {
  type FakeRefund,
  moveRefund,
  type RefundKnobs,
  refundJson,
} from '#server/testing/fakes/fake-mollie-refund.ts'
import {
  textField,
  findAmountError,
  findFieldError,
} from '#server/testing/fakes/fake-mollie-validation.ts'
import { webhookSender, type WebhookTiming } from '#server/testing/fakes/fake-mollie-webhooks.ts'
import { hal, page, problem } from '#server/testing/fakes/fake-mollie-responses.ts'
import {
  type FakeAnswer,
  type FakeRequest,
  field,
  type FakeTls,
  startFakeService,
} from '#server/testing/fakes/fake-service.ts'

export type FakeMollie = Awaited<ReturnType<typeof fakeMollie>>

/** Mollie's payments API as far as the shop uses it, and the page on which its customer pays. */
export async function fakeMollie({
  apiKey = 'test_dHar4XY7LxsDOtmnkVtjNVWXLSlXsM',
  tls,
  now = () => Date.now(),
}: { apiKey?: string; tls?: FakeTls; now?: () => number } = {}) {
  const payments = new Map<string, FakePayment>()
  const replays = new Map<string, FakeAnswer>()
  const webhooks = webhookSender()
  const service = await startFakeService(
    (request) => (request.segments[0] === 'checkout' ? checkout(request) : api(request)),
    tls,
  )

  const knobs: RefundKnobs & {
    webhookTiming: WebhookTiming
    refusesLocalWebhooks: boolean
    refusesAllWebhooks: boolean
    newPaymentsAreCancelable: boolean
    identicalRefundMs: number
  } = {
    webhookTiming: 'before',
    /** Mollie rejects addresses that it cannot reach. Some tests allow those of this machine. */
    refusesLocalWebhooks: true,
    refusesAllWebhooks: false,
    newPaymentsAreCancelable: true,
    identicalRefundMs: 5_000,
    refundsEnd: 'refunded',
    refundDays: 2,
  }

  function api(request: FakeRequest): FakeAnswer {
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return problem(401, 'Missing authentication, or failed to authenticate')
    }
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return route(request)
    if (key === '' || key.length > 255) return problem(400, 'The idempotency key is invalid')
    const replay = replays.get(key)
    const answer = replay ?? route(request)
    replays.set(key, answer)
    return answer
  }

  function route(request: FakeRequest): FakeAnswer {
    const { method, segments, query } = request
    const [version, resource, id, part, partId] = segments
    const unknown = problem(404, 'The API endpoint does not exist')
    if (version !== 'v2' || segments.length > 5) return unknown
    if (resource === 'methods' && part === undefined) {
      return method === 'GET' ? methodsAnswer(service.url, id) : notAllowed
    }
    if (resource !== 'payments') return unknown
    if (id === undefined) {
      if (method === 'POST') return create(request.json)
      if (method !== 'GET') return notAllowed
      const newestFirst = [...payments.values()].reverse()
      return page(`${service.url}/v2/payments`, 'payments', newestFirst, query, (payment) =>
        paymentJson(service.url, payment),
      )
    }
    const payment = payments.get(id)
    if (!payment) return problem(404, `No payment exists with token ${id}.`)
    for (const refund of payment.refunds) moveRefund(refund, knobs, now())
    if (part === 'refunds') return refunds(payment, partId, request)
    if (part === 'chargebacks') return chargebacks(payment, partId, request)
    if (part !== undefined) return unknown
    switch (method) {
      case 'GET':
        return answer(200, payment, (query.get('embed') ?? '').split(',').filter(Boolean))
      case 'PATCH':
        return update(payment, request.json)
      case 'DELETE':
        return cancel(payment)
      default:
        return notAllowed
    }
  }

  const notAllowed = problem(405, 'The method is not supported for this endpoint')

  function answer(status: number, payment: FakePayment, embed: string[] = []): FakeAnswer {
    return hal(status, paymentJson(service.url, payment, embed))
  }

  function create(json: unknown): FakeAnswer {
    const error = findAmountError(json) ?? findFieldError(json, knobs)
    if (error) return error
    const description = textField(json, 'description')
    const redirectUrl = textField(json, 'redirectUrl')
    if (description === undefined) return problem(422, 'The description is invalid', 'description')
    if (redirectUrl === undefined) return problem(422, 'The redirect URL is missing', 'redirectUrl')
    const payment: FakePayment = {
      id: newId('tr_'),
      status: 'open',
      currency: textField(json, 'amount', 'currency') ?? '',
      value: textField(json, 'amount', 'value') ?? '',
      description,
      locale: textField(json, 'locale'),
      method: field(json, 'method'),
      metadata: field(json, 'metadata'),
      redirectUrl,
      cancelUrl: textField(json, 'cancelUrl'),
      webhookUrl: textField(json, 'webhookUrl'),
      isCancelable: knobs.newPaymentsAreCancelable,
      createdAt: new Date(now()),
      changedAt: new Date(now()),
      refunds: [],
      chargebacks: [],
    }
    payments.set(payment.id, payment)
    return answer(201, payment)
  }

  function update(payment: FakePayment, json: unknown): FakeAnswer {
    const error = findFieldError(json, knobs)
    if (error) return error
    payment.description = textField(json, 'description') ?? payment.description
    payment.redirectUrl = textField(json, 'redirectUrl') ?? payment.redirectUrl
    payment.cancelUrl = textField(json, 'cancelUrl') ?? payment.cancelUrl
    payment.webhookUrl = textField(json, 'webhookUrl') ?? payment.webhookUrl
    payment.locale = textField(json, 'locale') ?? payment.locale
    payment.method = field(json, 'method') ?? payment.method
    payment.metadata = field(json, 'metadata') ?? payment.metadata
    return answer(200, payment)
  }

  function cancel(payment: FakePayment): FakeAnswer {
    const isUnfinished = payment.status === 'open' || payment.status === 'pending'
    if (!isUnfinished || !payment.isCancelable)
      return problem(422, 'The payment cannot be canceled')
    setStatus(payment.id, 'canceled')
    return answer(200, payment)
  }

  function refunds(payment: FakePayment, id: string | undefined, request: FakeRequest): FakeAnswer {
    const json = (made: FakeRefund) => refundJson(service.url, payment.id, made)
    if (id === undefined) {
      if (request.method === 'POST') return refund(payment, request.json)
      if (request.method !== 'GET') return notAllowed
      const address = `${service.url}/v2/payments/${payment.id}/refunds`
      return page(address, 'refunds', payment.refunds, request.query, json)
    }
    const made = payment.refunds.find((one) => one.id === id)
    if (!made) return problem(404, `No refund exists with token ${id}.`)
    if (request.method === 'GET') return hal(200, json(made))
    if (request.method !== 'DELETE') return notAllowed
    if (made.status !== 'queued' && made.status !== 'pending') {
      return problem(422, 'The refund cannot be canceled anymore')
    }
    made.status = 'canceled'
    return { status: 204 }
  }

  function refund(payment: FakePayment, json: unknown): FakeAnswer {
    const error = findAmountError(json)
    if (error) return error
    if (payment.status !== 'paid') return problem(422, 'The payment has not been paid')
    const cents = centsOf(textField(json, 'amount', 'value') ?? '')
    const isDuplicate = payment.refunds.some(
      (made) => made.cents === cents && now() - made.createdAt < knobs.identicalRefundMs,
    )
    if (isDuplicate) return problem(409, 'A duplicate refund has been detected')
    if (cents > centsOf(payment.value) - refundedCents(payment)) {
      return problem(422, 'The amount is higher than the maximum', 'amount')
    }
    const made = newRefund(cents, field(json, 'description'), field(json, 'metadata'))
    payment.refunds.push(made)
    return hal(201, refundJson(service.url, payment.id, made))
  }

  function newRefund(cents: number, description: unknown, metadata: unknown): FakeRefund {
    return { id: newId('re_'), cents, description, metadata, status: 'queued', createdAt: now() }
  }

  function chargebacks(
    payment: FakePayment,
    id: string | undefined,
    { method, query }: FakeRequest,
  ): FakeAnswer {
    const json = (made: FakeChargeback) => chargebackJson(service.url, payment.id, made)
    if (method !== 'GET') return notAllowed
    if (id === undefined) {
      const address = `${service.url}/v2/payments/${payment.id}/chargebacks`
      return page(address, 'chargebacks', payment.chargebacks, query, json)
    }
    const made = payment.chargebacks.find((one) => one.id === id)
    return made ? hal(200, json(made)) : problem(404, `No chargeback exists with token ${id}.`)
  }

  async function checkout(request: FakeRequest): Promise<FakeAnswer> {
    const payment = payments.get(request.segments[1] ?? '')
    if (!payment) return { status: 404, html: 'No such payment' }
    if (request.method !== 'POST') return { status: 200, html: checkoutPage(payment) }
    const status = new URLSearchParams(request.text).get('status') ?? ''
    if (!MOLLIE_STATUSES.includes(status)) return { status: 400, html: 'No such status' }
    const { redirectUrl, cancelUrl } = payment
    if (payment.status === 'open' && status !== 'open') {
      setStatus(payment.id, status)
      const later = await webhooks.notifyAround(knobs.webhookTiming, payment.webhookUrl, payment.id)
      setTimeout(() => void later(), 30)
    }
    const location = payment.status === 'canceled' ? (cancelUrl ?? redirectUrl) : redirectUrl
    return { status: 302, headers: { location }, html: '' }
  }

  function findPayment(id: string) {
    const payment = payments.get(id)
    if (!payment) throw new Error(`The fake knows no payment ${id}`)
    return payment
  }

  /** Accepts unknown statuses as well, as Mollie may add one. Calls no webhook. */
  function setStatus(id: string, status: MollieStatus | (string & {})) {
    const payment = findPayment(id)
    payment.status = status
    payment.changedAt = new Date(now())
  }

  async function fireWebhook(id: string) {
    const url = payments.get(id)?.webhookUrl
    if (url !== undefined) await webhooks.send(url, id)
  }

  return {
    ...service,
    apiKey,
    payments,
    knobs,
    setStatus,
    /** Mollie does this within an hour. */
    eraseIdempotencyKeys() {
      replays.clear()
    },
    sentWebhooks: webhooks.sent,
    releaseWebhooks: () => webhooks.release(),
    fireWebhook,
    /** The clock alone also moves refunds. This function calls their webhooks as well. */
    async moveRefunds() {
      for (const { id, refunds } of payments.values()) {
        const notified = refunds.filter((refund) => moveRefund(refund, knobs, now()))
        for (const _ of notified) await fireWebhook(id)
      }
    },
    setRefundStatus(id: string, status: string) {
      for (const { refunds } of payments.values()) {
        for (const refund of refunds) if (refund.id === id) refund.status = status
      }
    },
    /** A refund made in Mollie's own dashboard. */
    refundByHand(id: string, cents: number) {
      const made = newRefund(cents, 'by hand', null)
      findPayment(id).refunds.push(made)
      return made
    },
    /** Mollie calls the webhook for a chargeback, but not for its reversal. */
    async chargeBack(id: string, cents: number) {
      const payment = findPayment(id)
      const made = { id: newId('chb_'), cents, createdAt: new Date(now()), reversedAt: undefined }
      payment.chargebacks.push(made)
      await fireWebhook(id)
      return made.id
    },
    reverseChargeback(id: string) {
      for (const { chargebacks } of payments.values()) {
        for (const made of chargebacks) if (made.id === id) made.reversedAt = new Date(now())
      }
    },
  }
}

function checkoutPage({ id, value }: FakePayment) {
  const button = (status: string) => `<button name="status" value="${status}">${status}</button>`
  return `<!doctype html><title>Fake payment</title><h1>€ ${value}</h1>
<form method="post" action="/checkout/${id}">${MOLLIE_STATUSES.map(button).join('')}</form>`
}
