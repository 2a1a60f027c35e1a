import { z } from 'zod'

import { LENGTH_KEY } from '#server/modules/content/list-length.ts'

import type { PathInFile } from '#server/platform/parsing/file-errors.ts'
import { cleanHtml } from '#server/platform/parsing/html-cleaning.ts'
import { Line, PictureName, Text } from '#server/platform/parsing/schema-fields.ts'

export type ContentKind = 'text' | 'area' | 'number' | 'media' | 'url'

/** One field of a page, as a row of the content table. Media still have a file name. */
export type ContentField = {
  block: string
  kind: ContentKind
  key: string
  value: string
  alt: string
  path: PathInFile
}

const KEY = /^(?!__)[A-Za-z0-9_.-]{1,80}$/
const BLOCK = /^(?!__)[A-Za-z0-9_.-]{1,80}(\/[A-Za-z0-9_.-]{1,80})*$/
const key = z.string().regex(KEY, "is not a key: letters, digits, '_', '-' and '.'")
const record = <T extends z.ZodType>(value: T) => z.record(key, value).default({})

const Media = z.preprocess(
  (media) => (typeof media === 'string' ? { file: media } : media),
  z.strictObject({ file: PictureName, alt: Line.default('') }),
)
export const Url = Line.refine(
  (url) => /^(|\/(?!\/)[^\\]*|#.*|\?.*|(https?:\/\/|mailto:|tel:)\S+)$/i.test(url),
  {
    error: ({ input }) => `'${String(input)}' is not /path, #part, https:, http:, mailto: or tel:`,
  },
)
export const NumberText = z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/, 'is not a number')

const fields = {
  texts: record(Text),
  html: record(Text),
  numbers: record(NumberText),
  media: record(Media),
  urls: record(Url),
}
/** Other keys are texts. A group there is usually a misspelt name of one of the above. */
const otherText = Text

const Item = z.object(fields).catchall(otherText)
const Block = z.object({ ...fields, items: z.array(Item).optional() }).catchall(otherText)
export const ContentShape = z
  .object({
    ...fields,
    blocks: z.record(z.string().regex(BLOCK, 'is not the name of a block'), Block).default({}),
  })
  .catchall(otherText)
  .superRefine((page, context) => {
    const fail = (path: PathInFile, message: string) =>
      context.addIssue({ code: 'custom', path: [...path], message })
    visitParts(page, (part, path) => {
      for (const name of Object.keys(part))
        if (!KEY.test(name)) fail([...path, name], `'${name}' is not a key`)
      for (const name of Object.keys(part.texts))
        if (Object.hasOwn(part, name) && typeof part[name] === 'string')
          fail([...path, 'texts', name], `the key '${name}' appears twice`)
      if (path.length > 0 && Object.hasOwn(part.numbers, LENGTH_KEY))
        fail(
          [...path, 'numbers', LENGTH_KEY],
          `the number '${LENGTH_KEY}' is reserved for the length of the list`,
        )
    })
  })
export type ContentShape = z.output<typeof ContentShape>

type Part = z.output<typeof Item>

/** Visits the page, its blocks and their items. */
function visitParts(
  page: ContentShape,
  visit: (part: Part, path: PathInFile, block: string, length?: number) => void,
) {
  visit(page, [], '')
  for (const [name, block] of Object.entries(page.blocks)) {
    visit(block, ['blocks', name], name, block.items?.length)
    for (const [index, item] of (block.items ?? []).entries())
      visit(item, ['blocks', name, 'items', index], `${name}/${index + 1}`)
  }
}

/** Names of groups of fields. A text cannot use them as its key. */
export const FIELD_GROUPS = new Set([
  'texts',
  'html',
  'numbers',
  'media',
  'urls',
  'blocks',
  'items',
])

/** The page as rows in the order of the file, and what was removed from its HTML. */
export function contentFields(page: ContentShape) {
  const rows: ContentField[] = []
  const removed: { path: PathInFile; what: string[] }[] = []
  visitParts(page, (part, path, block, length) => {
    const add = (kind: ContentKind, key: string, value: string, path: PathInFile, alt = '') =>
      rows.push({ block, kind, key, value, alt, path })
    for (const [key, text] of Object.entries(part))
      if (!FIELD_GROUPS.has(key) && typeof text === 'string') add('text', key, text, [...path, key])
    for (const [key, text] of Object.entries(part.texts))
      add('text', key, text, [...path, 'texts', key])
    for (const [key, html] of Object.entries(part.html)) {
      const htmlPath = [...path, 'html', key]
      const cleaned = cleanHtml(html)
      add('area', key, cleaned.clean, htmlPath)
      if (cleaned.removed.length > 0) removed.push({ path: htmlPath, what: cleaned.removed })
    }
    for (const [key, number] of Object.entries(part.numbers))
      add('number', key, number, [...path, 'numbers', key])
    for (const [key, { file, alt }] of Object.entries(part.media))
      add('media', key, file, [...path, 'media', key], alt)
    if (length !== undefined) add('number', LENGTH_KEY, String(length), [...path, 'items'])
    for (const [key, url] of Object.entries(part.urls)) add('url', key, url, [...path, 'urls', key])
  })
  return { fields: rows, removed }
}
