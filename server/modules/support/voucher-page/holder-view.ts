import { ProductCard, products } from '#contract/catalog/catalog.shop.ts'
import { maximumPoints } from '#domain/vouchers/points.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { listWithoutWaiting } from '#server/modules/catalog/product-list.ts'
import type { VoucherPageRow } from '#server/modules/support/voucher-page/voucher-page.sql.ts'
import { languageIn } from '#server/http/endpoint/request-channel.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { LocalizedCatalog } from '#server/modules/catalog/read-model/localized-catalog.ts'

const MAX_GIFTS = 4
const CLOSED = {
  open: null,
  blocked: 'voucherBlocked',
  'not-yet': 'voucherNotYetValid',
  ended: 'voucherExpired',
  erased: 'voucherUsed',
} as const

type CartLine = { spli_id: string; quantity: number; points: number }

/** The shop as this recipient sees it now, from the same responses. Read-only. */
export function holderScreen(model: ChannelModel, row: VoucherPageRow, cart: readonly CartLine[]) {
  const { available, state } = row
  // A browser starts in its channel's language and remembers its own choice, so neither the voucher nor the recipient
  // decides.
  const language = model.channel.defaultLanguage
  const closed = CLOSED[state]
  const texts = languageIn(model, language)
  const maximum = maximumPoints({ available, canBuyPoints: model.channel.canBuyPoints })
  const list = listWithoutWaiting(texts, products.input.parse({}), {
    maximum,
    available,
    accepted: undefined,
  })
  const { response, pagination } = parseList(list?.answer.bytes)
  return {
    language,
    closed,
    words: closed === null ? '' : (texts.componentText('logoncomponents', closed) ?? ''),
    points: available,
    maximum,
    cart: cart.map(({ spli_id, quantity, points }) => ({
      name: giftName(model, texts, spli_id),
      quantity,
      points: points * quantity,
    })),
    gifts: response
      .slice(0, MAX_GIFTS)
      .map(({ name, points, basicImageUrl }) => ({ name, points, picture: basicImageUrl })),
    gifts_total: pagination.total,
  }
}

const ShownCard = ProductCard.pick({ name: true, points: true, basicImageUrl: true }).array()

function parseList(bytes: Uint8Array | undefined) {
  if (!bytes) return { response: [], pagination: { total: 0 } }
  const { response, pagination } = JSON.parse(Buffer.from(bytes).toString()) as {
    response: unknown
    pagination: { total: number }
  }
  return { response: ShownCard.parse(response), pagination }
}

function giftName(model: ChannelModel, texts: LocalizedCatalog, spliId: string): string {
  const offer = model.offers.get(spliId)
  if (!offer) return spliId
  return fullName({ name: texts.nameOf(offer.product).text, variant: texts.variantOf(offer) })
}
