import { z } from 'zod'

import { MOST_VOUCHERS } from '#contract/vouchers/batches.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { NewRecipient } from '#contract/vouchers/new-recipient.ts'
import { freeText, line } from '#contract/shared/fields.ts'
import { allLanguages } from '#domain/language.ts'
import { MOST_POINTS_EACH } from '#domain/vouchers/batch-limits.ts'
import { typedDay } from '#contract/shared/date-input.ts'

/**
 * Errors of a letter before printing. `no-shape`: characters that the font lacks; this person's letter is left out,
 * or all letters if `person` is null. `too-long`: the text does not fit on one page. `no-logo`: the channel's logo
 * cannot be printed.
 */
const LetterFailure = z.object({
  what: z.enum(['no-shape', 'too-long', 'no-logo']),
  /** Which letters have the error: normal print, large print, or both. */
  print: z.enum(['usual', 'large', 'both']),
  /** The field with the error. `letter` is the channel's common text. */
  field: z.enum(['name', 'department', 'words', 'sender_name', 'sender_message', 'letter', 'logo']),
  /** The language of the text with the error; '' for all languages. */
  language: z.enum(['', ...allLanguages]),
  /** The recipient and their position in the list, from 1; null: all recipients. */
  person: z
    .object({
      place: z.int(),
      name: z.string(),
      /** The recipient's id, once the batch exists. */
      id: z.string().nullable(),
    })
    .nullable(),
  /** The characters that the font lacks. */
  letters: z.array(z.string()),
})
export const LetterFailures = z.object({
  /** The first errors. */
  troubles: z.array(LetterFailure),
  /** The number of further errors. */
  more: z.int(),
  /** People whose letter is left out of a file, and who stay without a code until their text is corrected. */
  left_out: z.int(),
  /** The number of letters that a file would contain now. */
  letters: z.int(),
})

export const validateLetters = staffEndpoint('validateLetters', {
  summary: 'Check the letters of a batch before it is created',
  description: 'Nothing is stored.',
  input: z.object({
    channel: z.string().regex(/^\d{1,10}$/),
    points: z.int().min(0).max(MOST_POINTS_EACH),
    valid_until: typedDay.nullable().default(null),
    recipients: z.array(NewRecipient).max(MOST_VOUCHERS).default([]),
    sender_name: line(120).default(''),
    sender_message: freeText(1000).default(''),
    sender_messages: z.partialRecord(z.enum(allLanguages), freeText(1000)).default({}),
  }),
  answer: LetterFailures,
  refusals: {},
})

export const batchLetters = staffEndpoint('batchLetters', {
  summary: 'Check the letters of a batch before they are printed',
  input: z.object({ id: z.string().regex(/^\d{1,15}$/) }),
  answer: LetterFailures,
  refusals: {},
})
