import { wordsIn } from '#domain/search/word-folding.ts'

/** Editors' search words of a language, folded: see synonyms.yaml in docs/channel-folder.md. */
export type Synonyms = {
  /** A search for `asked` also finds gifts with `found`. Each is one word or several. */
  also: { asked: string[]; found: string[] }[]
  /** Words that match every sustainable gift. */
  sustainable: string[]
  /** Words that are parts of compounds and that no gift has on their own. */
  parts: string[]
}

export type SynonymRow = { kind: 'same' | 'also' | 'sustainable' | 'parts'; words: string[] }

export function synonymsFrom(rows: readonly SynonymRow[]): Synonyms {
  const texts = (kind: SynonymRow['kind']) =>
    rows.filter((row) => row.kind === kind).flatMap(({ words }) => words)
  return {
    also: rows.flatMap(pairsOf),
    sustainable: texts('sustainable'),
    parts: texts('parts').flatMap(wordsIn),
  }
}

/** Words with the same meaning find each other. For `also`, the first word finds the words after it. */
function pairsOf({ kind, words }: SynonymRow): Synonyms['also'] {
  const phrases = words.map(wordsIn).filter((phrase) => phrase.length > 0)
  if (kind === 'same')
    return phrases.flatMap((asked) =>
      phrases.flatMap((found) => (found === asked ? [] : { asked, found })),
    )
  const [asked, ...others] = phrases
  if (kind !== 'also' || !asked) return []
  return others.map((found) => ({ asked, found }))
}
