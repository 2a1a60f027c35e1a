import { z } from 'zod'

import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { ChangeValue } from '#contract/content/release-change.ts'
import { ReleaseAnswer } from '#contract/content/releases.staff.ts'
import { allLanguages } from '#domain/language.ts'

const channel = z.string().regex(/^\d{1,10}$/)
const id = z.string().regex(/^\d{1,15}$/)
const language = z.enum(allLanguages)

/** The number of texts by source, for a recipient with this language. */
const TextCounts = z.object({
  language,
  /** The channel's own texts in this language. */
  own: z.int(),
  /** Shared texts in this language. */
  shared: z.int(),
  /** Texts in another language. */
  fallback: z.int(),
  missing: z.int(),
})

export const contentList = staffEndpoint('contentList', {
  summary: 'List the texts that can be changed in a channel',
  description: 'Components, pages, emails, menu, tiles and fields of the channel.',
  input: z.object({ channel }),
  answer: z.object({
    channel: z.string(),
    name: z.string(),
    default_language: language,
    pages: z.array(
      z.object({
        path: z.string(),
        kind: z.enum(['component', 'page']),
        texts: z.int(),
        languages: z.array(TextCounts),
        /** The number of changes in drafts and scheduled releases. */
        changes: z.int(),
      }),
    ),
    mails: z.object({ texts: z.int(), languages: z.array(TextCounts), changes: z.int() }),
    navigation: z.object({ own: z.boolean(), items: z.int(), changes: z.int() }),
    tiles: z.object({ own: z.boolean(), items: z.int(), changes: z.int() }),
    fields: z.object({ changes: z.int() }),
  }),
  refusals: {},
})

/** The change of the requested release, if it has one. */
const Changed = z.object({ after: ChangeValue, change_version: z.int() }).nullable()

const InLanguage = z.object({
  /** '' is a value for all languages. */
  language: language.or(z.literal('')),
  /** The key of the text in a release. */
  subject: z.string(),
  version: z.int(),
  /** Whether a version was published, even if the text is empty now. */
  was_published: z.boolean(),
  value: z.string().nullable(),
  alt: z.string(),
  change: Changed,
  /** The text that a recipient with this language sees, with its channel (own or shared) and its language. */
  reads: z
    .object({ value: z.string(), channel: z.string(), language: language.or(z.literal('')) })
    .nullable(),
})

/** A release with unpublished changes, and the subjects of these changes. */
const PageDraft = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['draft', 'scheduled', 'stopped']),
  subjects: z.array(z.string()),
})

const StaffText = z.object({
  block: z.string(),
  field: z.enum(['text', 'area', 'number', 'media', 'url']),
  key: z.string(),
  position: z.int(),
  /** Whether the item is beyond the end of the channel's list, so that no recipient sees it. */
  hidden: z.boolean(),
  /** Variables allowed in braces. */
  variables: z.array(z.string()),
  languages: z.array(InLanguage),
})

export const contentPage = staffEndpoint('contentPage', {
  summary: 'Get all texts of a component or page in all languages',
  description: 'Includes the text that is shown if a language is empty.',
  input: z.object({
    channel,
    path: z.string().regex(/^[a-z0-9][a-zA-Z0-9-]{0,79}$/),
    /** Shows the texts as if this release were published. */
    release: id.optional(),
  }),
  answer: z.object({
    channel: z.string(),
    path: z.string(),
    default_language: language,
    /** The unpublished releases that the user may see. */
    drafts: z.array(PageDraft),
    texts: z.array(StaffText),
  }),
  refusals: {},
})

export const mailTexts = staffEndpoint('mailTexts', {
  summary: 'Get all texts of the emails in all languages',
  description: 'Includes the default text where the channel has none.',
  input: z.object({ channel, release: id.optional() }),
  answer: z.object({
    channel: z.string(),
    drafts: z.array(PageDraft),
    texts: z.array(
      z.object({
        mail: z.string(),
        key: z.string(),
        variables: z.array(z.string()),
        languages: z.array(
          z.object({
            language,
            subject: z.string(),
            version: z.int(),
            was_published: z.boolean(),
            value: z.string().nullable(),
            change: Changed,
            reads: z.object({ value: z.string(), from: z.enum(['channel', 'shared', 'shop']) }),
          }),
        ),
      }),
    ),
  }),
  refusals: {},
})

const ContentNode = z.object({
  key: z.record(z.string(), z.unknown()),
  subject: z.string(),
  version: z.int(),
  value: ChangeValue,
  change: Changed,
})

export const menus = staffEndpoint('menus', {
  summary: 'Get the menu and the home tiles of a channel',
  description: 'Returns the shared ones if the channel has none of its own.',
  input: z.object({ channel, release: id.optional() }),
  answer: z.object({
    default_language: language,
    navigation: z.object({ own: z.boolean(), items: z.array(ContentNode) }),
    tiles: z.object({ own: z.boolean(), items: z.array(ContentNode) }),
  }),
  refusals: {},
})

export const channelFields = staffEndpoint('channelFields', {
  summary: 'Get the fields of a channel: company, countries, theme and options',
  input: z.object({ channel, release: id.optional() }),
  answer: z.object({ fields: z.array(ContentNode) }),
  refusals: {},
})

export const forkMenu = staffEndpoint('forkMenu', {
  summary: 'Copy the shared menu or tiles into a draft for one channel',
  input: z.object({ id, channel, kind: z.enum(['navigation', 'tile']) }),
  answer: z.object({ release: ReleaseAnswer, changes: z.int() }),
  refusals: { 'not-a-draft': 409, 'is-own': 409 },
})
