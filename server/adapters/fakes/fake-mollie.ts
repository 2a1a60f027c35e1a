import {
  centsOf,
  type FakePayment,
  MOLLIE_STATUSES,
  type MollieStatus,
  newId,
  paymentJson,
  refundedCents,
  refundJson,
} from '#server/adapters/fakes/fake-mollie-payment.ts'
import { webhookSender, type WebhookTiming } from '#server/adapters/fakes/fake-mollie-webhooks.ts'
import {
  type FakeAnswer,
  type FakeRequest,
  field,
  startFakeService,
} from '#server/adapters/fakes/fake-service.ts'

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export type FakeMollie = Awaited<ReturnType<typeof fakeMollie>>

/** Mollie's payments API as far as the shop uses it, and the page on which its customer pays. */
export async function fakeMollie({ apiKey = 'test_fake' } = {}) {
  const payments = new Map<string, FakePayment>()
  const replays = new Map<string, FakeAnswer>()
  const webhooks = webhookSender()
  const service = await startFakeService((request) =>
    request.segments[0] === 'checkout' ? checkout(request) : api(request),
  )

  const knobs = {
    webhookTiming: 'before' as WebhookTiming,
    /** Mollie refuses addresses it cannot reach; tests want theirs on this machine to be called. */
    refusesLocalWebhooks: false,
    newPaymentsAreCancelable: true,
    identicalRefundMs: 5_000,
  }

  function api(request: FakeRequest): FakeAnswer {
    if (request.headers.authorization !== `Bearer ${apiKey}`) {
      return problem(401, 'Missing authentication, or failed to authenticate')
    }
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string') return route(request)
    if (!UUID_V4.test(key)) return problem(400, 'The idempotency key is not a UUID v4')
    const before = replays.get(key)
    const answer = before ?? route(request)
    replays.set(key, answer)
    return answer
  }

  function route({ method, segments: [version, resource, id, part], json }: FakeRequest) {
    if (version !== 'v2' || resource !== 'payments') return problem(404, 'No such resource')
    if (id === undefined) return method === 'POST' ? create(json) : problem(405, 'Not allowed')
    const payment = payments.get(id)
    if (!payment) return problem(404, `No payment exists with token ${id}.`)
    if (part === 'refunds') return method === 'POST' ? refund(payment, json) : listRefunds(payment)
    return method === 'DELETE' ? cancel(payment) : answer(200, payment)
  }

  function answer(status: number, payment: FakePayment): FakeAnswer {
    return { status, body: paymentJson(service.url, payment) }
  }

  function create(json: unknown): FakeAnswer {
    const text = (...path: string[]) => {
      const value = field(json, ...path)
      return typeof value === 'string' && value !== '' ? value : undefined
    }
    const value = text('amount', 'value')
    const description = text('description')
    const redirectUrl = text('redirectUrl')
    const webhookUrl = text('webhookUrl')
    if (value === undefined || !/^\d+\.\d{2}$/.test(value)) {
      return problem(422, 'The amount contains an invalid value', 'amount')
    }
    if (centsOf(value) < 1) return problem(422, 'The amount is lower than the minimum', 'amount')
    if (description === undefined || description.length > 255) {
      return problem(422, 'The description is invalid', 'description')
    }
    if (redirectUrl === undefined) return problem(422, 'The redirect URL is missing', 'redirectUrl')
    if (knobs.refusesLocalWebhooks && webhookUrl !== undefined && isLocal(webhookUrl)) {
      const detail =
        "The webhook URL is invalid because it is unreachable from Mollie's point of view"
      return problem(422, detail, 'webhookUrl')
    }
    const payment: FakePayment = {
      id: newId('tr_'),
      status: 'open',
      value,
      description,
      metadata: field(json, 'metadata'),
      redirectUrl,
      cancelUrl: text('cancelUrl'),
      webhookUrl,
      isCancelable: knobs.newPaymentsAreCancelable,
      createdAt: new Date(),
      changedAt: new Date(),
      chargedBackCents: 0,
      refunds: [],
    }
    payments.set(payment.id, payment)
    return answer(201, payment)
  }

  function cancel(payment: FakePayment): FakeAnswer {
    const running = payment.status === 'open' || payment.status === 'pending'
    if (!running || !payment.isCancelable) return problem(422, 'The payment cannot be canceled')
    setStatus(payment.id, 'canceled')
    return answer(200, payment)
  }

  function refund(payment: FakePayment, json: unknown): FakeAnswer {
    const value = field(json, 'amount', 'value')
    if (typeof value !== 'string' || !/^\d+\.\d{2}$/.test(value) || centsOf(value) < 1) {
      return problem(422, 'The amount contains an invalid value', 'amount')
    }
    if (payment.status !== 'paid') return problem(422, 'The payment has not been paid')
    const cents = centsOf(value)
    const now = Date.now()
    const twin = payment.refunds.some(
      (made) => made.cents === cents && now - made.madeAt < knobs.identicalRefundMs,
    )
    if (twin) return problem(409, 'A duplicate refund has been detected')
    if (cents > centsOf(payment.value) - refundedCents(payment)) {
      return problem(422, 'The amount is higher than the maximum', 'amount')
    }
    const description = field(json, 'description')
    const metadata = field(json, 'metadata')
    const made = { id: newId('re_'), cents, description, metadata, status: 'queued', madeAt: now }
    payment.refunds.push(made)
    return { status: 201, body: refundJson(service.url, payment, made) }
  }

  function listRefunds(payment: FakePayment): FakeAnswer {
    const refunds = payment.refunds.map((made) => refundJson(service.url, payment, made))
    return { status: 200, body: { count: refunds.length, _embedded: { refunds }, _links: {} } }
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
      const later = await webhooks.around(knobs.webhookTiming, payment.webhookUrl, payment.id)
      setTimeout(() => void later(), 30)
    }
    const location = payment.status === 'canceled' ? (cancelUrl ?? redirectUrl) : redirectUrl
    return { status: 302, headers: { location }, html: '' }
  }

  /** Any word is taken, so that a test can try one that Mollie has yet to invent. No webhook goes out. */
  function setStatus(id: string, status: MollieStatus | (string & {})) {
    const payment = payments.get(id)
    if (!payment) throw new Error(`The fake knows no payment ${id}`)
    payment.status = status
    payment.changedAt = new Date()
  }

  return {
    ...service,
    apiKey,
    payments,
    knobs,
    setStatus,
    /** As Mollie does within the hour. */
    forgetIdempotencyKeys() {
      replays.clear()
    },
    sentWebhooks: webhooks.sent,
    releaseWebhooks: () => webhooks.release(),
    async fireWebhook(id: string) {
      const url = payments.get(id)?.webhookUrl
      if (url !== undefined) await webhooks.send(url, id)
    },
  }
}

function problem(status: number, detail: string, name?: string): FakeAnswer {
  const body = { status, title: 'Fake', detail, ...(name ? { field: name } : {}), _links: {} }
  return { status, body }
}

function isLocal(url: string) {
  return /^(localhost|127\.|10\.|192\.168\.|\[::1\])/.test(new URL(url).hostname)
}

function checkoutPage({ id, value }: FakePayment) {
  const button = (status: string) => `<button name="status" value="${status}">${status}</button>`
  return `<!doctype html><title>Fake payment</title><h1>€ ${value}</h1>
<form method="post" action="/checkout/${id}">${MOLLIE_STATUSES.map(button).join('')}</form>`
}
