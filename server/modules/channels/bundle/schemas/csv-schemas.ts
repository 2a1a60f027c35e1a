import { z } from 'zod'

import { addDays, dayAt, endOfDay, isDay, startOfDay } from '#domain/time/zone-days.ts'

import { Code, Flag, Line, whole } from '#server/platform/parsing/schema-fields.ts'
import { allLanguages } from '#domain/language.ts'

export const PriceShape = z.object({
  sku: Code,
  points: whole(0, 100_000),
  position: whole(0, 1_000_000).optional(),
})
export type PriceShape = z.output<typeof PriceShape>
export const PRICE_COLUMNS = { required: ['sku', 'points'], optional: ['position'] }

export const CountShape = z.object({
  sku: Code,
  on_hand: whole(0, 1_000_000).optional(),
  as_exported: whole(0, 1_000_000).optional(),
})
export type CountShape = z.output<typeof CountShape>
export const COUNT_COLUMNS = { required: ['sku', 'on_hand'], optional: ['as_exported'] }

export type Moment = (now: Date, zone: string, end: boolean) => Date

/** 'now', or a date, absolute or relative to today: its first moment, or its last one for an end. */
const MomentShape = z
  .string()
  .regex(/^(now|[+-]\d{1,5}d|\d{4}-\d{2}-\d{2})$/, "is not 'now', '+30d', '-1d' or '2026-12-31'")
  .refine((text) => !/^\d/.test(text) || isDay(text), {
    error: ({ input }) => `${String(input)} is not a valid date`,
  })
  .transform((text): Moment => (now, zone, end) => {
    if (text === 'now') return now
    const day = text.endsWith('d')
      ? addDays(dayAt(now.getTime(), zone), Number(text.slice(0, -1)))
      : text
    return new Date(end ? endOfDay(day, zone) : startOfDay(day, zone))
  })

const SpentOn = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]*(\*\d{1,3})?( +[a-z0-9][a-z0-9-]*(\*\d{1,3})?)*$/,
    "is not a list of skus, like 'mug-sea*2 towel'",
  )
  .transform((text) =>
    text.split(/ +/).map((part) => {
      const [sku = '', quantity = '1'] = part.split('*')
      return { sku, quantity: Number(quantity) }
    }),
  )

export const VoucherShape = z.object({
  code: z
    .string()
    .regex(/^[a-zA-Z0-9]{9}$/, 'is not a voucher code of 9 letters and digits')
    .transform((code) => code.toLowerCase()),
  points: whole(0, 100_000),
  valid_from: MomentShape.optional(),
  valid_until: MomentShape.optional(),
  first_name: Line.default(''),
  salutation: Line.default(''),
  language: z.enum(allLanguages).or(z.literal('')).default(''),
  blocked: Flag.default(false),
  /** The name of the batch that the voucher belongs to. */
  batch: Line.default(''),
  spent_on: SpentOn.default([]),
})
export type VoucherShape = z.output<typeof VoucherShape>
export const VOUCHER_COLUMNS = {
  required: ['code', 'points'],
  optional: [
    'valid_from',
    'valid_until',
    'first_name',
    'salutation',
    'language',
    'blocked',
    'spent_on',
    'batch',
  ],
}
