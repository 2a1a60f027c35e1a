import { refuse } from '#contract/shared/refusals.shop.ts'

/**
 * PostgreSQL cannot store a zero byte or half of a surrogate pair. Control characters from U+0080 to U+009F appear only
 * in text that was decoded with the wrong encoding, so they are refused as well.
 */
const UNSTORABLE = /\0|[\u0080-\u009f]|\p{Surrogate}/u

/** The position of the first text that cannot be stored, by field names; null if there is none. */
export function unstorableText(
  value: unknown,
  path: readonly string[] = [],
): { path: readonly string[]; character: string | null } | null {
  if (typeof value === 'string') {
    const found = UNSTORABLE.exec(value)
    return found && { path, character: found[0] }
  }
  if (typeof value !== 'object' || value === null) return null
  if (path.length > 20) return { path, character: null }
  for (const [key, item] of Object.entries(value)) {
    const name = UNSTORABLE.exec(key)
    if (name) return { path, character: name[0] }
    const found = unstorableText(item, [...path, key])
    if (found) return found
  }
  return null
}

/** A refusal with field and list index, or undefined if each text of the input can be stored. */
export function refuseUnstorable(input: Record<string, unknown> | undefined) {
  const found = input === undefined ? { path: [], character: null } : unstorableText(input)
  if (!found) return undefined
  const { path, character } = found
  if (character === null)
    return refuse('invalid-input', { message: 'The input is not an object of plain text.' })
  const field = path.filter((part) => !/^\d+$/.test(part)).join('.')
  const place = path.find((part) => /^\d+$/.test(part))
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const reason = `contains an invisible control character (U+${number}). Delete it and type the text again.`
  return refuse('invalid-input', {
    message: field === '' ? `The input ${reason}` : `${field}: ${reason}`,
    ...(field === '' ? {} : { field }),
    ...(place === undefined ? {} : { place: Number(place) }),
  })
}
