import { diffArrays } from 'diff'

/** Words, whitespace, tags and variables are the units. None is ever split. */
const wordsIn = (text: string): string[] =>
  text.match(/<[^>]*>|\{[^{}]*\}|\s+|[^\s<{]+|[<{]/g) ?? []

type WordPart = { text: string; isNew: boolean }

/** A text with the words marked that the other text does not have. */
export function markAddedWords(before: string, after: string): WordPart[] {
  return diffArrays(wordsIn(before), wordsIn(after)).flatMap(({ value, added, removed }) =>
    removed ? [] : [{ text: value.join(''), isNew: added }],
  )
}
