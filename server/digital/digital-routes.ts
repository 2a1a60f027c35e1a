import type { FastifyInstance } from 'fastify'

import { digitalDocument, digitalGifts } from '#contract/digital-api.ts'
import { refuse } from '#contract/refusal.ts'
import { handedPieces } from '#server/books/digital-queries.ts'
import { findOwnOrder } from '#server/books/order-queries.ts'
import { whoActs } from '#server/db/acting.ts'
import { serve } from '#server/door/serve.ts'
import type { Shop } from '#server/door/shop.ts'
import { answer } from '#server/ground/answers.ts'
import { mailLook } from '#server/mail/mail-look.ts'
import { itemId } from '#server/orders/order-answer.ts'

/** What of an order is used and not unpacked: its holder's own, whoever helps them. */
export function digitalRoutes(app: FastifyInstance, shop: Shop) {
  const { sql, config } = shop

  serve(app, shop, digitalGifts, async ({ order_number }, { holder }) => {
    const order = await findOwnOrder(sql, order_number, holder.voucherId)
    if (!order) return refuse('no-such-order')
    const hidden = whoActs() !== undefined
    const found = await handedPieces(sql, config.GIFTPOINT_PEPPER, order.number)
    return answer({
      hidden,
      // What another gift was chosen for is not shown beside that one.
      pieces: found.flatMap(({ line, unit, kind, code, handedAt }) => {
        const of = order.lines.find((one) => one.line === line)
        if (!of?.pieces.some((piece) => piece.unit === unit)) return []
        return {
          line,
          unit,
          shopping_cart_item: itemId(order.number, line),
          name: of.name,
          kind,
          code: hidden ? '' : (code?.code ?? ''),
          pin: hidden ? '' : (code?.pin ?? ''),
          handed_at: handedAt.toISOString(),
        }
      }),
    })
  })

  serve(app, shop, digitalDocument, async ({ order_number, ...asked }, { holder }) => {
    const order = await findOwnOrder(sql, order_number, holder.voucherId)
    if (!order) return refuse('no-such-order')
    const model = await shop.models.channel(order.channelId)
    const found = await handedPieces(sql, config.GIFTPOINT_PEPPER, order.number)
    const piece = found.find(
      ({ line, unit, kind }) =>
        kind === 'pdf' && line === Number(asked.line) && unit === Number(asked.unit),
    )
    if (!model || !piece || whoActs() !== undefined) return refuse('no-such-line')
    const look = mailLook(config, model, order.language)
    // Loads the maker of PDF files with the first document.
    const { madeGift } = await import('#server/mail/made-gift.ts')
    const { name, content } = await madeGift(shop, model, { look, order, piece })
    return answer({ file_name: name, content: content.toString('base64') })
  })
}
