import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type Count, noCount, tally } from './import-counts.ts'
import { allRows, syncRows } from './sync-rows.ts'
import { type SynonymRow, searchWords } from './shop-tables.ts'
import type { SynonymsShape } from '#server/modules/channels/bundle/schemas/synonyms-schema.ts'
import { allLanguages } from '#domain/language.ts'

/** The file is the complete list of the channel; entries no longer in it are removed. */
export async function writeSynonyms(
  sql: Transaction,
  { id, synonyms }: ChannelBundle,
): Promise<Count> {
  if (!synonyms) return noCount()
  const stored = await allRows(sql, searchWords, { column: 'channel_id', value: id })
  const found = await syncRows(sql, searchWords, rowsOf(id, synonyms.value), stored)
  const count = tally()
  count.of(found, ({ language, kind, position }) => `${language} ${kind} ${position}`, 'first')
  return count.count()
}

function rowsOf(channel: string, shape: SynonymsShape): SynonymRow[] {
  return allLanguages.flatMap((language) => {
    const ofLanguage = shape[language]
    if (!ofLanguage) return []
    const lines = (kind: string, words: string[][]) =>
      words
        .filter((line) => line.length > 0)
        .map((line, position) => ({ channel_id: channel, language, kind, position, words: line }))
    return [
      ...lines('same', ofLanguage.same),
      ...lines(
        'also',
        Object.entries<string[]>(ofLanguage.also).map(([asked, found]) => [asked, ...found]),
      ),
      ...lines('sustainable', [ofLanguage.sustainable]),
      ...lines('parts', [ofLanguage.parts]),
    ]
  })
}
