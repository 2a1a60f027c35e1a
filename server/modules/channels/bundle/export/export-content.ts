import { isLength } from '#server/modules/content/list-length.ts'

import type { PictureNames } from './export-images.ts'
import { CONTENT_WORDS } from '#server/modules/content/validation/content-schema.ts'
import type { ContentRow } from '#server/modules/channels/bundle/write/shop-tables.ts'
import { grouped } from '#server/platform/parsing/write-yaml.ts'

type Part = Record<string, unknown>
const MOST_ITEMS = 1000

/** content/{language}/{path}.yaml of one channel, by '{language}/{path}'. */
export function contentFiles(rows: ContentRow[], pictures: PictureNames) {
  const pages = grouped(rows, ({ language, path }) => `${language || 'all'}/${path}`)
  return new Map([...pages].map(([name, fields]) => [name, pageFile(fields, pictures)]))
}

function pageFile(rows: ContentRow[], pictures: PictureNames) {
  const sorted = [...rows].sort(
    (one, other) => one.position - other.position || (sortText(one) < sortText(other) ? -1 : 1),
  )
  const parts = new Map<string, Part>()
  const lengths = new Map<string, number>()
  for (const row of sorted) {
    if (isLength(row)) {
      lengths.set(row.block, Number(row.value))
      continue
    }
    const part = parts.get(row.block) ?? {}
    parts.set(row.block, part)
    addField(part, row, pictures)
  }
  const page = tidied(parts.get('') ?? {})
  const blocks: Record<string, Part> = {}
  for (const [name, part] of parts) {
    if (name === '') continue
    const item = /^(.+)\/([1-9]\d{0,3})$/.exec(name)
    if (!item || Number(item[2]) > MOST_ITEMS) {
      blocks[name] = { ...tidied(part), ...blocks[name] }
      continue
    }
    const block = (blocks[item[1] ?? ''] ??= {})
    const items = (block['items'] ??= []) as Part[]
    holdPlaces(items, Number(item[2]))
    items[Number(item[2]) - 1] = tidied(part)
  }
  for (const [name, length] of lengths)
    holdPlaces(((blocks[name] ??= {})['items'] ??= []) as Part[], length)
  return Object.keys(blocks).length > 0 ? { ...page, blocks: itemsLast(blocks) } : page
}

/** Keeps the position of items without fields. */
function holdPlaces(items: Part[], length: number) {
  while (items.length < length) items.push({})
}

function addField(part: Part, { kind, key, value, alt }: ContentRow, pictures: PictureNames) {
  const into = (group: string, what: unknown) => {
    part[group] = { ...(part[group] as Part | undefined), [key]: what }
  }
  switch (kind) {
    case 'text':
      if (CONTENT_WORDS.has(key)) into('texts', value)
      else part[key] = value
      break
    case 'area':
      into('html', value)
      break
    case 'number':
      into('numbers', /^-?\d{1,15}$/.test(value) ? Number(value) : value)
      break
    case 'media': {
      const file = pictures.file(value)
      if (file) into('media', alt === '' ? file : { file, alt })
      break
    }
    default:
      into('urls', value)
  }
}

/** Texts first, then groups in the order of the format. */
function tidied(part: Part): Part {
  const plain = Object.entries(part).filter(([key]) => !CONTENT_WORDS.has(key))
  const groups = [...CONTENT_WORDS].flatMap((key) => (key in part ? [[key, part[key]]] : []))
  return Object.fromEntries([...plain, ...groups]) as Part
}

const itemsLast = (blocks: Record<string, Part>) =>
  Object.fromEntries(
    Object.entries(blocks).map(([name, { items, ...part }]) => [
      name,
      items ? { ...part, items } : part,
    ]),
  )

const sortText = ({ block, kind, key }: ContentRow) => `${block}\n${kind}\n${key}`
