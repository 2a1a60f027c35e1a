import type { Offer, ProductModel } from '#server/modules/catalog/read-model/channel-gifts.ts'

/** A gift as the list shows it, with what the list is filtered and sorted by. */
export type ListedGift = {
  product: ProductModel
  /** What it is shown as: its first, or what was asked for. */
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
export type GiftColour = { id: string; name: string; hexcode: string; place: number }
