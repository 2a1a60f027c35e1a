import type { Language } from '#domain/language.ts'
import type { ContentRow } from '#server/modules/catalog/read-model/content.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** The key of the field that stores how many items the list of a block has. */
export const LENGTH_KEY = 'items'

export const isListLength = ({ kind, key, block }: { kind: string; key: string; block: string }) =>
  kind === 'number' && key === LENGTH_KEY && block !== ''

/**
 * The list lengths of a component, by block. A length that the channel has in any language comes before the shared one,
 * so that its list has the same number of items in every language.
 */
export function listLengths(rows: ContentRow[], order: Language[]): Map<string, number> {
  const lengthRows = rows.filter(isListLength)
  const lengths = new Map<string, number>()
  const sharedRows = lengthRows.filter((row) => row.channel_id === SHARED_CHANNEL)
  const ownRows = lengthRows.filter((row) => row.channel_id !== SHARED_CHANNEL)
  for (const rows of [sharedRows, ownRows]) {
    for (const block of new Set(rows.map((row) => row.block))) {
      const lengthIn = (language: string) =>
        rows.find((row) => row.block === block && row.language === language)?.value
      const ofTexts = order.map(lengthIn).find((length) => length !== undefined)
      // Lists of images are often stored without a language.
      const found = [ofTexts, lengthIn('')].filter((length) => length !== undefined)
      if (found.length > 0) lengths.set(block, Math.max(...found.map(Number)))
    }
  }
  return lengths
}

/** Whether a block is an item beyond the end of its list. */
export function isBeyondLength(block: string, lengths: Map<string, number>): boolean {
  const item = /^(.+)\/(\d+)$/.exec(block)
  return item !== null && Number(item[2]) > (lengths.get(item[1] ?? '') ?? Infinity)
}
