import { z } from 'zod'

import { isEmail } from '#domain/mail/email.ts'
import { freeText, line } from '#contract/shared/fields.ts'
import { allLanguages } from '#domain/language.ts'
import { LONGEST_CELL } from '#domain/vouchers/recipient-list.ts'

export const RECIPIENT_KINDS = ['own', 'former', 'hired', 'relation'] as const
/** Empty: the language of the channel. */
export const recipientLanguage = z.enum(['', ...allLanguages])

/** A new recipient of a voucher. */
export const NewRecipient = z.object({
  name: line(LONGEST_CELL.name).default(''),
  department: line(LONGEST_CELL.department).default(''),
  email: z
    .string()
    .trim()
    .max(LONGEST_CELL.email)
    .refine((text) => text === '' || isEmail(text), 'is not an email address')
    .default(''),
  language: recipientLanguage.default(''),
  kind: z.enum(RECIPIENT_KINDS).default('own'),
  /** The sender's message to this recipient only. */
  words: freeText(LONGEST_CELL.words).default(''),
})
