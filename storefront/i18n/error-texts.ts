import { Fault, faultKind } from '#contract/shared/http-call.ts'
import { LOST_STYLE } from '#storefront/api/failed-styles.ts'
import { READ_TEXTS, sentenceFor } from '#storefront/i18n/refusal-texts.ts'
import { Refused } from '#storefront/api/shop-client.ts'
import type { Words } from '#storefront/i18n/texts.tsx'

/** What something that was thrown has to say. */
export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error)

/** The same to a reader: whoever has no line is told so in words, not by the name of a file that did not come. */
export function troubleOf(error: unknown, words: Words): string {
  const message = messageOf(error)
  if (isOutOfReach(error)) return words.text('outOfReach', {}, `${message}.`)
  if (error instanceof Fault) return faultText(error, words, `${message}.`)
  if (!(error instanceof Refused)) return `${message}.`
  const { refused } = error.refusal
  // What the specification words itself stays as it is.
  if (refused === 'no-such-page') return message
  return sentenceFor(READ_TEXTS, refused, { common: words }, message)
}

/** The same of a write, which was to be done and was not; `words` are those of the whole shop. */
export function failureOf(error: unknown, words: Words): string {
  if (isOutOfReach(error) || error instanceof Refused) return troubleOf(error, words)
  return error instanceof Fault ? faultText(error, words) : words.text('somethingWentWrong')
}

/** Whoever has no number is not told to name it. */
function faultText(fault: Fault, words: Words, fallback = '') {
  if (faultKind(fault) === 'server-down') return words.text('serverDown', {}, fallback)
  return fault.requestId === null
    ? words.text('somethingWentWrong', {}, fallback)
    : words.text('fault', { number: fault.requestId }, fallback)
}

/** No way to the shop. */
export const isOutOfReach = (error: unknown) =>
  (error instanceof Fault && error.status === null) || isMissingCode(error)

/** A part of the shop's own script or its style; browsers and the build's own loader are known by their words only. */
export const isMissingCode = (error: unknown) =>
  error instanceof Error &&
  ((error instanceof TypeError && /\bmodule\b/i.test(error.message)) ||
    error.message.startsWith(LOST_STYLE))
