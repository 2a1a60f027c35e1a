import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { createPayment, paymentStatus } from '#contract/payments.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { languageOf } from '#domain/language.ts'
import { euros } from '#domain/vouchers/points.ts'
import { succeed } from '#server/http/response-body.ts'
import { channelOf, hostOf } from '#server/http/endpoint/request-channel.ts'
import type { Config } from '#server/platform/config/config.ts'
import { pollProvider, receiveNotification } from '#server/modules/payments/poll-provider.ts'
import { reserveAndStartPayment } from '#server/modules/payments/start-payment.ts'
import { webhookPath } from '#server/modules/payments/webhook-address.ts'
import { idInBody } from '#server/modules/payments/providers/payment-provider.ts'
import { paymentProviders } from '#server/modules/payments/providers/payment-providers.ts'
import { findPaymentById, type Payment } from '#server/modules/payments/payment.sql.ts'
import type { PaymentProviderName } from '#server/platform/config/payment-accounts.ts'
import { type PaymentPort, ServiceDown } from '#server/platform/services/service-ports.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

export function paymentRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, createPayment, handleCreatePayment(shop))

  serve(app, shop, paymentStatus, handlePaymentStatus(shop))

  for (const [provider, notifiedPayment] of NOTIFICATIONS) {
    app.post(webhookPath(provider), (request, reply) =>
      handleNotification(shop, notifiedPayment(request.body), reply),
    )
  }
}

const handleCreatePayment =
  (shop: Shop) =>
  async (input: ParsedInput<typeof createPayment>, { request, holder }: HolderCaller) => {
    const cancelUrl = await shopUrl(shop, input.cancelUrl, request)
    if (cancelUrl === undefined) return refuseForeignUrl('cancelUrl')
    const redirectUrl = await shopUrl(shop, input.redirectUrl, request)
    if (redirectUrl === undefined) return refuseForeignUrl('redirectUrl')
    const model = await channelOf(shop, request, holder, {})
    const started = await reserveAndStartPayment(shop, model, {
      voucherId: holder.voucherId,
      guid: input.cart_guid ?? null,
      amount: input.amount,
      description: input.description,
      redirectUrl,
      cancelUrl,
      language: languageOf(input.language) ?? model.channel.defaultLanguage,
    })
    return 'refused' in started ? started : succeed(started)
  }

/**
 * The URL, if it is an address of this shop; otherwise undefined. Clients can send any Host header, so scheme and port
 * must be those of PUBLIC_URL. Only without PUBLIC_URL those of the request count.
 */
async function shopUrl(
  shop: Pick<Shop, 'config' | 'models'>,
  text: string,
  { protocol, host }: FastifyRequest,
) {
  const { models, config } = shop
  const publicUrl = parsedUrl(config.PUBLIC_URL ?? `${protocol}://${host}`)
  const url = parsedUrl(text)
  if (!url || url.protocol !== publicUrl?.protocol || url.port !== publicUrl.port) return undefined
  const isOwn = isOwnHost(config, url.hostname) || (await models.knowsHost(url.hostname))
  if (!isOwn) return undefined
  // Returned as parsed here: another parser may read 'http://shop\@elsewhere/' as an address of 'elsewhere'.
  return url.href
}

/** How to read the payment's id from the webhook of each provider. The sandbox sends it like Mollie. */
const NOTIFICATIONS: [PaymentPort['provider'], (body: unknown) => unknown][] = [
  ['sandbox', idInBody],
  ...Object.entries(paymentProviders).map(
    ([provider, { notifiedPayment }]): [PaymentProviderName, (body: unknown) => unknown] => [
      provider as PaymentProviderName,
      notifiedPayment,
    ],
  ),
]

/**
 * A notification contains only an id. The state is fetched from the provider. The answer is 200 even for an unknown id,
 * so that it reveals nothing.
 */
async function handleNotification(shop: Shop, id: unknown, reply: FastifyReply) {
  if (typeof id !== 'string' || !/^[A-Za-z0-9_.-]{1,80}$/.test(id)) {
    return sendRefusal(
      reply,
      400,
      refuse('invalid-input', { field: 'id', message: 'id: is missing' }),
    )
  }
  const payment = await findPaymentById(shop.sql, id)
  try {
    if (payment) await receiveNotification(shop, payment.key)
  } catch (error) {
    if (!(error instanceof ServiceDown)) throw error
    // The notification was saved: the poller repeats the request when the provider answers again.
    shop.log.warn({ err: error, payment: id }, 'payment provider timeout during webhook')
  }
  return reply.code(200).type('text/plain').send('ok')
}

function handlePaymentStatus(shop: Shop) {
  const { sql } = shop
  return async ({ paymentId }: ParsedInput<typeof paymentStatus>, { holder }: HolderCaller) => {
    const payment = await findPaymentById(sql, paymentId)
    if (!payment || payment.voucher_id !== holder.voucherId) return refuse('no-such-payment')
    const polled = isSettled(payment) ? undefined : await pollIfPossible(shop, payment.key)
    const current = polled ?? payment
    return {
      status: 'success' as const,
      payment: {
        status: current.state === 'creating' ? ('open' as const) : current.state,
        cancelUrl: current.cancel_url,
        amount: euros(current.cents),
        refunded: current.outcome === 'refunded',
        order_number: current.order_number,
      },
    }
  }
}

const refuseForeignUrl = (field: 'cancelUrl' | 'redirectUrl') =>
  refuse('invalid-input', { field, message: `${field}: is not an address of this shop` })

/** Received money cannot become unreceived, so the stored state is enough. */
const isSettled = ({ outcome }: Payment) => outcome === 'ordered' || outcome === 'refunded'

const parsedUrl = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

/** Without PUBLIC_URL the shop runs locally and accepts any name of this machine. */
function isOwnHost({ PUBLIC_URL, HOST }: Config, host: string) {
  if (PUBLIC_URL) return host === hostOf(PUBLIC_URL)
  return ['localhost', '127.0.0.1', '[::1]', HOST.toLowerCase()].includes(host)
}

/** The payment after a poll; undefined while the provider does not answer. */
async function pollIfPossible(shop: Shop, key: string) {
  try {
    return await pollProvider(shop, key)
  } catch (error) {
    if (!(error instanceof ServiceDown)) throw error
    shop.log.warn({ err: error, payment: key }, 'payment provider timeout')
    return undefined
  }
}
