import type { Cart } from '#contract/cart.shop.ts'

/** A gift as far as the overlay shows it. */
export type BasketGift = {
  spliId: string
  name: string
  media: string
  points: number
  quantity?: number
}

/** `cart` is the response to the addition. A pick in the overlay comes on top. */
export type Added = { gift: BasketGift; cart: Cart }
