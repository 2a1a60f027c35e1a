import type { Language } from '#domain/language.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Texts } from '#server/modules/catalog/read-model/catalog.sql.ts'
import { type ContentRow, readOwnContent } from '#server/modules/catalog/read-model/content.sql.ts'
import {
  type ImageTexts,
  readImageTexts,
} from '#server/modules/catalog/read-model/image-texts.sql.ts'
import type { SynonymRow } from '#server/modules/catalog/search/synonym-rows.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type TagRow = { id: string; texts: Texts; tag_group_id: string; group_texts: Texts }
type DimensionRow = { id: string; texts: Texts }
type DimensionValueRow = { dimension_id: string; id: string; hexcode: string | null; texts: Texts }

export type VocabularyRows = {
  tags: TagRow[]
  dimensions: DimensionRow[]
  values: DimensionValueRow[]
}

/** The text of the first language that has one. */
export function pickText(order: readonly Language[], texts: Texts | undefined): string {
  for (const language of order) {
    const text = texts?.[language]
    if (text) return text
  }
  return ''
}

/** Names of tags and dimensions, for all channels with the same fallback languages. */
export class Titles {
  readonly tags = new Map<string, { title: string; groupId: string; groupTitle: string }>()
  readonly tagsOfGroup = new Map<string, string[]>()
  readonly dimensions = new Map<string, string>()
  readonly values = new Map<string, { label: string; hexcode: string | null; position: number }>()

  constructor({ tags, dimensions, values }: VocabularyRows, order: readonly Language[]) {
    const pick = (texts: Texts) => pickText(order, texts)
    for (const tag of tags) {
      this.tags.set(tag.id, {
        title: pick(tag.texts) || tag.id,
        groupId: tag.tag_group_id,
        groupTitle: pick(tag.group_texts) || tag.tag_group_id,
      })
      const group = this.tagsOfGroup.get(tag.tag_group_id)
      if (group) group.push(tag.id)
      else this.tagsOfGroup.set(tag.tag_group_id, [tag.id])
    }
    for (const { id, texts } of dimensions) this.dimensions.set(id, pick(texts) || id)
    for (const [position, value] of values.entries()) {
      this.values.set(`${value.dimension_id} ${value.id}`, {
        label: pick(value.texts) || value.id,
        hexcode: value.hexcode,
        position,
      })
    }
  }
}

/** Data shared by all channels and read once: tags, dimensions, and the fallback content. */
export class Vocabulary {
  readonly content: ReadonlyMap<string, ContentRow[]>
  readonly #titles = new Map<string, Titles>()

  constructor(
    readonly rows: VocabularyRows,
    content: ContentRow[],
    readonly searchWords: (SynonymRow & { language: Language })[],
    readonly pictures: ImageTexts,
  ) {
    this.content = byPath(content)
  }

  titles(order: readonly Language[]): Titles {
    const key = order.join(' ')
    let titles = this.#titles.get(key)
    if (!titles) {
      titles = new Titles(this.rows, order)
      this.#titles.set(key, titles)
    }
    return titles
  }

  get bytes() {
    let rows = this.searchWords.length
    for (const content of this.content.values()) rows += content.length
    return (
      rows * 300 +
      this.pictures.size * 700 +
      (this.rows.tags.length + this.rows.values.length) * 1500
    )
  }
}

export async function readVocabulary(sql: Queries): Promise<Vocabulary> {
  const [tags, dimensions, values, { content, searchWords }, pictures] = await Promise.all([
    sql<TagRow[]>`
      select tag.id, tag.texts, tag_group_id, tag_group.texts as group_texts
      from tag join tag_group on tag_group.id = tag_group_id
      order by tag_group.position, tag_group.id, tag.position, tag.id`,
    sql<DimensionRow[]>`select id, texts from dimension`,
    sql<DimensionValueRow[]>`
      select dimension_id, id, hexcode, texts from dimension_value
      order by dimension_id, position, id`,
    readOwnContent(sql, SHARED_CHANNEL),
    readImageTexts(sql),
  ])
  return new Vocabulary({ tags, dimensions, values }, content, searchWords, pictures)
}

function byPath(rows: readonly ContentRow[]) {
  const paths = new Map<string, ContentRow[]>()
  for (const row of rows) {
    const ofPath = paths.get(row.path)
    if (ofPath) ofPath.push(row)
    else paths.set(row.path, [row])
  }
  return paths
}

/** A channel's texts together with the shared ones. Each path is merged when it is first read. */
export class ContentByPath {
  readonly #own: ReadonlyMap<string, ContentRow[]>
  readonly #merged = new Map<string, ContentRow[]>()

  constructor(
    own: readonly ContentRow[],
    readonly shared: ReadonlyMap<string, ContentRow[]>,
  ) {
    this.#own = byPath(own)
  }

  has(path: string): boolean {
    return this.#own.has(path) || this.shared.has(path)
  }

  get(path: string): ContentRow[] | undefined {
    const own = this.#own.get(path)
    const shared = this.shared.get(path)
    if (!own || !shared) return own ?? shared
    let rows = this.#merged.get(path)
    if (!rows) {
      rows = mergeSorted(own, shared)
      this.#merged.set(path, rows)
    }
    return rows
  }
}

/** Merges two sorted lists. */
function mergeSorted(own: readonly ContentRow[], shared: readonly ContentRow[]): ContentRow[] {
  const rows: ContentRow[] = []
  let next = 0
  for (const row of shared) {
    for (let ownRow = own[next]; ownRow && compareRows(ownRow, row) < 0; ownRow = own[next]) {
      rows.push(ownRow)
      next += 1
    }
    rows.push(row)
  }
  return [...rows, ...own.slice(next)]
}

const compareRows = (a: ContentRow, b: ContentRow) =>
  a.position - b.position ||
  compareTexts(a.block, b.block) ||
  compareTexts(a.kind, b.kind) ||
  compareTexts(a.key, b.key)

function compareTexts(a: string, b: string) {
  if (a === b) return 0
  return a < b ? -1 : 1
}
