import { z } from 'zod'

import { trackingLink } from '#domain/fulfilment/tracking-link.ts'
import type {
  PurchaseAnswer,
  Seen,
} from '#server/modules/fulfilment/suppliers/answer-purchase-order.ts'

/** Maximum number of characters of each field. */
export const MOST_LETTERS = { carrier: 60, code: 120, link: 500, reason: 300 }
export const TYPED_FIELDS = ['carrier', 'code', 'link', 'reason'] as const
export type TypedField = (typeof TYPED_FIELDS)[number]
/** 'unreadable': bytes that are no letters; 'taken': the code of another parcel. */
const WRONGS = ['empty', 'long', 'unreadable', 'link', 'line', 'taken'] as const
export type Wrong = (typeof WRONGS)[number]

/** An invalid form as it was filled in, with its errors. */
export type Typed = {
  what: 'sent' | 'decline' | 'resolve'
  lines: string[]
  /** Which one is resolved. */
  parcel: string
  fields: Record<TypedField, string>
  wrong: Partial<Record<TypedField | 'line', Wrong>>
}

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
/** Open lines with their units, as the page showed them. */
export const seenIn = (open: readonly { line: number; quantity: number }[]): string =>
  open.map(({ line, quantity }) => `${line}:${quantity}`).join(' ')
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

/** The fields of a form: one that was there more than once with all that it held. */
export function formFields(body: Buffer): Record<string, string | string[]> {
  const sent = new URLSearchParams(body.toString('utf8'))
  return Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const [first = '', ...more] = sent.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}

/** The first error of each field. */
export const wrongFields = ({ issues }: z.ZodError): Typed['wrong'] =>
  Object.fromEntries(
    issues
      .toReversed()
      .map(({ path: [name], message }) => [
        String(name),
        name === 'line' ? 'line' : (WRONGS.find((one) => one === message) ?? 'empty'),
      ]),
  )

/** The submitted form, to be shown again; `wrong` contains its errors. */
export function typedIn(body: unknown, wrong: Typed['wrong']): Typed | null {
  const raw = body as Partial<Record<string, string | string[]>> | null
  const what = raw?.['what']
  if (what !== 'sent' && what !== 'decline' && what !== 'resolve') return null
  const text = (name: string) => [raw?.[name] ?? ''].flat().join(' ')
  return {
    what,
    lines: [raw?.['line'] ?? []].flat(),
    parcel: text('parcel'),
    fields: {
      carrier: text('carrier'),
      code: text('code'),
      link: text('link'),
      reason: text('reason'),
    },
    wrong,
  }
}

export function meant(form: Exclude<SupplierForm, { what: 'renew' }>): PurchaseAnswer {
  if (form.what === 'confirm') return { what: 'confirm' }
  if (form.what === 'decline') return { what: 'decline', lines: form.line, reason: form.reason }
  const { carrier, code, link } = form
  if (form.what === 'resolve') return { what: 'resolve', parcel: form.parcel, carrier, code, link }
  return { what: 'sent', lines: form.line, carrier, code, link }
}
