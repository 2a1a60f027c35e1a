import { wordsIn } from '#domain/search/word-folding.ts'

/** What editors say of a language's words, folded: see synonyms.yaml in docs/channel-folder.md. */
export type SearchWords = {
  /** What is searched for with the first words finds what has the others, too. Each is one word or several. */
  also: { asked: string[]; found: string[] }[]
  /** Words that every sustainable gift answers to. */
  sustainable: string[]
  /** Words that are parts of compounds, and that no gift has on their own. */
  parts: string[]
}

export type SearchWordRow = { kind: 'same' | 'also' | 'sustainable' | 'parts'; words: string[] }

export function searchWordsFrom(rows: readonly SearchWordRow[]): SearchWords {
  const texts = (kind: SearchWordRow['kind']) =>
    rows.filter((row) => row.kind === kind).flatMap(({ words }) => words)
  return {
    also: rows.flatMap(pairsOf),
    sustainable: texts('sustainable'),
    parts: texts('parts').flatMap(wordsIn),
  }
}

/** Of words that mean the same each finds the others; of `also` the first finds those after it. */
function pairsOf({ kind, words }: SearchWordRow): SearchWords['also'] {
  const phrases = words.map(wordsIn).filter((phrase) => phrase.length > 0)
  if (kind === 'same')
    return phrases.flatMap((asked) =>
      phrases.flatMap((found) => (found === asked ? [] : { asked, found })),
    )
  const [asked, ...others] = phrases
  if (kind !== 'also' || !asked) return []
  return others.map((found) => ({ asked, found }))
}
