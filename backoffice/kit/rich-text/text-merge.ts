import { diffArrays } from 'diff'

export type MergedPart = { text: string; by: 'both' | 'theirs' | 'mine' }

/** Words, whitespace, tags and variables are the units. None is ever split. */
const wordsIn = (text: string): string[] =>
  text.match(/<[^>]*>|\{[^{}]*\}|\s+|[^\s<{]+|[<{]/g) ?? []

type Hunk = { from: number; to: number; words: string[]; by: 'theirs' | 'mine' }

function hunksOf(base: string[], other: string[], by: Hunk['by']): Hunk[] {
  const hunks: Hunk[] = []
  let at = 0
  let open: Hunk | null = null
  for (const { value, added, removed } of diffArrays(base, other)) {
    if (!added && !removed) {
      at += value.length
      open = null
      continue
    }
    if (!open) {
      open = { from: at, to: at, words: [], by }
      hunks.push(open)
    }
    if (added) open.words.push(...value)
    else {
      at += value.length
      open.to = at
    }
  }
  return hunks
}

/** Merges two edits of one text word by word. If both changed the same part, both versions stay, theirs first. */
export function mergeWords(before: string, theirs: string, mine: string): MergedPart[] {
  const base = wordsIn(before)
  const hunks = [
    ...hunksOf(base, wordsIn(theirs), 'theirs'),
    ...hunksOf(base, wordsIn(mine), 'mine'),
  ].sort((a, b) => a.from - b.from || a.to - b.to || (a.by === 'theirs' ? -1 : 1))
  const parts: MergedPart[] = []
  const put = (words: readonly string[], by: MergedPart['by']) => {
    const text = words.join('')
    const last = parts.at(-1)
    if (text === '') return
    if (last?.by === by) last.text += text
    else parts.push({ text, by })
  }
  let at = 0
  let before_: Hunk | null = null
  for (const hunk of hunks) {
    if (hunk.from > at) {
      put(base.slice(at, hunk.from), 'both')
      before_ = null
    }
    const isSame =
      before_ !== null &&
      before_.by !== hunk.by &&
      before_.from === hunk.from &&
      before_.words.join('') === hunk.words.join('')
    if (!isSame) {
      const needsRoom =
        before_ !== null &&
        before_.by !== hunk.by &&
        /\S$/.test(parts.at(-1)?.text ?? '') &&
        /^\S/.test(hunk.words[0] ?? '')
      put(needsRoom ? [' ', ...hunk.words] : hunk.words, hunk.by)
    }
    at = Math.max(at, hunk.to)
    before_ = hunk
  }
  put(base.slice(at), 'both')
  return parts
}

export type WordPart = { text: string; isNew: boolean }

/** A text with the words marked that the other text does not have. */
export function markNew(before: string, after: string): WordPart[] {
  return diffArrays(wordsIn(before), wordsIn(after)).flatMap(({ value, added, removed }) =>
    removed ? [] : [{ text: value.join(''), isNew: added }],
  )
}
