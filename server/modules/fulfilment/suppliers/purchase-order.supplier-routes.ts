import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { DEFAULT_LANGUAGE, languageAccepted } from '#domain/language.ts'
import { findOrder } from '#server/modules/orders/order.sql.ts'
import { needsPerson } from '#server/modules/tasks/open-task.sql.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { linkHash } from '#server/platform/crypto/link-token.ts'
import { notifyHolderChange } from '#server/modules/sessions/notify-holder-change.ts'
import {
  answerPurchase,
  type Seen,
} from '#server/modules/fulfilment/suppliers/answer-purchase-order.ts'
import {
  openPurchase,
  type Opened,
  lockPurchaseOrderRow,
  findNewestLink,
} from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import { sendPurchaseAgain } from '#server/modules/fulfilment/suppliers/send-purchase-order.ts'
import {
  formFields,
  meant,
  SupplierForm,
  type Typed,
  typedIn,
  wrongFields,
} from '#server/modules/fulfilment/suppliers/supplier-form.ts'
import type { Said } from '#server/modules/fulfilment/suppliers/supplier-page.tsx'
import { supplierView } from '#server/modules/fulfilment/suppliers/supplier-view.ts'

/** Who asks for a new link does so once in this time, however often the button is pressed. */
const RENEWED_ONCE_IN_MS = 10 * 60_000

/** All fields full of characters that take twelve bytes each when encoded; a larger form gets an error. */
const MOST_BYTES = 16 * 1024

/** Results with their own address, so that a reload does not submit the form again. */
const SHOWN_BY_ADDRESS = ['done', 'renewed', 'mailed-just-now', 'passed-on'] as const
type ShownByAddress = (typeof SHOWN_BY_ADDRESS)[number]

/**
 * A supplier's page of one purchase order, opened by its link without an account. A plain form posts to the page's
 * own address, so it needs no script; an invalid form is shown again as it was filled in.
 */
export async function supplierRoutes(app: FastifyInstance, shop: Shop) {
  const form = 'application/x-www-form-urlencoded'
  app.removeContentTypeParser(form)
  app.addContentTypeParser(form, { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_, body, done) =>
    done(null, formFields(Buffer.from(body))),
  )
  // A form that could not be read is answered by the page as well.
  app.setErrorHandler<FastifyError>(async (error, request, reply) => {
    const status = error.statusCode ?? 500
    if (status !== 413 && status !== 415 && status !== 400) throw error
    const said = status === 413 ? 'too-long' : 'unreadable'
    return show(request, reply.code(status), await opened(request), { said })
  })

  app.get('/supplier/:token', async (request, reply) => {
    const asked = (request.query as { said?: string }).said
    const said = SHOWN_BY_ADDRESS.find((one) => one === asked) ?? null
    return show(request, reply, await opened(request), { said })
  })

  app.post('/supplier/:token', async (request, reply) => {
    const found = await opened(request)
    if (found === undefined) return show(request, reply, undefined, {})
    const form = SupplierForm.safeParse(request.body)
    const answer = form.success
      ? await answered(found, form.data)
      : found.kind === 'over'
        ? 'unsaved'
        : 'wrong'
    const said = answer === 'code-taken' ? 'wrong' : answer
    if (isShownByAddress(said))
      return reply.redirect(`${request.url.split('?')[0]}?said=${said}`, 303)
    const wrong: Typed['wrong'] = !form.success
      ? wrongFields(form.error)
      : answer === 'code-taken'
        ? { code: 'taken' }
        : { line: 'line' }
    const typed = typedIn(request.body, said === 'wrong' ? wrong : {})
    const refusal = reply.code(said === 'wrong' ? 422 : 409)
    const seen = form.success && 'seen' in form.data ? form.data.seen : undefined
    return show(request, refusal, await opened(request), { said, typed, seen })
  })

  const opened = (request: FastifyRequest) =>
    openPurchase(
      shop.sql,
      linkHash((request.params as { token: string }).token),
      shop.ports.clock.now(),
    )

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    found: Opened | undefined,
    told: { said?: Said | null; typed?: Typed | null; seen?: Seen | undefined },
  ) {
    const { SUPPLIER_HEADERS, supplierPage } =
      await import('#server/modules/fulfilment/suppliers/supplier-page.tsx')
    const view = await supplierView(shop.sql, shop.models, found)
    if (view.kind === 'unknown') reply.code(404)
    // Without a valid link the language comes from the browser.
    const { 'accept-language': accepted } = request.headers
    const language = found?.purchase.language ?? languageAccepted(accepted) ?? DEFAULT_LANGUAGE
    return reply.headers(SUPPLIER_HEADERS).send(supplierPage(view, language, told))
  }

  async function answered(found: Opened, form: SupplierForm): Promise<Said | 'code-taken'> {
    if (form.what === 'renew') return found.kind === 'over' ? renew(found) : 'late'
    if (found.kind === 'over') return 'unsaved'
    const { number } = found.purchase
    const seen = 'seen' in form ? form.seen : undefined
    const done = await shop.sql.begin((sql) => answerPurchase(shop, sql, number, meant(form), seen))
    const order = await findOrder(shop.sql, found.purchase.orderNumber)
    if (order) notifyHolderChange(shop, order.voucherId)
    return done === 'no-such-lines' ? 'wrong' : done
  }

  async function renew({ purchase }: Extract<Opened, { kind: 'over' }>): Promise<Said> {
    const now = shop.ports.clock.now()
    return shop.sql.begin(async (sql) => {
      await lockPurchaseOrderRow(sql, purchase.number)
      const newest = await findNewestLink(sql, purchase.number)
      if (newest && now.getTime() - newest.made_at.getTime() < RENEWED_ONCE_IN_MS)
        return 'mailed-just-now'
      if (purchase.way === 'mail' && (await sendPurchaseAgain(shop, sql, purchase.number)))
        return 'renewed'
      await needsPerson(sql, {
        kind: 'supplier-silent',
        subject: purchase.number,
        cause: 'no link',
        orderNumber: purchase.orderNumber,
      })
      return 'passed-on'
    })
  }
}

const isShownByAddress = (said: Said): said is ShownByAddress =>
  SHOWN_BY_ADDRESS.some((one) => one === said)
