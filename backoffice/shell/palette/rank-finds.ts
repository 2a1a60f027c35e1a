import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'

export type Find = {
  key: string
  group: string
  icon: BackofficeIconName
  name: string
  /** The group of the result, at the right of its row. */
  detail?: string
  /** Further search words, separated by commas. */
  synonyms?: string
  /** The server found it, also by data that it does not return. */
  fromServer?: true
  /** A row that opens the list of its group: how many results only the list shows. */
  more?: number
  to?: string
  run?: () => unknown
}

/** The reason for the match, if neither name nor detail contains the search text. null: other data matches. */
export type RankedFind = Find & { reason?: string | null }

const RANKS = ['title', 'start', 'words', 'within', 'synonym', 'detail', 'other', 'list'] as const
type Rank = (typeof RANKS)[number]

/** In lower case without accents. */
export const searchable = (text: string) =>
  text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

const MIN_STEM_LENGTH = 4

/** A typed plural also matches its singular. */
const matchesSynonym = (synonym: string, word: string) =>
  synonym.includes(word) || (synonym.length >= MIN_STEM_LENGTH && word.startsWith(synonym))

function matchOf(find: Find, typed: string): { rank: Rank; reason?: string | null } | null {
  const { detail = '', synonyms = '', fromServer = false, more } = find
  if (more !== undefined) return { rank: 'list' }
  const name = searchable(find.name)
  const words = typed.split(' ')
  if (name === typed) return { rank: 'title' }
  if (name.startsWith(typed)) return { rank: 'start' }
  const nameWords = name.split(/[\s–()/]+/)
  if (words.every((word) => nameWords.some((part) => part.startsWith(word))))
    return { rank: 'words' }
  if (words.every((word) => name.includes(word))) return { rank: 'within' }
  const synonymList = synonyms.split(',').map((synonym) => synonym.trim())
  const synonymOf = (word: string) =>
    synonymList.find((synonym) => synonym && matchesSynonym(searchable(synonym), word))
  if (words.every((word) => name.includes(word) || synonymOf(word) !== undefined)) {
    const last = words.findLast((word) => !name.includes(word)) ?? ''
    return { rank: 'synonym', reason: synonymOf(typed) ?? synonymOf(last) ?? null }
  }
  const all = `${name} ${searchable(detail)}`
  if (words.every((word) => all.includes(word))) return { rank: 'detail' }
  return fromServer ? { rank: 'other', reason: null } : null
}

/**
 * The results for a text, best first: the exact title, titles that start with the text, words of the title, parts of the
 * title, other fields. The group with the best result is first. Without a text the order does not change.
 */
export function ranked(finds: readonly Find[], typed: string): RankedFind[] {
  const text = searchable(typed).split(' ').filter(Boolean).join(' ')
  if (text === '') return [...finds]
  const groups = [...new Set(finds.map(({ group }) => group))]
  const hits = finds.flatMap((find) => {
    const match = matchOf(find, text)
    return match ? [{ find, match, rank: RANKS.indexOf(match.rank) }] : []
  })
  const best = (group: string) =>
    Math.min(...hits.flatMap(({ find, rank }) => (find.group === group ? [rank] : [])))
  const order = groups.toSorted((a, b) => best(a) - best(b))
  return hits
    .toSorted(
      (a, b) => order.indexOf(a.find.group) - order.indexOf(b.find.group) || a.rank - b.rank,
    )
    .map(({ find, match: { reason } }) => (reason === undefined ? find : { ...find, reason }))
}
