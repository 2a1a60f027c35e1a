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
  const [before, after] = [flatten(from), flatten(to)]
  return (
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      // A missing field equals an empty one.
      .filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
      .map((field) => ({ field, parts: compareWords(before[field] ?? '', after[field] ?? '') }))
  )
}

function compareWords(from: string, to: string): Part[] {
  return diffArrays(from.match(TOKENS) ?? [], to.match(TOKENS) ?? []).map(
    ({ added, removed, value }) => ({
      what: added ? 'added' : removed ? 'removed' : 'same',
      text: value.join(''),
    }),
  )
}

/** Flattens to keys like 'texts.nl' and 'tags.0.tag'. */
function flatten(value: unknown, name = ''): Record<string, string> {
  if (typeof value !== 'object' || value === null) {
    return name === '' || value === undefined || value === null
      ? {}
      : { [name]: typeof value === 'string' ? value : JSON.stringify(value) }
  }
  return Object.assign(
    {},
    ...Object.entries(value).map(([key, item]) =>
      flatten(item, name === '' ? key : `${name}.${key}`),
    ),
  ) as Record<string, string>
}
