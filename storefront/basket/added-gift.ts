import type { Cart } from '#contract/cart.shop.ts'

/** A gift as far as the overlay shows it. */
export type BasketGift = {
  spliId: string
  name: string
  media: string
  points: number
  quantity?: number
}

/** `cart` is how it was answered to the adding: what is picked in the overlay comes on top. */
export type Added = { gift: BasketGift; cart: Cart }
