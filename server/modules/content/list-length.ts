import type { Language } from '#domain/language.ts'
import type { ContentRow } from '#server/modules/catalog/read-model/content.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** The key of the number of items in a block's list, stored beside the block's own fields. */
export const LENGTH_KEY = 'items'

export const isLength = ({ kind, key, block }: { kind: string; key: string; block: string }) =>
  kind === 'number' && key === LENGTH_KEY && block !== ''

/**
 * The list lengths of a component. The channel's list comes before the shared one in every language: three steps here
 * are three steps in each language, even with shared texts.
 */
export function listLengths(rows: ContentRow[], order: Language[]): Map<string, number> {
  const lengthRows = rows.filter(isLength)
  const lengths = new Map<string, number>()
  for (const isOwn of [false, true]) {
    const theirs = lengthRows.filter((row) => (row.channel_id !== SHARED_CHANNEL) === isOwn)
    for (const block of new Set(theirs.map((row) => row.block))) {
      const at = (language: string) =>
        theirs.find((row) => row.block === block && row.language === language)?.value
      const spoken = order.map(at).find((length) => length !== undefined)
      // Values for all languages, usually images, count for the length as texts do.
      const known = [spoken, at('')].filter((length) => length !== undefined)
      if (known.length > 0) lengths.set(block, Math.max(...known.map(Number)))
    }
  }
  return lengths
}

/** Whether a block is an item beyond the end of its list. */
export function isBeyond(block: string, lengths: Map<string, number>): boolean {
  const item = /^(.+)\/(\d+)$/.exec(block)
  return item !== null && Number(item[2]) > (lengths.get(item[1] ?? '') ?? Infinity)
}
