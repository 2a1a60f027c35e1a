import type { ShopContents } from './shop-contents.sql.ts'
import { filled, inOrder } from '#server/platform/parsing/write-yaml.ts'
import { allLanguages } from '#domain/language.ts'

/** synonyms.yaml of one channel. */
export function synonymsFile({ searchWords }: ShopContents, channel: string) {
  const own = inOrder(
    searchWords.filter(({ channel_id }) => channel_id === channel),
    ({ kind }) => kind,
  )
  return filled(
    Object.fromEntries(
      allLanguages.map((language) => {
        const lines = (wanted: string) =>
          own
            .filter((row) => row.language === language && row.kind === wanted)
            .map(({ words }) => words)
        const also = lines('also').map(
          ([searched = '', ...alternatives]) => [searched, alternatives] as const,
        )
        return [
          language,
          filled({
            same: lines('same'),
            also: Object.fromEntries(also),
            sustainable: lines('sustainable').flat(),
            parts: lines('parts').flat(),
          }),
        ]
      }),
    ),
  )
}
