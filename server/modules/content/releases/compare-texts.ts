import { diffArrays } from 'diff'

import type { ChangeValue } from '#contract/content/release-change.ts'

type Part = { what: 'same' | 'added' | 'removed'; text: string }

/** Tokens of a comparison: a tag, a placeholder, a word, spaces, or a single character. */
const TOKENS = /<[^>]*>|\{[a-z][\w.-]*\}|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|\s+|[^\s]/giu

/** The differences between two states, by field and word by word. */
export function compareTexts(
  from: ChangeValue,
  to: ChangeValue,
): { field: string; parts: Part[] }[] {
  const [one, other] = [flat(from), flat(to)]
  return (
    [...new Set([...Object.keys(one), ...Object.keys(other)])]
      // A missing field equals an empty one.
      .filter((field) => (one[field] ?? '') !== (other[field] ?? ''))
      .map((field) => ({ field, parts: words(one[field] ?? '', other[field] ?? '') }))
  )
}

function words(from: string, to: string): Part[] {
  return diffArrays(from.match(TOKENS) ?? [], to.match(TOKENS) ?? []).map(
    ({ added, removed, value }) => ({
      what: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    }),
  )
}

/** Flattens to keys like 'texts.nl' and 'tags.0.tag'. */
function flat(value: unknown, name = ''): Record<string, string> {
  if (typeof value !== 'object' || value === null) {
    return name === '' || value === undefined || value === null
      ? {}
      : { [name]: typeof value === 'string' ? value : JSON.stringify(value) }
  }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, item]) => flat(item, name === '' ? key : `${name}.${key}`)),
  ) as Record<string, string>
}
