import { z } from 'zod'

import { supplierEndpoint } from '#contract/shared/endpoint.supplier.ts'
import { trackingLink } from '#domain/fulfilment/tracking-link.ts'

/** Maximum number of characters of each field. */
export const MOST_LETTERS = { carrier: 60, code: 120, link: 500, reason: 300 }
/** 'unreadable': bytes that are no letters; 'taken': the code of another parcel. */
export const WRONGS = ['empty', 'long', 'unreadable', 'link', 'line', 'taken'] as const
export type Wrong = (typeof WRONGS)[number]

/** Units by line, as the sender of the answer saw them open. */
export type Seen = ReadonlyMap<number, number>

/** Results with their own address, so that a reload does not submit the form again. */
export const SUPPLIER_NOTICES = ['done', 'renewed', 'mailed-just-now', 'passed-on'] as const

const wrong = (why: Wrong) => ({ error: why })
/** Invalid bytes arrive as U+FFFD. */
const line = (most: number) =>
  z
    .string(wrong('empty'))
    .max(most, wrong('long'))
    .refine((text) => !/[\p{Cc}\ufffd]/u.test(text), wrong('unreadable'))
    .transform((text) => text.normalize('NFC').trim())
const filled = (most: number) => line(most).refine((text) => text !== '', wrong('empty'))
const lines = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((all) => [all ?? []].flat())
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
  carrier: filled(MOST_LETTERS.carrier),
  code: filled(MOST_LETTERS.code),
  link: line(MOST_LETTERS.link)
    .refine((text) => text === '' || trackingLink(text) !== null, wrong('link'))
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
          [...String(text).matchAll(/(\d{1,4}):(\d{1,9})/g)].map(([, line, pieces]) => [
            Number(line),
            Number(pieces),
          ]),
        ),
  )
/** The forms of the page. */
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
    reason: filled(MOST_LETTERS.reason),
  }),
])
export type SupplierForm = z.output<typeof SupplierForm>

/** The page of one purchase order, as HTML. */
export const purchase = supplierEndpoint('purchase', {
  input: z.object({ token: z.string(), said: z.enum(SUPPLIER_NOTICES).nullable().catch(null) }),
  answer: z.string(),
  refusals: {},
})

/** Answers one purchase order, or asks for a new link. The browser is sent on to the page, which names the result. */
export const answerPurchase = supplierEndpoint('answerPurchase', {
  input: SupplierForm,
  answer: z.enum(SUPPLIER_NOTICES),
  refusals: {
    /** These lines were answered already. */
    late: 409,
    /** These lines are no longer wanted. */
    gone: 409,
    /** Another quantity is wanted than the form showed. */
    changed: 409,
    /** The link has expired: only a new link can be asked for. */
    unsaved: 409,
    /** Another parcel of this purchase order has this code. */
    'code-taken': 422,
    'no-such-lines': 422,
  },
})
