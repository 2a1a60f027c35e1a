import { z } from 'zod'

import { listFilters } from '#contract/list-filters.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput, commaSeparated } from '#contract/shared/list-input.ts'
import { typedDay } from '#contract/shared/date-input.ts'
import { freeText, line } from '#contract/shared/fields.ts'
import { allLanguages } from '#domain/language.ts'
import { MOST_POINTS_EACH } from '#domain/vouchers/batch-limits.ts'
import { LONGEST_CELL } from '#domain/vouchers/recipient-list.ts'

const channel = z.string().regex(/^\d{1,10}$/)
const id = z.string().regex(/^\d{1,15}$/)
const language = z.enum(allLanguages)

/** Each kind has a page of its own in the back office. */
export const CONTENT_NODE_KINDS = listFilters.contentNodes.kind.values

/** A text that matches the search. */
const Match = z.object({
  block: z.string(),
  key: z.string(),
  language: language.or(z.literal('')),
  /** The surrounding text without markup. */
  excerpt: z.string(),
  /** Whether it is a shared text that this channel shows. */
  shared: z.boolean(),
})

export const contentNodes = staffEndpoint('contentNodes', {
  summary: 'List the content of your channels by component, page and other items',
  description: 'Shows how complete each language is and which items a draft release changes.',
  input: z.object({
    ...listInput(['place', 'changes']),
    ...filterInput('contentNodes'),
  }),
  answer: listAnswer(
    z.object({
      id: z.string(),
      channel: z.string(),
      channel_name: z.string(),
      kind: z.enum(CONTENT_NODE_KINDS),
      name: z.string(),
      /** The page's title, preferably in the user's language; '' without a title. */
      title: z.string(),
      texts: z.int(),
      /** Number of texts by source in each language; `rest` counts missing texts and fallbacks. */
      languages: z.array(z.object({ language, own: z.int(), shared: z.int(), rest: z.int() })),
      /** The number of changes in drafts and scheduled releases. */
      changes: z.int(),
      /** The number of changes in scheduled releases. */
      scheduled_changes: z.int(),
      /** When the first scheduled release with such a change is published. */
      scheduled_at: z.string().nullable(),
      /** The latest change, published or in a draft, also of the shared texts that the node shows. */
      changed: z.object({ at: z.string(), by: z.string().nullable() }).nullable(),
      found: z.array(Match),
    }),
  ),
  refusals: {},
})

/** Owners of an alt text: the image itself, a channel's logo, or a gift. */
const PICTURE_PLACES = ['picture', 'logo', 'gift'] as const

export const alternativeTexts = staffEndpoint('alternativeTexts', {
  summary: 'List alternative texts of images, logos and gifts that contain a text',
  input: z.object({
    search: z.string().trim().min(1).max(200),
    /** Limits logos and gifts to this channel. Library images belong to no channel. */
    channel: channel.optional(),
  }),
  answer: z.object({
    items: z.array(
      z.object({
        place: z.enum(PICTURE_PLACES),
        /** The id of the image, the channel or the gift. */
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
  summary: 'List tags by name with the gifts, menus and tiles that use them',
  input: z.object({
    channel,
    search: z.string().trim().max(200).optional(),
    tags: commaSeparated(/^[a-z0-9][a-z0-9-]{0,79}$/).optional(),
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

/** What the sender of a batch entered; `name` is the recipient's. */
const GiftToPreview = z.object({
  name: line(LONGEST_CELL.name),
  points: z.int().min(0).max(MOST_POINTS_EACH),
  valid_until: typedDay.nullable(),
  sender_name: line(120),
  sender_message: freeText(1000),
})

export const mailPreview = staffEndpoint('mailPreview', {
  summary: 'Preview an email in the theme of the channel',
  description:
    'Uses sample values, and the texts of a release or of the request. Nothing is stored.',
  input: z.object({
    channel,
    mail: z.string().regex(/^[a-z-]{1,40}$/),
    language,
    release: id.optional(),
    /** Unsaved texts of the user, by '<mail> <key>'. */
    words: z.record(z.string().max(100), z.string().max(2000)).default({}),
    /** For the mail with the code: the values of a new batch instead of sample values. */
    gift: GiftToPreview.optional(),
  }),
  answer: z.object({
    subject: z.string(),
    /** Styles are in `data-style`. The back office applies them by script, because its CSP forbids inline styles. */
    html: z.string(),
    /** The CSS for the dark theme and narrow screens. */
    style: z.string(),
    text: z.string(),
  }),
  refusals: {},
})
