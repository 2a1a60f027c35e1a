import { z } from 'zod'

import { LONGEST_TEXT } from '#contract/shared/upload-limits.ts'
import { allLanguages } from '#domain/language.ts'

const channel = z.string().regex(/^\d{1,10}$/)
const code = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/, 'is not a code')
const fieldName = z.string().regex(/^(?!__)[A-Za-z0-9_.-]{1,80}$/, 'is not a key')
const language = z.enum(allLanguages)

/** One text, number, image or link of a component or page. */
export const ContentKey = z.strictObject({
  channel,
  path: z.string().regex(/^[a-z0-9][a-zA-Z0-9-]{0,79}$/, 'is not a component or page'),
  /** '' for the page itself, 'faq/3' for the third item of the block 'faq'. */
  block: z
    .string()
    .regex(/^((?!__)[A-Za-z0-9_.-]{1,80}(\/[1-9]\d{0,3})?)?$/, 'is not a block')
    .default(''),
  field: z.enum(['text', 'area', 'number', 'media', 'url']),
  key: fieldName,
  /** '' is a value for all languages. */
  language: language.or(z.literal('')),
})
export type ContentKey = z.output<typeof ContentKey>

/** One text of a mail. */
export const MailKey = z.strictObject({
  channel,
  mail: z.string().regex(/^[a-z-]{1,40}$/),
  key: z.string().regex(/^[a-z_]{1,40}$/),
  language,
})
export type MailKey = z.output<typeof MailKey>

export const NavigationKey = z.strictObject({ channel, id: code })
export type NavigationKey = z.output<typeof NavigationKey>

export const TileKey = z.strictObject({ channel, tile: z.enum(['category', 'brand']), id: code })
export type TileKey = z.output<typeof TileKey>

/** A field of a channel, such as 'name', 'countries', 'company.email' or 'theme.active'. */
export const ChannelKey = z.strictObject({
  channel,
  field: z.string().regex(/^[a-z_]{1,40}(\.[A-Za-z0-9_-]{1,80})?$/, 'is not a field'),
})
export type ChannelKey = z.output<typeof ChannelKey>

const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => !/[^\P{Cc}\t\n\r]/u.test(text), 'contains a control character')
    .transform((text) => text.normalize('NFC').replaceAll('\r\n', '\n').trim())
const line = (maxLength: number) =>
  text(maxLength).refine((text) => !text.includes('\n'), 'must be on one line')
const position = z.int().min(0).max(100_000)

export const ContentValue = z.strictObject({
  value: text(LONGEST_TEXT),
  /** The alternative text of an image. */
  alt: line(1000).default(''),
  position: position.optional(),
})
export const MailValue = z.strictObject({ value: text(2000) })
export const NavigationValue = z.strictObject({
  parent: code.nullable().default(null),
  position,
  banner: line(200).default(''),
  /** Alt text of the banner, if it differs from the image library's. */
  banner_alt: z.partialRecord(language, line(1000)).default({}),
  texts: z.partialRecord(language, line(500)),
  tags: z
    .array(z.strictObject({ tag: code, web_menu_column: z.int().min(1).max(4).default(1) }))
    .max(200)
    .default([]),
})
export const TileValue = z.strictObject({
  position,
  extra: z.boolean().default(false),
  tags: z.array(code).max(100).default([]),
  banner: line(200).default(''),
  media: line(200).default(''),
  /** By field and language. */
  texts: z
    .partialRecord(
      z.enum([
        'bannerText1',
        'bannerText2',
        'firstText',
        'secondText',
        'title',
        'bannerAlt',
        'mediaAlt',
      ]),
      z.partialRecord(language, line(1000)),
    )
    .default({}),
})
export const ChannelValue = z.strictObject({
  value: z.union([line(1000), z.boolean(), z.int(), z.array(z.string().max(10)).max(100)]),
})

const change = <Kind extends string, Key extends z.ZodType, Value extends z.ZodType>(
  kind: Kind,
  key: Key,
  value: Value,
) =>
  z.object({
    kind: z.literal(kind),
    key,
    /** The version of the live value that the change is based on; 0 if there was none. */
    base_version: z.int().min(0),
    /** null removes the value, so the fallback applies again. */
    after: value.nullable(),
    /** The version of the draft's change that this one replaces, if there is one. */
    change_version: z.int().min(1).optional(),
  })

export const ReleaseChange = z.discriminatedUnion('kind', [
  change('content', ContentKey, ContentValue),
  change('mail', MailKey, MailValue),
  change('navigation', NavigationKey, NavigationValue),
  change('tile', TileKey, TileValue),
  change('channel', ChannelKey, ChannelValue),
])
export type ReleaseChange = z.output<typeof ReleaseChange>
export type ChangeKind = ReleaseChange['kind']

export const CHANGE_KINDS = [
  'content',
  'mail',
  'navigation',
  'tile',
  'channel',
] as const satisfies readonly ChangeKind[]

/** A value before or after a change; null means no value. */
export const ChangeValue = z.record(z.string(), z.unknown()).nullable()
export type ChangeValue = z.output<typeof ChangeValue>

export const Someone = z.object({ id: z.string(), name: z.string() }).nullable()

/** Two edits of one subject: the original and both versions. */
export const Conflict = z.object({
  kind: z.enum(CHANGE_KINDS),
  key: z.record(z.string(), z.unknown()),
  subject: z.string(),
  before: ChangeValue,
  mine: ChangeValue,
  theirs: ChangeValue,
  /** A change with this `base_version` confirms that the user has seen the other version. */
  version: z.int(),
  /** The author of the other version, published or in this draft. */
  by: Someone,
  at: z.iso.datetime().nullable(),
  release: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** In this draft: the change that it would replace. */
  change_version: z.int().nullable(),
})
export type Conflict = z.output<typeof Conflict>
