import { z } from 'zod'

import { allLanguages } from '#domain/language.ts'
import { YesNo } from '#contract/shared/fields.ts'

export const CorporateIdentity = z.object({
  logo: z.string(),
  /** Alt text of the logo by language. Missing in sessions that browsers stored earlier. */
  logo_alt: z.partialRecord(z.enum(allLanguages), z.string()).optional(),
  skip_cart_overlay: z.boolean(),
  blur_category_images: z.boolean(),
  use_chatbot: z.boolean(),
  no_filter: z.boolean(),
  no_quantity_adjustment: z.boolean(),
  theme_options: z.array(z.object({ reference: z.string(), value: z.string() })),
})
export type CorporateIdentity = z.infer<typeof CorporateIdentity>

/** The cart of a session, with the balance and the rights of its voucher holder. */
export const SessionCart = z.object({
  website_url: z.string(),
  available_points: z.int(),
  can_buy_points: YesNo,
  split_shipment_allowed: YesNo,
  home_delivery_allowed: YesNo,
  continue_shipping: YesNo,
  first_name: z.string(),
  salutation: z.string(),
  valid_until: z.string(),
  cart_guid: z.guid(),
  number_of_products: z.int(),
})
export type SessionCart = z.infer<typeof SessionCart>
