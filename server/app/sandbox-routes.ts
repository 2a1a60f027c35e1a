import type { FastifyInstance } from 'fastify'

import { refuse } from '#contract/shared/refusals.shop.ts'
import { DEFAULT_LANGUAGE, languageAccepted } from '#domain/language.ts'
import { isFailedRefund, PROVIDER_REFUND_STATES } from '#domain/payments/refund-state.ts'
import {
  isSandboxMailer,
  type SandboxMailer,
} from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { findTemplates } from '#server/modules/mail/delivery/mail.sql.ts'
import {
  PAYMENT_STYLE,
  sandboxPaymentPage,
} from '#server/modules/payments/providers/sandbox/sandbox-payment-page.ts'
import {
  isSandboxPayments,
  SANDBOX_CHOICES,
  type SandboxPayment,
  type SandboxPayments,
} from '#server/modules/payments/providers/sandbox/sandbox-payments.ts'
import { MAILBOX_POLICY, mailboxPage } from '#server/app/sandbox-mailbox.ts'
import { sendRefusal } from '#server/http/endpoint/send-response.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { plainPagePolicy } from '#server/http/content-security-policy.ts'

/** Mails have inline styles, as mail programs require. Their scripts, forms and frames are disabled here. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http: https:; base-uri 'none'; font-src 'self'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

type QueryValue = string | string[] | undefined
const firstValue = (value: QueryValue) => [value].flat()[0]

/** Pages that a provider would host. They exist only while the shop uses a sandbox. */
export function sandboxRoutes(app: FastifyInstance, shop: Shop) {
  const { payments, delivery, mailer } = shop.ports
  if (isSandboxPayments(payments)) paymentRoutes(app, payments)
  if (delivery.sandbox) parcelRoutes(app, shop)
  if (isSandboxMailer(mailer)) mailboxRoutes(app, shop, mailer)
}

function paymentRoutes(app: FastifyInstance, payments: SandboxPayments) {
  app.get<{ Params: { id: string } }>('/sandbox/payments/:id', async ({ params }, reply) => {
    const payment = await payments.findDetails(params.id)
    if (!payment) return sendRefusal(reply, 404, refuse('no-such-payment'))
    return reply
      .header('content-security-policy', plainPagePolicy(PAYMENT_STYLE))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(sandboxPaymentPage(payment))
  })

  app.post<{ Params: { id: string }; Body: Record<string, unknown> | null }>(
    '/sandbox/payments/:id',
    async ({ params, body }, reply) => {
      const payment = await payments.findDetails(params.id)
      if (payment && body && (await simulateBankAction(payments, payment, body))) {
        return reply.redirect(`/sandbox/payments/${payment.id}`, 303)
      }
      const status = SANDBOX_CHOICES.find((choice) => choice === body?.['status'])
      if (!status) return sendRefusal(reply, 400, refuse('invalid-input', { field: 'status' }))
      if (!payment) return sendRefusal(reply, 404, refuse('no-such-payment'))
      const { redirectTo } = await payments.choose(params.id, status)
      return reply.redirect(redirectTo, 303)
    },
  )
}

function parcelRoutes(app: FastifyInstance, shop: Shop) {
  app.get<{ Params: { code: string } }>('/sandbox/parcels/:code', async (request, reply) => {
    // Imported on demand, because only a sandbox shows this page.
    const { PARCEL_POLICY, parcelPage } = await import('#server/app/sandbox-parcel.tsx')
    const language = languageAccepted(request.headers['accept-language']) ?? DEFAULT_LANGUAGE
    return reply
      .header('content-security-policy', PARCEL_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(await parcelPage(shop, request.params.code, language))
  })
}

function mailboxRoutes(app: FastifyInstance, shop: Shop, mailer: SandboxMailer) {
  const read = new Set<string>()
  app.get<{ Querystring: Record<'mail' | 'kind' | 'search' | 'view', QueryValue> }>(
    '/sandbox/mails',
    async ({ query }, reply) => {
      const mails = await mailer.all()
      const mail = firstValue(query.mail)
      if (mail !== undefined && mails.some(({ id }) => id === mail)) read.add(mail)
      const templates = await findTemplates(
        shop.sql,
        mails.map(({ id }) => id),
      )
      return reply
        .header('content-security-policy', MAILBOX_POLICY)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(
          mailboxPage({
            mails,
            templates,
            read,
            now: shop.ports.clock.now(),
            mail,
            kind: firstValue(query.kind),
            search: firstValue(query.search),
            view: firstValue(query.view),
          }),
        )
    },
  )
  app.get<{ Params: { id: string } }>('/sandbox/mails/:id', async ({ params }, reply) => {
    const mail = (await mailer.all()).find(({ id }) => id === params.id)
    if (!mail) return sendRefusal(reply, 404, refuse('not-found'))
    return reply
      .header('content-security-policy', MAIL_POLICY)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(mail.html)
  })
}

/** Simulates refunds and chargebacks by the bank or the provider; false if the request contains none. */
async function simulateBankAction(
  payments: SandboxPayments,
  { id, state, cents, refunds, chargebacks }: SandboxPayment,
  { money: action, refund, reverse }: Record<string, unknown>,
): Promise<boolean> {
  if (state !== 'paid') return false
  const [refundId, requestedState] = typeof refund === 'string' ? refund.split(' ') : []
  const nextState = PROVIDER_REFUND_STATES.find((state) => state === requestedState)
  if (action === 'give-back') {
    const refunded = refunds.filter((entry) => !isFailedRefund(entry.state))
    const remainingCents = cents - refunded.reduce((sum, entry) => sum + entry.cents, 0)
    if (remainingCents > 0) await payments.refundAtProvider(id, remainingCents)
  } else if (action === 'charge-back') {
    const returnedCents = [
      ...refunds.filter(({ state }) => !isFailedRefund(state)),
      ...chargebacks.filter(({ reversedAt }) => reversedAt === null),
    ].reduce((sum, entry) => sum + entry.cents, 0)
    if (returnedCents >= cents) return false
    await payments.chargeBack(id, cents - returnedCents)
  } else if (nextState && refunds.some((entry) => entry.id === refundId)) {
    await payments.moveRefund(refundId ?? '', nextState)
  } else if (typeof reverse === 'string' && chargebacks.some((entry) => entry.id === reverse)) {
    await payments.reverseChargeback(reverse)
  } else return false
  return true
}
