import { isListLength } from '#server/modules/content/list-length.ts'

import type { PictureNames } from './export-images.ts'
import { FIELD_GROUPS } from '#server/modules/content/validation/content-schema.ts'
import type { ContentRow } from '#server/modules/channels/bundle/write/shop-tables.ts'
import { grouped } from '#server/platform/parsing/write-yaml.ts'

type Part = Record<string, unknown>
const MAX_ITEMS = 1000

/** content/{language}/{path}.yaml of one channel, by '{language}/{path}'. */
export function contentFiles(rows: ContentRow[], pictures: PictureNames) {
  const pages = grouped(rows, ({ language, path }) => `${language || 'all'}/${path}`)
  return new Map([...pages].map(([name, fields]) => [name, pageFile(fields, pictures)]))
}

function pageFile(rows: ContentRow[], pictures: PictureNames) {
  const sorted = [...rows].sort(
    (a, b) => a.position - b.position || (sortKey(a) < sortKey(b) ? -1 : 1),
  )
  const parts = new Map<string, Part>()
  const lengths = new Map<string, number>()
  for (const row of sorted) {
    if (isListLength(row)) {
      lengths.set(row.block, Number(row.value))
      continue
    }
    const part = parts.get(row.block) ?? {}
    parts.set(row.block, part)
    addField(part, row, pictures)
  }
  const page = inFormatOrder(parts.get('') ?? {})
  const blocks: Record<string, Part> = {}
  for (const [name, part] of parts) {
    if (name === '') continue
    const item = /^(.+)\/([1-9]\d{0,3})$/.exec(name)
    if (!item || Number(item[2]) > MAX_ITEMS) {
      blocks[name] = { ...inFormatOrder(part), ...blocks[name] }
      continue
    }
    const block = (blocks[item[1] ?? ''] ??= {})
    const items = (block['items'] ??= []) as Part[]
    fillUpTo(items, Number(item[2]))
    items[Number(item[2]) - 1] = inFormatOrder(part)
  }
  for (const [name, length] of lengths)
    fillUpTo(((blocks[name] ??= {})['items'] ??= []) as Part[], length)
  return Object.keys(blocks).length > 0 ? { ...page, blocks: itemsLast(blocks) } : page
}

/** Items without fields are empty, so that the others keep their positions. */
function fillUpTo(items: Part[], length: number) {
  while (items.length < length) items.push({})
}

function addField(part: Part, { kind, key, value, alt }: ContentRow, pictures: PictureNames) {
  const addToGroup = (group: string, entry: unknown) => {
    part[group] = { ...(part[group] as Part | undefined), [key]: entry }
  }
  switch (kind) {
    case 'text':
      if (FIELD_GROUPS.has(key)) addToGroup('texts', value)
      else part[key] = value
      break
    case 'area':
      addToGroup('html', value)
      break
    case 'number':
      addToGroup('numbers', /^-?\d{1,15}$/.test(value) ? Number(value) : value)
      break
    case 'media': {
      const file = pictures.file(value)
      if (file) addToGroup('media', alt === '' ? file : { file, alt })
      break
    }
    default:
      addToGroup('urls', value)
  }
}

/** Texts first, then groups in the order of the format. */
function inFormatOrder(part: Part): Part {
  const texts = Object.entries(part).filter(([key]) => !FIELD_GROUPS.has(key))
  const groups = [...FIELD_GROUPS].flatMap((key) => (key in part ? [[key, part[key]]] : []))
  return Object.fromEntries([...texts, ...groups]) as Part
}

const itemsLast = (blocks: Record<string, Part>) =>
  Object.fromEntries(
    Object.entries(blocks).map(([name, { items, ...part }]) => [
      name,
      items ? { ...part, items } : part,
    ]),
  )

const sortKey = ({ block, kind, key }: ContentRow) => `${block}\n${kind}\n${key}`
