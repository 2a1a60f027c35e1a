import type { Offer, ProductModel } from '#server/modules/catalog/read-model/channel-gifts.ts'

/** A gift as a list shows it, with its filter and sort values. */
export type ListedGift = {
  product: ProductModel
  /** The variant that is shown: the first one, or one in a requested colour. */
  offer: Offer
  name: string
  points: number
  scp: string
  brandId: string
  tagIds: ReadonlySet<string>
  sustainable: boolean
  /** All its colours, in the order of its variants. */
  colours: readonly GiftColour[]
}

/** A value of a dimension that can be shown as a colour. */
export type GiftColour = { id: string; name: string; hexcode: string; position: number }
