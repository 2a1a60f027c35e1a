import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { listAnswer, listInput, several } from '#contract/shared/list-input.ts'
import { allLanguages } from '#domain/language.ts'

const channel = z.string().regex(/^\d{1,10}$/)
const id = z.string().regex(/^\d{1,15}$/)
const language = z.enum(allLanguages)

/** What an editor opens: each a page of its own in the back office. */
export const THING_KINDS = [
  'component',
  'page',
  'mails',
  'company',
  'countries',
  'navigation',
  'tiles',
] as const

/** Where the words that were looked for stand. */
const Found = z.object({
  block: z.string(),
  key: z.string(),
  language: language.or(z.literal('')),
  /** The words around them, without their markup. */
  excerpt: z.string(),
  /** In what all channels share, and this one reads. */
  shared: z.boolean(),
})

export const contentThings = staffEndpoint('contentThings', {
  summary:
    'All that is said in one’s channels, a line a component, page or other thing: how full each language is, and what is changed in a release',
  input: z.object({
    ...listInput(['place', 'changes']),
    channel: channel.optional(),
    kind: several(/^[a-z]{1,20}$/).optional(),
    /** Those that have a text in none of these languages. */
    gap: several(/^[a-z]{2}$/).optional(),
    /** 'own': the channel has at least one text of its own there; 'shared': it has none. */
    source: z.enum(['own', 'shared']).optional(),
    /** Changed in a draft or a scheduled release. */
    state: z.enum(['changed', 'as-is']).optional(),
    /** Things that are called what was looked for, in the words of whoever looks. */
    named: several(/^[a-zA-Z0-9-]{1,80}$/).optional(),
  }),
  answer: listAnswer(
    z.object({
      id: z.string(),
      channel: z.string(),
      channel_name: z.string(),
      kind: z.enum(THING_KINDS),
      name: z.string(),
      /** Of a page: what it is called, in the language of whoever looks, else in another; '' where it has no title. */
      title: z.string(),
      texts: z.int(),
      /** By language: how many texts stand in it, of this channel's own and of those that all share. */
      languages: z.array(z.object({ language, own: z.int(), shared: z.int(), rest: z.int() })),
      changes: z.int(),
      found: z.array(Found),
    }),
  ),
  refusals: {},
})

/** What says something of a picture: the picture itself, the logo of a channel, a gift that shows it. */
const PICTURE_PLACES = ['picture', 'logo', 'gift'] as const

export const pictureTexts = staffEndpoint('pictureTexts', {
  summary: 'Where alternative texts of pictures, logos and gifts hold the words, the first of them',
  input: z.object({
    search: z.string().trim().min(1).max(200),
    /** Its logo and the gifts that it sells; pictures of the library are nobody’s own. */
    channel: channel.optional(),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        place: z.enum(PICTURE_PLACES),
        /** Of the picture, the channel or the gift. */
        id: z.string(),
        name: z.string(),
        file: z.string(),
        language,
        excerpt: z.string(),
      }),
    ),
    count: z.int(),
  }),
  refusals: {},
})

export const contentTags = staffEndpoint('contentTags', {
  summary:
    'Tags by their names, with where each is used: by how many gifts, in which menu and tiles',
  input: z.object({
    channel,
    search: z.string().trim().max(200).optional(),
    tags: several(/^[a-z0-9][a-z0-9-]{0,79}$/).optional(),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        tag: z.string(),
        texts: z.partialRecord(language, z.string()),
        gifts: z.int(),
        menu: z.array(z.string()),
        tiles: z.array(z.string()),
      }),
    ),
  }),
  refusals: {},
})

/** Sentences as they are being typed, by 'mail key'. */
const Words = z
  .string()
  .max(12_000)
  .transform((text, context) => {
    try {
      const read = z.record(z.string().max(100), z.string().max(2000)).safeParse(JSON.parse(text))
      if (read.success) return read.data
    } catch {
      // Said below.
    }
    context.addIssue({ code: 'custom', message: 'are not sentences by their names' })
    return z.NEVER
  })

export const mailPreview = staffEndpoint('mailPreview', {
  summary:
    'A mail as it would look: in the look of the channel, with values made up, its sentences as a release or whoever types has them',
  input: z.object({
    channel,
    mail: z.string().regex(/^[a-z-]{1,40}$/),
    language,
    release: id.optional(),
    words: Words.optional(),
  }),
  answer: z.object({
    subject: z.string(),
    /** Its styles stand in `data-style`: the back office's pages put them on without any of them being allowed to be written. */
    html: z.string(),
    text: z.string(),
  }),
  refusals: {},
})
