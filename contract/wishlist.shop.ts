import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { answerOf } from '#contract/shared/fields.ts'

const Wish = z.object({
  id: z.string(),
  spli_id: z.string(),
  scp: z.string(),
  name: z.string(),
  brand: z.string(),
  points: z.int(),
  media: z.string(),
  stock_status: z.string(),
  stock_status_color: z.string(),
  delivery_info: z.string(),
  /** false if the channel no longer offers the gift. */
  offered: z.boolean(),
})

const Wishlist = z.object({ wish_list: z.string(), wishlistsitems: z.array(Wish) })

const WishlistAnswer = z.object({
  success: z.literal(true),
  /** null if the list is empty. The browser then deletes its stored id. */
  wish_list: z.string().nullable(),
  response: Wishlist,
})

const encrypted_code = z.string().max(60).optional()

export const wishlist = endpoint('wishlist', {
  summary: 'List the wishlists of the voucher holder',
  description: 'The last entry counts.',
  input: z.object({ encrypted_code, language: z.string().max(20).optional() }),
  answer: answerOf(z.array(Wishlist)),
  refusals: { 'not-your-code': 404 },
})

export const addWish = endpoint('addWish', {
  summary: 'Add a gift to the wishlist',
  description: 'A repeated call changes nothing.',
  input: z.object({
    encrypted_code,
    sales_pricelist_item: z.string().min(1).max(120),
    wish_list: z.string().max(60).nullish(),
    language: z.string().max(20).optional(),
  }),
  answer: WishlistAnswer,
  refusals: {
    'not-your-code': 404,
    'no-such-gift': 404,
    'no-such-wishlist': 404,
    'wishlist-full': 409,
  },
})

export const removeWish = endpoint('removeWish', {
  summary: 'Remove a gift from the wishlist',
  description: 'A gift that is not on it is ignored.',
  input: z.object({
    item: z.union([z.string().max(120), z.int()]).transform(String),
    wish_list: z.string().max(60),
    language: z.string().max(20).optional(),
  }),
  answer: WishlistAnswer,
  refusals: { 'no-such-wishlist': 404 },
})
