import { z } from 'zod'

import { HOST_NAME } from '#domain/channels/host-name.ts'
import { themeProblem } from '#domain/channels/theme.ts'
import { isTimeZone } from '#domain/time/zone-days.ts'

import {
  Alt,
  Country,
  Flag,
  Line,
  listOf,
  Name,
  PictureName,
  whole,
} from '#server/platform/parsing/schema-fields.ts'
import { allLanguages } from '#domain/language.ts'
import { CHANNEL_FLAGS, type ChannelFlag } from '#domain/channels/channel-columns.ts'

const text = Line.optional()

const Company = z.strictObject({
  company_name: text,
  company_street_and_number: text,
  company_postal_code_and_city: text,
  company_chamber_of_commerce_account: text,
  company_vat_number: text,
  email: text,
  telephone: text,
})

const Organisation = z.strictObject({
  company: text,
  invoice_address_street: text,
  invoice_address_housenr: text,
  invoice_address_postal_code: text,
  invoice_address_city: text,
  invoice_address_country_code: Country.or(z.literal('')).optional(),
  delivery_address_street: text,
  delivery_address_housenr: text,
  delivery_address_postal_code: text,
  delivery_address_city: text,
  delivery_address_country_code: Country.or(z.literal('')).optional(),
})

const Host = z
  .string()
  .regex(
    HOST_NAME,
    'is not a host: lowercase letters, digits, dots and hyphens, without https:// and port',
  )

const WebsiteUrl = z
  .string()
  .regex(/^((https?:\/\/)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d+)?\/?)?$/i, 'is not a web address')

const flags = Object.fromEntries(
  CHANNEL_FLAGS.map((flag) => [flag, Flag.optional()]),
) as unknown as Record<ChannelFlag, z.ZodOptional<typeof Flag>>

export const ChannelShape = z.strictObject({
  id: z.string().regex(/^[0-9]{1,10}$/, "is not a channel's id: 1 to 10 digits"),
  name: Name,
  website_url: WebsiteUrl.optional(),
  default_language: z.enum(allLanguages).optional(),
  offered_languages: listOf(z.enum(allLanguages)).optional(),
  time_zone: z
    .string()
    .refine(isTimeZone, {
      error: ({ input }) => `'${String(input)}' is not a time zone such as 'Europe/Amsterdam'`,
    })
    .optional(),
  hosts: listOf(Host).optional(),
  main_site: Flag.optional(),
  ...flags,
  logo: PictureName.or(z.literal('')).optional(),
  logo_alt: Alt.optional(),
  theme_options: z
    .record(z.string().regex(/^[A-Za-z0-9_-]{1,80}$/, 'is not a reference'), Name)
    .superRefine((options, context) => {
      for (const [reference, value] of Object.entries(options)) {
        const message = themeProblem({ reference, value })
        if (message) context.addIssue({ code: 'custom', path: [reference], message })
      }
    })
    .optional(),
  countries: listOf(Country).min(1, 'contains no country').optional(),
  undo_minutes: whole(0, 1440).optional(),
  supplier_days: whole(1, 365).optional(),
  credit_first: z.enum(['card', 'points']).optional(),
  replacement_days: whole(1, 90).optional(),
  undeliverable_parcel: z.enum(['choose-again', 'person']).optional(),
  withdrawal_credit: z.enum(['goods-back', 'legal-day']).optional(),
  company: Company.optional(),
  organisation: Organisation.optional(),
  /** Read again in `read-channel.ts`, with the types of YAML. */
  settings: z.record(z.string(), z.unknown()).optional(),
})
export type ChannelShape = z.output<typeof ChannelShape>
