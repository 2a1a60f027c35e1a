import type { z } from 'zod'

import {
  type SupplierForm,
  FIELD_ERRORS,
  type FieldError,
} from '#contract/fulfilment/purchase-orders.supplier.ts'
import type { PurchaseAnswer } from '#server/modules/fulfilment/suppliers/answer-purchase-order.ts'

export const FORM_FIELDS = ['carrier', 'code', 'link', 'reason'] as const
export type FormField = (typeof FORM_FIELDS)[number]

/** The carriers to choose from. The supplier enters any other one as text. */
export const CARRIERS = ['PostNL', 'DHL', 'DPD', 'GLS', 'UPS', 'bpost'] as const
export const OTHER_CARRIER = 'other'

/** An invalid form as it was filled in, with its errors. */
export type InvalidForm = {
  what: 'sent' | 'decline' | 'resolve'
  lines: string[]
  /** The parcel that is corrected. */
  parcel: string
  fields: Record<FormField, string>
  wrong: Partial<Record<FormField | 'line', FieldError>>
}

/** The open lines with their quantities, for the hidden field `seen`. */
export const shownQuantities = (open: readonly { line: number; quantity: number }[]): string =>
  open.map(({ line, quantity }) => `${line}:${quantity}`).join(' ')

/** Parses the body of a form. A field that was sent more than once becomes a list. */
export function formFields(body: Buffer): Record<string, string | string[]> {
  const sent = new URLSearchParams(body.toString('utf8'))
  const { 'other-carrier': other = '', ...fields } = Object.fromEntries(
    [...new Set(sent.keys())].map((name) => {
      const values = sent.getAll(name)
      return [name, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
  return fields['carrier'] === OTHER_CARRIER ? { ...fields, carrier: other } : fields
}

/** The first error of each field. */
export const fieldErrors = ({ issues }: z.ZodError): InvalidForm['wrong'] =>
  Object.fromEntries(
    issues
      .toReversed()
      .map(({ path: [name], message }) => [
        String(name),
        name === 'line' ? 'line' : (FIELD_ERRORS.find((error) => error === message) ?? 'empty'),
      ]),
  )

/** The submitted form with its errors, to be shown again; null if it has no fields to show. */
export function invalidForm(body: unknown, wrong: InvalidForm['wrong']): InvalidForm | null {
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
