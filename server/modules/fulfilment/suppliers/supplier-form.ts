import type { z } from 'zod'

import {
  type SupplierForm,
  WRONGS,
  type Wrong,
} from '#contract/fulfilment/purchase-orders.supplier.ts'
import type { PurchaseAnswer } from '#server/modules/fulfilment/suppliers/answer-purchase-order.ts'

export const TYPED_FIELDS = ['carrier', 'code', 'link', 'reason'] as const
export type TypedField = (typeof TYPED_FIELDS)[number]

/** The carriers to choose from. Any other is typed. */
export const CARRIERS = ['PostNL', 'DHL', 'DPD', 'GLS', 'UPS', 'bpost'] as const
export const OTHER_CARRIER = 'other'

/** An invalid form as it was filled in, with its errors. */
export type Typed = {
  what: 'sent' | 'decline' | 'resolve'
  lines: string[]
  /** The parcel that is corrected. */
  parcel: string
  fields: Record<TypedField, string>
  wrong: Partial<Record<TypedField | 'line', Wrong>>
}

/** Open lines with their units, as the page showed them. */
export const seenIn = (open: readonly { line: number; quantity: number }[]): string =>
  open.map(({ line, quantity }) => `${line}:${quantity}`).join(' ')

/** The fields of a form. A field that was sent more than once has all of its values. */
export function formFields(body: Buffer): Record<string, string | string[]> {
  const sent = new URLSearchParams(body.toString('utf8'))
  const { 'other-carrier': other = '', ...fields } = Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const [first = '', ...more] = sent.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
  return fields['carrier'] === OTHER_CARRIER ? { ...fields, carrier: other } : fields
}

/** The first error of each field. */
export const wrongFields = ({ issues }: z.ZodError): Typed['wrong'] =>
  Object.fromEntries(
    issues
      .toReversed()
      .map(({ path: [name], message }) => [
        String(name),
        name === 'line' ? 'line' : (WRONGS.find((wrong) => wrong === message) ?? 'empty'),
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

export function purchaseAnswer(form: Exclude<SupplierForm, { what: 'renew' }>): PurchaseAnswer {
  if (form.what === 'confirm') return { what: 'confirm' }
  if (form.what === 'decline') return { what: 'decline', lines: form.line, reason: form.reason }
  const { carrier, code, link } = form
  if (form.what === 'resolve') return { what: 'resolve', parcel: form.parcel, carrier, code, link }
  return { what: 'sent', lines: form.line, carrier, code, link }
}
