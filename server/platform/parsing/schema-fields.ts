import { z } from 'zod'

import { wordsIn } from '#domain/search/word-folding.ts'

/** Fields that several files share. All input values are text. */

export const Code = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,79}$/,
    'is not a code: 1 to 80 lowercase letters, digits and hyphens',
  )

export const Text = z
  .string()
  .max(100_000, 'is longer than 100000 characters')
  .refine((text) => !/[^\P{Cc}\t\n\r]/u.test(text), {
    error: 'this text contains a control character',
  })
  .transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())

export const Line = Text.refine((text) => !text.includes('\n'), {
  error: 'this text must be on one line',
})

export const Name = Line.refine((text) => text !== '', { error: 'this text is empty' })

const MAX_SEARCH_LENGTH = 80

/** A search text: at most so many words with letters or digits. */
export const searchTextOf = (maximum: number) =>
  Line.refine(
    (text) => {
      const count = wordsIn(text).length
      return count > 0 && count <= maximum && text.length <= MAX_SEARCH_LENGTH
    },
    { error: `must have 1 to ${maximum} words and at most ${MAX_SEARCH_LENGTH} characters` },
  )

export const Flag = z.enum(['true', 'false']).transform((flag) => flag === 'true')

export const whole = (minimum: number, maximum: number) =>
  z
    .string()
    .regex(/^-?\d+$/, 'is not a whole number')
    .transform(Number)
    .refine((number) => number >= minimum && number <= maximum, {
      error: ({ input }) => `${String(input)} is not between ${minimum} and ${maximum}`,
    })

/** A file of pictures/, without a path. */
export const PictureName = z
  .string()
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._-]{0,119}$/,
    "is not the name of an image: letters, digits, '.', '_' and '-', without a path",
  )

export const Country = z.string().regex(/^[A-Z]{2}$/, 'is not a country: two capital letters')

/** One short text per language. All languages but nl are optional. */
export const Names = z.strictObject({
  nl: Name,
  en: Name.optional(),
  de: Name.optional(),
  fr: Name.optional(),
})

export const perLanguage = <T extends z.ZodType>(shape: T) =>
  z.strictObject({
    nl: shape.optional(),
    en: shape.optional(),
    de: shape.optional(),
    fr: shape.optional(),
  })

export const Alt = perLanguage(
  Name.refine((text) => text.length <= 1000, 'is longer than 1000 characters'),
)

/** A list without duplicates. */
export const listOf = <T extends z.ZodType<string>>(item: T, maximum = 100) =>
  z
    .array(item)
    .max(maximum, `has more than ${maximum} entries`)
    .superRefine((items, context) => {
      for (const [index, value] of items.entries())
        if (items.indexOf(value) !== index)
          context.addIssue({
            code: 'custom',
            path: [index],
            message: `'${value}' appears twice`,
          })
    })

/** Runs a check of these keys even if other keys are invalid, so that all errors appear at once. */
export const evenIfOthersFail = (...keys: string[]) => ({
  when: ({ issues }: z.core.ParsePayload) =>
    issues.every(
      ({ code, path = [] }) =>
        code === 'unrecognized_keys' || (path.length > 0 && !keys.includes(String(path[0]))),
    ),
})
