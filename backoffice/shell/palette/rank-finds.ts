import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'

export type Find = {
  key: string
  group: string
  icon: BackofficeIconName
  name: string
  /** The group of the result, at the right of its row. */
  detail?: string
  /** Other words that find it, by commas. */
  synonyms?: string
  /** The server found it, also by data that it does not return. */
  fromServer?: true
  to?: string
  run?: () => unknown
}

/** The reason for the match, if neither name nor detail contains the search text. null: other data matches. */
export type RankedFind = Find & { reason?: string | null }

const RANKS = ['title', 'start', 'words', 'within', 'synonym', 'detail', 'other'] as const
type Rank = (typeof RANKS)[number]

/** In lower case without accents. */
export const plain = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

const LEAST_STEM = 4

/** A plural finds the singular. */
const fitsSynonym = (synonym: string, word: string) =>
  synonym.includes(word) || (synonym.length >= LEAST_STEM && word.startsWith(synonym))

function matchOf(find: Find, typed: string): { rank: Rank; reason?: string | null } | null {
  const { detail = '', synonyms = '', fromServer = false } = find
  const name = plain(find.name)
  const words = typed.split(' ')
  if (name === typed) return { rank: 'title' }
  if (name.startsWith(typed)) return { rank: 'start' }
  const ofName = name.split(/[\s–()/]+/)
  if (words.every((word) => ofName.some((one) => one.startsWith(word)))) return { rank: 'words' }
  if (words.every((word) => name.includes(word))) return { rank: 'within' }
  const others = synonyms.split(',').map((one) => one.trim())
  const synonymOf = (word: string) => others.find((one) => one && fitsSynonym(plain(one), word))
  if (words.every((word) => name.includes(word) || synonymOf(word) !== undefined)) {
    const last = words.findLast((word) => !name.includes(word)) ?? ''
    return { rank: 'synonym', reason: synonymOf(typed) ?? synonymOf(last) ?? null }
  }
  const all = `${name} ${plain(detail)}`
  if (words.every((word) => all.includes(word))) return { rank: 'detail' }
  return fromServer ? { rank: 'other', reason: null } : null
}

/**
 * What the typed text finds, best first: the exact title, then titles that start with it, words of the title, parts of
 * it, other fields. The group with the best of them is first. Without a text everything stays in its order.
 */
export function ranked(finds: readonly Find[], typed: string): RankedFind[] {
  const text = plain(typed).split(' ').filter(Boolean).join(' ')
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
