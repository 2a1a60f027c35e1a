import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'

import {
  answerPurchase,
  purchase,
  SUPPLIER_NOTICES,
  type SupplierForm,
} from '#contract/fulfilment/purchase-orders.supplier.ts'
import { refuseSupplier } from '#contract/shared/refusals.supplier.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { RawResponse } from '#server/http/raw-response.ts'
import {
  answerPurchase as saveAnswer,
  type AnswerResult,
} from '#server/modules/fulfilment/suppliers/answer-purchase-order.ts'
import {
  findNewestLink,
  lockPurchaseOrder,
  type OpenedPurchase,
} from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import { sendPurchaseAgain } from '#server/modules/fulfilment/suppliers/send-purchase-order.ts'
import {
  purchasePage,
  showPurchaseAgain,
  serveSupplier,
} from '#server/modules/fulfilment/suppliers/serve-supplier-endpoint.ts'
import { formFields, purchaseAnswer } from '#server/modules/fulfilment/suppliers/supplier-form.ts'
import { findOrder } from '#server/modules/orders/order.sql.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import { openTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** At most one new link is sent within this time. */
const RENEW_AFTER_MS = 10 * 60_000

/** Enough for all fields full of characters that take twelve bytes each when encoded. A larger form is refused. */
const MAX_FORM_BYTES = 16 * 1024

type Notice = (typeof SUPPLIER_NOTICES)[number]

/**
 * A supplier's page of one purchase order, opened by its link without an account. A plain form posts to the page's
 * own address, so it needs no script. An invalid form is shown again with its input.
 */
export async function supplierRoutes(app: FastifyInstance, shop: Shop) {
  readForms(app, shop)

  serveSupplier(app, shop, purchase, ({ said }, { found, request }) =>
    purchasePage(shop, request, { found, said }),
  )

  serveSupplier(app, shop, answerPurchase, handleAnswerPurchase(shop), {
    answersExpired: ({ body }) => (body as { what?: unknown } | null | undefined)?.what === 'renew',
  })
}

const handleAnswerPurchase =
  (shop: Shop) =>
  async (
    form: ParsedInput<typeof answerPurchase>,
    {
      found,
      request,
    }: {
      found: OpenedPurchase
      request: FastifyRequest
    },
  ) => {
    const result = await answerForm(shop, found, form)
    if (!isNotice(result)) return refuseSupplier(result)
    // Redirects, so that reloading the page does not submit the answer again.
    const location = `${request.url.split('?')[0]}?said=${result}`
    return new RawResponse({ location }, undefined, 303)
  }

/** A form that cannot be parsed is answered by the page as well. */
function readForms(app: FastifyInstance, shop: Shop) {
  const form = 'application/x-www-form-urlencoded'
  app.removeContentTypeParser(form)
  app.addContentTypeParser(
    form,
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (_, body, done) => done(null, formFields(Buffer.from(body))),
  )
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status !== 413 && status !== 415 && status !== 400) throw error
    const said = status === 413 ? 'too-long' : 'unreadable'
    return showPurchaseAgain(shop, { request, reply }, { status, said })
  })
}

async function answerForm(
  shop: Shop,
  found: OpenedPurchase,
  form: SupplierForm,
): Promise<Notice | Exclude<AnswerResult, 'done'> | 'unsaved'> {
  if (form.what === 'renew') return found.kind === 'over' ? renewLink(shop, found) : 'late'
  if (found.kind === 'over') return 'unsaved'
  const { number, orderNumber } = found.purchase
  const seen = 'seen' in form ? form.seen : undefined
  const result = await shop.sql.begin((sql) =>
    saveAnswer(shop, sql, number, purchaseAnswer(form), seen),
  )
  const order = await findOrder(shop.sql, orderNumber)
  if (order) notifyHolderChange(shop, order.voucherId)
  return result
}

async function renewLink(
  shop: Shop,
  { purchase }: Extract<OpenedPurchase, { kind: 'over' }>,
): Promise<Notice> {
  const now = shop.ports.clock.now()
  return shop.sql.begin(async (sql) => {
    await lockPurchaseOrder(sql, purchase.number)
    const newest = await findNewestLink(sql, purchase.number)
    if (newest && now.getTime() - newest.made_at.getTime() < RENEW_AFTER_MS)
      return 'mailed-just-now'
    if (purchase.way === 'mail' && (await sendPurchaseAgain(shop, sql, purchase.number)))
      return 'renewed'
    await openTaskFor(sql, {
      kind: 'supplier-silent',
      subject: purchase.number,
      cause: 'no link',
      orderNumber: purchase.orderNumber,
    })
    return 'passed-on'
  })
}

const isNotice = (result: string): result is Notice =>
  SUPPLIER_NOTICES.some((notice) => notice === result)
