import type { Language } from '#domain/language.ts'
import { SHARED_CHANNEL } from '#server/modules/channels/core/channel.sql.ts'
import type { ContentRow } from '#server/modules/catalog/read-model/content.sql.ts'

/** How many items a block's list has, kept as a number beside the block's own fields. */
export const LENGTH_KEY = 'items'

export const isLength = ({ kind, key, block }: { kind: string; key: string; block: string }) =>
  kind === 'number' && key === LENGTH_KEY && block !== ''

/**
 * How long the lists of a component are. What is in a list is said by the channel before the shared one, whatever the
 * language: three steps here are three steps for everybody, though their words may be the shared ones.
 */
export function listLengths(rows: ContentRow[], order: Language[]): Map<string, number> {
  const said = rows.filter(isLength)
  const lengths = new Map<string, number>()
  for (const isOwn of [false, true]) {
    const theirs = said.filter((row) => (row.channel_id !== SHARED_CHANNEL) === isOwn)
    for (const block of new Set(theirs.map((row) => row.block))) {
      const at = (language: string) =>
        theirs.find((row) => row.block === block && row.language === language)?.value
      const spoken = order.map(at).find((length) => length !== undefined)
      // What all languages share of a list, its pictures as a rule, is as much a part of it as the words.
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
