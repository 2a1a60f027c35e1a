import { Fault } from '#contract/call.ts'
import { Refused } from '#storefront/shop-client.ts'
import type { Words } from '#storefront/words.tsx'

/** What something that was thrown has to say. */
export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error)

/** The same to a reader: whoever has no line is told so in words, not by the name of a file that did not come. */
export function troubleOf(error: unknown, words: Words): string {
  const message = messageOf(error)
  if (isOutOfReach(error)) return words.text('outOfReach', {}, `${message}.`)
  if (error instanceof Fault) return faultText(error, words, `${message}.`)
  if (!(error instanceof Refused)) return `${message}.`
  const key = REFUSED[error.refusal.refused]
  return key ? words.text(key, {}, message) : message
}

/** The same of a write, which was to be done and was not; `words` are those of the whole shop. */
export function failureOf(error: unknown, words: Words): string {
  if (isOutOfReach(error) || error instanceof Refused) return troubleOf(error, words)
  return error instanceof Fault ? faultText(error, words) : words.text('somethingWentWrong')
}

/** Whoever has no number is not told to name it. */
const faultText = ({ requestId }: Fault, words: Words, fallback = '') =>
  requestId === null
    ? words.text('somethingWentWrong', {}, fallback)
    : words.text('fault', { number: requestId }, fallback)

/** What reads are refused for, in the words of the page; what the specification words itself stays as it is. */
const REFUSED: Partial<Record<string, string>> = {
  'no-such-gift': 'noLongerOffered',
  'no-such-order': 'noSuchOrder',
  'too-many-requests': 'tooManyRequests',
  unavailable: 'outOfReach',
  'service-down': 'outOfReach',
}

const isOutOfReach = (error: unknown) =>
  (error instanceof Fault && error.status === null) || isMissingCode(error)

/** A part of the shop's own script; browsers know it by their words only. */
export const isMissingCode = (error: unknown) =>
  error instanceof TypeError && /\bmodule\b/i.test(error.message)
