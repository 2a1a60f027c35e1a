import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { Language } from '#domain/language.ts'
import { findOrder } from '#server/books/order-queries.ts'
import { needsPerson } from '#server/books/needs-person.ts'
import type { Shop } from '#server/door/shop.ts'
import { linkHash } from '#server/ground/link-token.ts'
import { tellOfHolder } from '#server/holders/tell-of-holder.ts'
import { answerPurchase, type PurchaseAnswer } from '#server/suppliers/answer-purchase.ts'
import { openPurchase } from '#server/orders/purchase-queries.ts'
import { sendPurchaseAgain } from '#server/orders/send-purchase.ts'
import type { Said, SupplierView } from '#server/suppliers/supplier-page.tsx'

/** Who asks for a new link does so once in this time, however often the button is pressed. */
const RENEWED_ONCE_IN_MS = 10 * 60_000

const line = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !/\p{Cc}/u.test(text))
    .transform((text) => text.normalize('NFC').trim())
const lines = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((all) => [all ?? []].flat())
  .pipe(
    z
      .array(
        z
          .string()
          .regex(/^\d{1,4}$/)
          .transform(Number),
      )
      .max(100),
  )
const Form = z.discriminatedUnion('what', [
  z.object({ what: z.literal('confirm') }),
  z.object({ what: z.literal('renew') }),
  z.object({
    what: z.literal('sent'),
    line: lines,
    carrier: line(60).refine((text) => text !== ''),
    code: line(120).refine((text) => text !== ''),
    link: line(500)
      .refine((text) => text === '' || /^https?:\/\//i.test(text))
      .default(''),
  }),
  z.object({
    what: z.literal('decline'),
    line: lines,
    reason: line(300).refine((text) => text !== ''),
  }),
])
type Form = z.output<typeof Form>

const SAID = new Set<string>(['done', 'late', 'wrong', 'renewed'])

/**
 * A supplier's page, for whoever has the link and without an account: one purchase order, and nothing of any other. A plain
 * form, answered by its own address, so that it needs no script.
 */
export function supplierRoutes(app: FastifyInstance, shop: Shop) {
  app.get('/supplier/:token', async (request, reply) => {
    const found = await opened(request)
    const said = (request.query as { said?: string }).said ?? ''
    return show(reply, found, SAID.has(said) ? (said as Said) : null)
  })

  app.post('/supplier/:token', async (request, reply) => {
    const found = await opened(request)
    if (found === undefined) return show(reply, undefined, null)
    const form = Form.safeParse(request.body)
    const said = form.success ? await answered(found, form.data) : 'wrong'
    // Reloading what comes of it answers nothing a second time.
    return reply.redirect(`${request.url.split('?')[0]}?said=${said}`, 303)
  })

  const opened = (request: FastifyRequest) =>
    openPurchase(
      shop.sql,
      linkHash((request.params as { token: string }).token),
      shop.ports.clock.now(),
    )

  type Found = NonNullable<Awaited<ReturnType<typeof opened>>>

  async function show(reply: FastifyReply, found: Found | undefined, said: Said | null) {
    const { SUPPLIER_HEADERS, supplierPage } = await import('#server/suppliers/supplier-page.tsx')
    const order =
      found?.kind === 'open' ? await findOrder(shop.sql, found.purchase.orderNumber) : undefined
    const view: SupplierView =
      found?.kind === 'open' && order
        ? { kind: 'open', purchase: found.purchase, order }
        : { kind: found?.kind === 'over' ? 'over' : 'unknown' }
    const language: Language = found?.purchase.language ?? 'nl'
    return reply
      .code(view.kind === 'unknown' ? 404 : 200)
      .headers(SUPPLIER_HEADERS)
      .send(supplierPage(view, language, said))
  }

  async function answered(found: Found, form: Form): Promise<Said> {
    if (form.what === 'renew') return found.kind === 'over' ? renew(found) : 'late'
    if (found.kind === 'over') return 'late'
    const { number } = found.purchase
    const done = await shop.sql.begin((sql) => answerPurchase(shop, sql, number, meant(form)))
    const order = await findOrder(shop.sql, found.purchase.orderNumber)
    if (order) tellOfHolder(shop, order.voucherId)
    return done === 'no-such-lines' ? 'wrong' : done
  }

  async function renew({ purchase, asked }: Extract<Found, { kind: 'over' }>): Promise<Said> {
    const now = shop.ports.clock.now()
    if (now.getTime() - asked.getTime() < RENEWED_ONCE_IN_MS) return 'renewed'
    await shop.sql.begin(async (sql) => {
      await sql`select from purchase_order where number = ${purchase.number} for update`
      const [newest] = await sql<{ made_at: Date }[]>`
        select made_at from purchase_link where number = ${purchase.number} order by place desc limit 1`
      if (newest && now.getTime() - newest.made_at.getTime() < RENEWED_ONCE_IN_MS) return
      if (await sendPurchaseAgain(shop, sql, purchase.number)) return
      await needsPerson(sql, {
        kind: 'supplier-silent',
        subject: purchase.number,
        cause: 'no link',
        orderNumber: purchase.orderNumber,
      })
    })
    return 'renewed'
  }
}

function meant(form: Exclude<Form, { what: 'renew' }>): PurchaseAnswer {
  if (form.what === 'confirm') return form
  if (form.what === 'decline') return { what: 'decline', lines: form.line, reason: form.reason }
  const { line, carrier, code, link } = form
  return { what: 'sent', lines: line, carrier, code, link: link === '' ? null : link }
}
