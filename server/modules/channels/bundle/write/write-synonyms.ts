import type { Transaction } from '#server/platform/db/database.ts'

import type { ChannelBundle } from '#server/modules/channels/bundle/channel-bundle.ts'
import { type Count, noCount, createTally } from './import-counts.ts'
import { readRows, syncRows } from './sync-rows.ts'
import { type SynonymRow, searchWords } from './shop-tables.ts'
import type { SynonymsShape } from '#server/modules/channels/bundle/schemas/synonyms-schema.ts'
import { allLanguages } from '#domain/language.ts'

/** The file is the complete list of the channel; entries no longer in it are removed. */
export async function writeSynonyms(
  sql: Transaction,
  { id, synonyms }: ChannelBundle,
): Promise<Count> {
  if (!synonyms) return noCount()
  const stored = await readRows(sql, searchWords, { column: 'channel_id', value: id })
  const found = await syncRows(sql, searchWords, rowsOf(id, synonyms.value), stored)
  const tally = createTally()
  tally.add(found, ({ language, kind, position }) => `${language} ${kind} ${position}`, 'first')
  return tally.count()
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
        Object.entries<string[]>(ofLanguage.also).map(([searched, alternatives]) => [
          searched,
          ...alternatives,
        ]),
      ),
      ...lines('sustainable', [ofLanguage.sustainable]),
      ...lines('parts', [ofLanguage.parts]),
    ]
  })
}
