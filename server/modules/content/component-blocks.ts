import type { Block } from '#contract/content/content.shop.ts'
import type { Language } from '#domain/language.ts'
import type { ContentRow } from '#server/modules/catalog/read-model/content.sql.ts'
import {
  publicFileName,
  NO_IMAGE_TEXTS,
  libraryAltText,
  type ImageTexts,
} from '#server/modules/catalog/read-model/image-texts.sql.ts'
import { isBeyondLength, isListLength, listLengths } from '#server/modules/content/list-length.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/**
 * The blocks of one component in one language. Each text falls back independently of the others: by language first, and
 * within a language from the channel's text to the shared one.
 */
export function componentBlocks(
  rows: ContentRow[],
  order: Language[],
  pictures: ImageTexts = NO_IMAGE_TEXTS,
): Block[] {
  const wantedLanguage = order[0] ?? ''
  const best = new Map<string, { row: ContentRow; rank: number; position: number }>()
  const lengths = listLengths(rows, order)
  for (const row of rows) {
    if (isListLength(row) || isBeyondLength(row.block, lengths)) continue
    const rank = rankOf(row, order)
    if (rank === undefined || (row.value === '' && row.kind !== 'media')) continue
    const key = `${row.block}\n${row.kind}\n${row.key}`
    const previous = best.get(key)
    if (!previous || rank < previous.rank) {
      best.set(key, { row, rank, position: previous?.position ?? row.position })
    }
  }

  const withImageTexts = (row: ContentRow): ContentRow => ({
    ...row,
    value: publicFileName(pictures, row.value),
    alt: altOf(row, rows, { order, pictures }),
  })
  const blocks = new Map<string, Block>()
  for (const { row } of [...best.values()].sort((a, b) => a.position - b.position)) {
    addField(
      blockAt(blocks, row.block),
      row.kind === 'media' ? withImageTexts(row) : row,
      wantedLanguage,
    )
  }
  return topBlocks(blocks)
}

/**
 * The alternative text of an image, by language first. Within a language: the text of this place, the channel's
 * before the shared one, then the text of the media library. Texts without a language come last.
 */
function altOf(
  shown: ContentRow,
  rows: readonly ContentRow[],
  { order, pictures }: { order: readonly Language[]; pictures: ImageTexts },
): string {
  if (shown.value === '') return ''
  const uses = rows
    .filter(
      ({ block, kind, key, value, alt }) =>
        kind === 'media' &&
        alt !== '' &&
        key === shown.key &&
        block === shown.block &&
        value === shown.value,
    )
    .sort(
      (a, b) => Number(a.channel_id === SHARED_CHANNEL) - Number(b.channel_id === SHARED_CHANNEL),
    )
  const ownTextIn = (language: Language | '') => uses.find((row) => row.language === language)?.alt
  for (const language of order) {
    const text = ownTextIn(language) ?? libraryAltText(pictures, shown.value, language)
    if (text) return text
  }
  return ownTextIn('') ?? ''
}

/** The row with the lowest rank is shown. A row without a rank is never shown. */
export function rankOf(
  row: Pick<ContentRow, 'language' | 'channel_id'>,
  order: readonly Language[],
): number | undefined {
  const languageRank = row.language === '' ? order.length : order.indexOf(row.language)
  if (languageRank < 0) return undefined
  return languageRank * 2 + (row.channel_id === SHARED_CHANNEL ? 1 : 0)
}

function blockAt(blocks: Map<string, Block>, path: string): Block {
  let block = blocks.get(path)
  if (!block) {
    const code = path.slice(path.lastIndexOf('/') + 1)
    block = { code, custom_fields: [], media: [], urls: [] }
    blocks.set(path, block)
    if (path.includes('/')) {
      const parent = blockAt(blocks, path.slice(0, path.lastIndexOf('/')))
      parent.items = [...(parent.items ?? []), block]
    }
  }
  return block
}

function addField(block: Block, row: ContentRow, wantedLanguage: string) {
  const lang = row.language === '' || row.language === wantedLanguage ? undefined : row.language
  const { key, value } = row
  switch (row.kind) {
    case 'text':
      block.custom_fields.push({ key, value_string: value, ...(lang ? { lang } : {}) })
      break
    case 'area':
      block.custom_fields.push({
        key,
        value_string: value,
        value_string_area: value,
        ...(lang ? { lang } : {}),
      })
      break
    case 'number':
      block.custom_fields.push({ key, value_string: value, value_numeric: Number(value) })
      break
    case 'media':
      block.media.push({ code: key, file_name_with_extension: value, alt: row.alt })
      break
    case 'url':
      block.urls.push({ key, value_string: value })
      break
  }
}

/** The page's own fields come first, under the code 'page'. */
function topBlocks(blocks: Map<string, Block>) {
  const top = [...blocks].filter(([path]) => path !== '' && !path.includes('/'))
  const own = blocks.get('')
  return [...(own ? [{ ...own, code: 'page' }] : []), ...top.map(([, block]) => block)]
}
