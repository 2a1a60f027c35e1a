import { z } from 'zod'

export const YesNo = z.enum(['true', 'false'])

/** A text on one line. Control characters are refused, because PostgreSQL does not store a zero byte. */
export const line = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !/\p{Cc}/u.test(text), 'contains a control character')
    .transform((text) => text.normalize('NFC').trim())

export const requiredLine = (maxLength: number) =>
  line(maxLength).refine((text) => text !== '', 'is required')

/** A text of any number of lines. */
export const freeText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !/[^\P{Cc}\t\n\r]/u.test(text), 'contains a control character')
    .transform((text) => text.normalize('NFC').trim())

export const paragraph = (maxLength: number) =>
  freeText(maxLength).refine((text) => text !== '', 'is required')

export const code = z.string().min(1).max(120)
export const guid = z.guid()

/** A query parameter that can occur any number of times. */
export const repeatable = z
  .union([z.string().max(120), z.array(z.string().max(120)).max(200)])
  .optional()
  .transform((value) => (value === undefined ? [] : [value].flat()).filter((item) => item !== ''))

export const ChannelAsk = z.object({
  language: z.string().max(20).optional(),
  sales_channel: z.string().max(20).optional(),
  website_url: z.string().max(300).optional(),
})

export const success = z.literal(true)
export const answerOf = <T extends z.ZodType>(response: T) => z.object({ success, response })

export const Address = z.object({
  street: z.string(),
  housenr: z.string(),
  housenr_appendix: z.string(),
  postal_code: z.string(),
  city: z.string(),
  country_code: z.string(),
  additional_line: z.string(),
})
export type Address = z.infer<typeof Address>
