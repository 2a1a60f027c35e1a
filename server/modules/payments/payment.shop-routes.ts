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
  async (ask: ParsedInput<typeof createPayment>, { request, holder }: HolderCaller) => {
    const cancelUrl = await ownUrl(shop, ask.cancelUrl, request)
    if (cancelUrl === undefined) return refuseStrange('cancelUrl')
    const redirectUrl = await ownUrl(shop, ask.redirectUrl, request)
    if (redirectUrl === undefined) return refuseStrange('redirectUrl')
    const model = await channelOf(shop, request, holder, {})
    const started = await reserveAndStartPayment(shop, model, {
      voucherId: holder.voucherId,
      guid: ask.cart_guid ?? null,
      amount: ask.amount,
      description: ask.description,
      redirectUrl,
      cancelUrl,
      language: languageOf(ask.language) ?? model.channel.defaultLanguage,
    })
    return 'refused' in started ? started : succeed(started)
  }

/**
 * A client can send any Host header, so it does not decide the redirect target. Scheme and port are those of
 * PUBLIC_URL, on each host of the shop; without PUBLIC_URL those of the request.
 */
async function ownUrl(
  shop: Pick<Shop, 'config' | 'models'>,
  text: string,
  { protocol, host }: FastifyRequest,
) {
  const { models, config } = shop
  const own = parsedUrl(config.PUBLIC_URL ?? `${protocol}://${host}`)
  const url = parsedUrl(text)
  if (!url || url.protocol !== own?.protocol || url.port !== own.port) return undefined
  const isOwn = isOwnHost(config, url.hostname) || (await models.knowsHost(url.hostname))
  if (!isOwn) return undefined
  // Returned as parsed here: another parser may read 'http://shop\@elsewhere/' as an address of 'elsewhere'.
  return url.href
}

/** How each provider names the payment in its webhook. The sandbox does it like Mollie. */
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
 * A notification contains only an id, and the state is fetched. The answer is 200 whether the id is known or not, so
 * that it reveals nothing.
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
    const known = await findPaymentById(sql, paymentId)
    if (!known || known.voucher_id !== holder.voucherId) return refuse('no-such-payment')
    const now = isSettled(known) ? known : ((await askIfPossible(shop, known.key)) ?? known)
    return {
      status: 'success' as const,
      payment: {
        status: now.state === 'creating' ? ('open' as const) : now.state,
        cancelUrl: now.cancel_url,
        amount: euros(now.cents),
        refunded: now.outcome === 'refunded',
        order_number: now.order_number,
      },
    }
  }
}

const refuseStrange = (field: 'cancelUrl' | 'redirectUrl') =>
  refuse('invalid-input', { field, message: `${field}: is not an address of this shop` })

/** Received money cannot become unreceived, so the stored state is enough. */
const isSettled = ({ outcome }: Payment) => outcome === 'ordered' || outcome === 'refunded'

/** Without PUBLIC_URL the shop runs locally and accepts any name of this machine. */
const parsedUrl = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

function isOwnHost({ PUBLIC_URL, HOST }: Config, host: string) {
  if (PUBLIC_URL) return host === hostOf(PUBLIC_URL)
  return ['localhost', '127.0.0.1', '[::1]', HOST.toLowerCase()].includes(host)
}

/** While the provider does not answer, the stored state is returned. */
async function askIfPossible(shop: Shop, key: string) {
  try {
    return await pollProvider(shop, key)
  } catch (error) {
    if (!(error instanceof ServiceDown)) throw error
    shop.log.warn({ err: error, payment: key }, 'payment provider timeout')
    return undefined
  }
}
