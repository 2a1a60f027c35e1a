import { z } from 'zod'

import { supplierEndpoint } from '#contract/shared/endpoint.supplier.ts'
import { trackingLink } from '#domain/fulfilment/tracking-link.ts'

/** Maximum number of characters of each field. */
export const MAX_LENGTHS = { carrier: 60, code: 120, link: 500, reason: 300 }
/** 'unreadable': contains control characters or invalid UTF-8; 'taken': another parcel has this code. */
export const FIELD_ERRORS = ['empty', 'long', 'unreadable', 'link', 'line', 'taken'] as const
export type FieldError = (typeof FIELD_ERRORS)[number]

/** The open units of each line that the form showed to the supplier. */
export type Seen = ReadonlyMap<number, number>

/** Results with their own address, so that a reload does not submit the form again. */
export const SUPPLIER_NOTICES = ['done', 'renewed', 'mailed-just-now', 'passed-on'] as const

const errorMessage = (error: FieldError) => ({ error })
/** Invalid bytes arrive as U+FFFD. */
const line = (maxLength: number) =>
  z
    .string(errorMessage('empty'))
    .max(maxLength, errorMessage('long'))
    .refine((text) => !/[\p{Cc}\ufffd]/u.test(text), errorMessage('unreadable'))
    .transform((text) => text.normalize('NFC').trim())
const required = (maxLength: number) =>
  line(maxLength).refine((text) => text !== '', errorMessage('empty'))
const lines = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((lines) => [lines ?? []].flat())
  .pipe(
    z
      .array(
        z
          .string()
          .regex(/^\d{1,4}$/)
          .transform(Number),
      )
      .min(1)
      .max(100),
  )
const tracking = {
  carrier: required(MAX_LENGTHS.carrier),
  code: required(MAX_LENGTHS.code),
  link: line(MAX_LENGTHS.link)
    .refine((text) => text === '' || trackingLink(text) !== null, errorMessage('link'))
    .default('')
    .transform(trackingLink),
}
/** A page rendered by an older version has no such field. */
const seen = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((text): Seen | undefined =>
    text === undefined
      ? undefined
      : new Map(
          [...String(text).matchAll(/(\d{1,4}):(\d{1,9})/g)].map(([, line, quantity]) => [
            Number(line),
            Number(quantity),
          ]),
        ),
  )
/** The forms of the page. `what` is the button that was used. */
export const SupplierForm = z.discriminatedUnion('what', [
  z.object({ what: z.literal('confirm'), seen }),
  z.object({ what: z.literal('renew') }),
  z.object({
    what: z.literal('sent'),
    line: lines,
    seen,
    ...tracking,
  }),
  z.object({ what: z.literal('resolve'), parcel: z.string().min(1).max(200), ...tracking }),
  z.object({
    what: z.literal('decline'),
    line: lines,
    seen,
    reason: required(MAX_LENGTHS.reason),
  }),
])
export type SupplierForm = z.output<typeof SupplierForm>

/** The page of one purchase order, as HTML. */
export const purchase = supplierEndpoint('purchase', {
  input: z.object({ token: z.string(), said: z.enum(SUPPLIER_NOTICES).nullable().catch(null) }),
  answer: z.string(),
  refusals: {},
})

/** Answers one purchase order, or requests a new link. The response redirects to the page with the result. */
export const answerPurchase = supplierEndpoint('answerPurchase', {
  input: SupplierForm,
  answer: z.enum(SUPPLIER_NOTICES),
  refusals: {
    /** These lines were answered already. */
    late: 409,
    /** These lines were withdrawn. */
    gone: 409,
    /** The quantities differ from those in the form. */
    changed: 409,
    /** The link has expired, so the supplier can only request a new one. */
    unsaved: 409,
    /** Another parcel of this purchase order has this code. */
    'code-taken': 422,
    'no-such-lines': 422,
  },
})
