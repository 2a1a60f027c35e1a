import { z } from 'zod'

import { isEmail } from '#domain/email.ts'
import { freeText, line } from '#contract/fields.ts'

export const RECIPIENT_KINDS = ['own', 'former', 'hired', 'relation'] as const
/** '' is the channel's own. */
export const recipientLanguage = z.enum(['', 'nl', 'en', 'de', 'fr'])

/** Whoever is to get a voucher. */
export const NewRecipient = z.object({
  name: line(200).default(''),
  department: line(120).default(''),
  email: z
    .string()
    .trim()
    .max(254)
    .refine((text) => text === '' || isEmail(text), 'is no e-mail address')
    .default(''),
  language: recipientLanguage.default(''),
  kind: z.enum(RECIPIENT_KINDS).default('own'),
  /** From the giver, to this one alone. */
  words: freeText(1000).default(''),
})
