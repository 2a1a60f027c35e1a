import { z } from 'zod'

import { endpoint } from '#contract/shared/endpoint.shop.ts'
import { Proof } from '#contract/sessions/login-challenge.ts'
import { CorporateIdentity, SessionCart } from '#contract/sessions/session.ts'

export const site = endpoint('site', {
  summary: 'Get what the shop shows before login, for the requested host',
  input: z.object({
    website_url: z.string().max(300).optional(),
    sales_channel: z.string().max(20).optional(),
  }),
  answer: z.object({
    success: z.literal(true),
    version: z.string(),
    voucher_salt: z.string(),
    main_site: z.boolean(),
    sales_channel: z.string(),
    languages: z.array(z.object({ code: z.string(), label: z.string(), selectable: z.boolean() })),
    default_language: z.string(),
    chat: z.object({
      kind: z.enum(['own', 'chatwoot', 'crisp', 'none']),
      origin: z.string().nullable(),
      id: z.string().nullable(),
    }),
    guarantee_urls: z.record(z.string(), z.string()),
    help_centre_url: z.string(),
    corporate_identity: CorporateIdentity,
    /** Whether a service is a sandbox. All pages then show it. */
    sandbox: z.boolean(),
    /** The address search returns simulated addresses. The page then shows examples to try. */
    sandbox_addresses: z.boolean(),
  }),
  refusals: {},
})

/** Base64 of the 20 raw bytes of SHA-1(voucher_salt + code). */
export const encryptedCode = z
  .string()
  .regex(/^[A-Za-z0-9+/]{27}=$/, 'is not the Base64 of 20 bytes')

export const AcceptedLogIn = z.object({
  success: z.literal(true),
  code_is_valid: z.literal(true),
  wt: z.string(),
  shopping_cart_guid: z.guid(),
  sales_channel: z.string(),
  corporate_identity: CorporateIdentity,
  shoppingcart: SessionCart,
  /** Set if no points are left: the storefront then opens that order. */
  latest_order_number: z.string().nullable(),
})

export const logIn = endpoint('logIn', {
  summary: 'Log in with the hashed voucher code',
  description: 'After too many wrong codes, a login needs the solution of a challenge.',
  input: z.object({
    encrypted_code: encryptedCode,
    /** The solution of the challenge with which the last call was refused. */
    proof: Proof.nullish(),
    /** The hash that was sent before, if this is another spelling of the same input (0 for o). Both count as one error. */
    reading_of: encryptedCode.nullish(),
  }),
  answer: z.discriminatedUnion('code_is_valid', [
    AcceptedLogIn,
    z.object({
      success: z.literal(false),
      code_is_valid: z.literal(false),
      error: z.object({
        code: z.string(),
        Message: z.enum([
          'generalVoucherError',
          'voucherExpired',
          'voucherNotYetValid',
          'voucherBlocked',
          'voucherUsed',
        ]),
      }),
    }),
  ]),
  refusals: { 'too-many-attempts': 429 },
})

export const logOut = endpoint('logOut', {
  summary: 'Log out and empty the cart',
  description: 'Also returns 200 if the session has already ended.',
  input: z.object({}),
  answer: z.object({ success: z.literal(true) }),
  refusals: {},
})
