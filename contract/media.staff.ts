import { z } from 'zod'

import { listFilters } from '#contract/list-filters.staff.ts'
import { staffEndpoint } from '#contract/shared/endpoint.staff.ts'
import { filterInput, listAnswer, listInput, commaSeparated } from '#contract/shared/list-input.ts'
import { line, requiredLine } from '#contract/shared/fields.ts'
import { allLanguages } from '#domain/language.ts'

const hash = z.string().regex(/^[0-9a-f]{32}$/)
const id = z.string().regex(/^\d{1,15}$/)
const language = z.enum(allLanguages)

/** The focal point, which is never cut off, in percent of width and height. */
const Focus = z.object({ x: z.int().min(0).max(100), y: z.int().min(0).max(100) })

const MEDIA_KINDS = listFilters.media.kind.values

export const MediaItem = z.object({
  id: hash,
  /** The reference in texts, gifts and tiles: '<hash>.<extension>'. */
  file: z.string(),
  name: z.string(),
  kind: z.enum(MEDIA_KINDS),
  media_type: z.string(),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  focus: Focus.nullable(),
  decoration: z.boolean(),
  /** Languages with an alt text. */
  languages: z.array(language),
  /** Whether a use has no alt text. A gift's image is excluded, because it falls back to the gift's name. */
  wordless: z.boolean(),
  /** The number of uses that the caller may see. */
  uses: z.int(),
  added_at: z.iso.datetime(),
})
export type MediaItem = z.output<typeof MediaItem>

export const media = staffEndpoint('media', {
  summary: 'List images and videos with their uses, alternative texts and sizes',
  input: z.object({
    ...listInput(['added', 'name', 'size', 'uses']),
    ids: commaSeparated(/^[0-9a-f]{32}$/).optional(),
    ...filterInput('media'),
  }),
  answer: listAnswer(
    MediaItem.extend({
      /** The name of a gift that shows it, in the caller's language; '' if the caller may see none. */
      gift: z.string(),
    }),
  ),
  refusals: {},
})

export const USE_KINDS = [
  'content',
  'html',
  'navigation',
  'tile',
  'logo',
  'gift',
  'variant',
  'brand',
  'batch',
  'draft',
] as const

const Use = z.object({
  kind: z.enum(USE_KINDS),
  channel: z.string(),
  /** The id of the page, gift, batch … */
  id: z.string(),
  /** The display name, if `id` is not readable. */
  name: z.string(),
  /** The position in it: a block and a key, a variant or a field. */
  place: z.string(),
  language: language.or(z.literal('')),
  /** The alt text of this use if it differs from the image's; null otherwise. */
  alt: z.string().nullable(),
})

const PictureAnswer = MediaItem.extend({
  version: z.int(),
  /** The last change of name, focal point or texts; null if unchanged since upload. */
  changed: z.object({ by: z.string().nullable(), at: z.iso.datetime() }).nullable(),
  texts: z.partialRecord(language, z.string()),
  removed: z.boolean(),
  added_by: z.string().nullable(),
  uses_here: z.array(Use),
  /** The number of uses in channels of other colleagues, which are not named. */
  elsewhere: z.int(),
  /** Whether all its uses are in the caller's channels, so that the caller may change it. */
  is_yours: z.boolean(),
  history: z.array(
    z.object({
      id,
      /** 'came': it replaced the other image. 'went': the other image replaced it. */
      way: z.enum(['came', 'went']),
      other: z.object({ id: hash, file: z.string(), name: z.string() }),
      by: z.string().nullable(),
      at: z.iso.datetime(),
      undone: z.boolean(),
      undo_until: z.iso.datetime().nullable(),
    }),
  ),
})
export type PictureAnswer = z.output<typeof PictureAnswer>

export const picture = staffEndpoint('picture', {
  summary: 'Get an image with its alternative texts, focal point and uses',
  input: z.object({ hash }),
  answer: PictureAnswer,
  refusals: {},
})

export const addPicture = staffEndpoint('addPicture', {
  summary: 'Upload an image to the library',
  description:
    'Multipart field: file. The image is re-encoded, upright and without camera metadata. Uploading the same file again returns the same image.',
  input: z.object({}),
  answer: z.object({
    picture: MediaItem,
    /** Whether the library had it already, maybe under another name. */
    known: z.boolean(),
    /** Removed from an SVG: scripts, links and external resources. */
    removed: z.array(z.string()),
  }),
  refusals: {
    'no-bytes': 409,
    'no-picture': 409,
    'cut-off': 409,
    'too-many-pixels': 409,
    'too-narrow': 409,
    'too-complex': 409,
    moving: 409,
    damaged: 409,
  },
})

export const changePicture = staffEndpoint('changePicture', {
  summary: 'Change the name, focal point or alternative texts of an image',
  description: 'Fields that are not sent stay as they are.',
  input: z.object({
    hash,
    version: z.int().min(0),
    name: requiredLine(120).optional(),
    focus: Focus.nullable().optional(),
    decoration: z.boolean().optional(),
    /** By language; '' removes the text. */
    texts: z.partialRecord(language, line(1000)).optional(),
  }),
  answer: PictureAnswer,
  refusals: { 'changed-since': 409, 'used-elsewhere': 403 },
})

export const removePicture = staffEndpoint('removePicture', {
  summary: 'Remove an unused image from the library',
  description: 'It can be restored.',
  input: z.object({ hash }),
  answer: z.object({ id: hash }),
  refusals: { 'is-used': 409, 'used-elsewhere': 403 },
})

export const restorePicture = staffEndpoint('restorePicture', {
  summary: 'Restore a removed image',
  input: z.object({ hash }),
  answer: z.object({ id: hash }),
  refusals: { 'nothing-to-do': 409 },
})

export const replacePicture = staffEndpoint('replacePicture', {
  summary: 'Replace an image with another one everywhere',
  description: 'The new image keeps the focal point and the alternative texts.',
  input: z.object({
    hash,
    by: hash,
    /** The number of uses that the user saw. */
    count: z.int().min(1),
    reason: z.string().trim().max(500).default(''),
  }),
  answer: z.object({ id, places: z.int() }),
  refusals: {
    'count-differs': 409,
    'changed-since': 409,
    'used-elsewhere': 403,
    'nothing-to-do': 409,
    'unknown-picture': 409,
    'unusable-value': 409,
  },
})

export const undoReplacement = staffEndpoint('undoReplacement', {
  summary: 'Undo the replacement of an image',
  description: 'Places where another image has been chosen since then are not changed.',
  input: z.object({ id }),
  answer: z.object({ id: hash, put_back: z.int(), left_alone: z.int() }),
  refusals: { 'too-late': 409, 'nothing-to-undo': 409, 'used-elsewhere': 403 },
})
