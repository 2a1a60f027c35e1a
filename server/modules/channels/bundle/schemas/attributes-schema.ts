import { z } from 'zod'

import { Code, Name, Names, PictureName } from '#server/platform/parsing/schema-fields.ts'

export const BrandShape = z.strictObject({
  name: Name,
  picture: PictureName.optional(),
  supplier_email: z
    .string()
    .regex(/^([^\s@]+@[^\s@]+)?$/, 'is not an email address')
    .optional(),
  /** The email address of a supplier that exists in the back office. */
  supplier: z
    .string()
    .regex(/^([^\s@]+@[^\s@]+)?$/, 'is not an email address')
    .optional(),
})
export type BrandShape = z.output<typeof BrandShape>

export const TagGroupShape = z.strictObject({
  texts: Names,
  tags: z.record(Code, Names).default({}),
})
export type TagGroupShape = z.output<typeof TagGroupShape>

export const DimensionShape = z.strictObject({
  texts: Names,
  values: z.record(
    Code,
    z.strictObject({
      hexcode: z
        .string()
        .regex(/^#[0-9a-fA-F]{6}$/, "is not a colour: '#' and six digits")
        .transform((colour) => colour.toLowerCase())
        .optional(),
      texts: Names,
    }),
  ),
})
export type DimensionShape = z.output<typeof DimensionShape>
