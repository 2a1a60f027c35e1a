import type { Language } from '#domain/language.ts'

/** The facts behind a promised day: the warehouse's cut-off, and the days that suppliers have. */
export type DeliveryTerms = { cutOff: string; supplierDays: number }

/** The title of an order mail. `where`: the address of a delivered parcel. */
export type Headline = { label: string; when: string; where?: string }

export const capitalised = (text: string, { language }: { language: Language }) =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
