import type { CartRow } from '#server/modules/cart/cart.sql.ts'
import type { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import { firstPicture } from '#server/modules/catalog/read-model/localized-catalog.ts'

export type NewLine = {
  line: number
  spli_id: string
  sku: string
  name: string
  variant: string
  brand: string
  picture: string
  delivery_info: string
  delivery_condition: 'digital' | 'monta' | 'dropship'
  points: number
  quantity: number
  took_stock: boolean
}

/** The lines of a new order, with the gift texts in its language. Later changes of a gift do not affect them. */
export function newLines(cart: CartRow, model: ChannelModel): NewLine[] {
  const texts = model.language(cart.language)
  return cart.lines.map((line, index) => {
    const offer = model.offers.get(line.spliId)
    return {
      line: index + 1,
      spli_id: line.spliId,
      sku: line.sku,
      name: offer ? texts.nameOf(offer.product).text : line.sku,
      variant: offer ? texts.variantOf(offer) : '',
      brand: offer?.product.row.brand_name ?? '',
      picture: offer ? firstPicture(offer) : '',
      delivery_info: offer ? texts.deliveryInfoOf(offer.product) : '',
      delivery_condition: offer?.deliveryCondition ?? 'monta',
      points: line.pointsWhenAdded,
      quantity: line.quantity,
      took_stock: line.inStock !== null,
    }
  })
}
