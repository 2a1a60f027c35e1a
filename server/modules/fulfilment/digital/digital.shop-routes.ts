import type { FastifyInstance } from 'fastify'

import { digitalDocument, digitalGifts } from '#contract/fulfilment/digital-gifts.shop.ts'
import { refuse } from '#contract/shared/refusals.shop.ts'
import { assignedItems } from '#server/modules/fulfilment/digital/digital-item.sql.ts'
import { findOwnOrder } from '#server/modules/orders/order.sql.ts'
import { actingStaffId } from '#server/platform/db/impersonation-context.ts'
import { serve, type HolderCaller } from '#server/http/endpoint/serve-endpoint.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { answer } from '#server/http/response-body.ts'
import { mailTheme } from '#server/modules/mail/layout/mail-theme.ts'
import { itemId } from '#server/modules/orders/order-response.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Digital gifts of an order, for its recipient only: staff who act for the recipient do not see the codes. */
export function digitalRoutes(app: FastifyInstance, shop: Shop) {
  serve(app, shop, digitalGifts, handleDigitalGifts(shop))

  serve(app, shop, digitalDocument, handleDigitalDocument(shop))
}

const handleDigitalGifts =
  ({ sql, config }: Pick<Shop, 'sql' | 'config'>) =>
  async ({ order_number }: ParsedInput<typeof digitalGifts>, { holder }: HolderCaller) => {
    const order = await findOwnOrder(sql, order_number, holder.voucherId)
    if (!order) return refuse('no-such-order')
    const hidden = actingStaffId() !== undefined
    const items = await assignedItems(sql, config.GIFTPOINT_PEPPER, order.number)
    return answer({
      hidden,
      // Units of a gift that was replaced are not shown with the replacement.
      pieces: items.flatMap(({ line, unit, kind, code, handedAt }) => {
        const orderLine = order.lines.find((ordered) => ordered.line === line)
        if (!orderLine?.digitalItems.some((item) => item.unit === unit)) return []
        return {
          line,
          unit,
          shopping_cart_item: itemId(order.number, line),
          name: orderLine.name,
          kind,
          code: hidden ? '' : (code?.code ?? ''),
          pin: hidden ? '' : (code?.pin ?? ''),
          handed_at: handedAt.toISOString(),
        }
      }),
    })
  }

function handleDigitalDocument(shop: Shop) {
  const { sql, config } = shop
  return async (
    { order_number, ...input }: ParsedInput<typeof digitalDocument>,
    { holder }: HolderCaller,
  ) => {
    const order = await findOwnOrder(sql, order_number, holder.voucherId)
    if (!order) return refuse('no-such-order')
    const model = await shop.models.channel(order.channelId)
    const items = await assignedItems(sql, config.GIFTPOINT_PEPPER, order.number)
    const item = items.find(
      ({ line, unit, kind }) =>
        kind === 'pdf' && line === Number(input.line) && unit === Number(input.unit),
    )
    if (!model || !item || actingStaffId() !== undefined) return refuse('no-such-line')
    const theme = mailTheme(config, model, order.language)
    // Imported on demand: the PDF library is large.
    const { createGiftCard } = await import('#server/modules/fulfilment/digital/gift-card-pdf.ts')
    const { name, content } = await createGiftCard(shop, model, { theme, order, item })
    return answer({ file_name: name, content: content.toString('base64') })
  }
}
