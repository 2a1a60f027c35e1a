import { z } from 'zod'

/** Field shapes that several calls share. */

export const YesNo = z.enum(['true', 'false'])

/** Line breaks and tabs have no place in a one-line field, and a zero byte is refused by the database. */
export const line = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !/\p{Cc}/u.test(text), 'contains a control character')
    .transform((text) => text.normalize('NFC').trim())

export const requiredLine = (most: number) =>
  line(most).refine((text) => text !== '', 'is required')

/** Of several lines, and perhaps of none. */
export const freeText = (most: number) =>
  z
    .string()
    .max(most)
    .refine((text) => !/[^\P{Cc}\t\n\r]/u.test(text), 'contains a control character')
    .transform((text) => text.normalize('NFC').trim())

export const paragraph = (most: number) =>
  freeText(most).refine((text) => text !== '', 'is required')

export const code = z.string().min(1).max(120)
export const guid = z.guid()

/** Query values that can occur once or several times. */
export const many = z
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
