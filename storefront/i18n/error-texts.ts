import { Fault, faultKind } from '#contract/shared/http-call.ts'
import { LOST_STYLE } from '#storefront/api/failed-styles.ts'
import { READ_TEXTS, sentenceFor } from '#storefront/i18n/refusal-texts.ts'
import { Refused } from '#storefront/api/shop-client.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'

export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error)

/** The same for users: a missing connection has a text, not the name of a file that did not load. */
export function failureTextOf(error: unknown, words: PageTexts): string {
  const message = messageOf(error)
  if (isConnectionError(error)) return words.text('outOfReach', {}, `${message}.`)
  if (error instanceof Fault) return faultText(error, words, `${message}.`)
  if (!(error instanceof Refused)) return `${message}.`
  const { refused } = error.refusal
  // A text of the specification stays as it is.
  if (refused === 'no-such-page') return message
  return sentenceFor(READ_TEXTS, refused, { common: words }, message)
}

/** The same for a failed write. `words` are the texts of the whole shop. */
export function failureOf(error: unknown, words: PageTexts): string {
  if (isConnectionError(error) || error instanceof Refused) return failureTextOf(error, words)
  return error instanceof Fault ? faultText(error, words) : words.text('somethingWentWrong')
}

/** Without a request number, the text does not ask the user to quote one. */
function faultText(fault: Fault, words: PageTexts, fallback = '') {
  if (faultKind(fault) === 'server-down') return words.text('serverDown', {}, fallback)
  return fault.requestId === null
    ? words.text('somethingWentWrong', {}, fallback)
    : words.text('fault', { number: fault.requestId }, fallback)
}

/** The shop cannot be reached. */
export const isConnectionError = (error: unknown) =>
  (error instanceof Fault && error.status === null) || isMissingCode(error)

/**
 * A script or style of the shop failed to load. Browsers and the build loader identify that only by the error
 * message.
 */
export const isMissingCode = (error: unknown) =>
  error instanceof Error &&
  ((error instanceof TypeError && /\bmodule\b/i.test(error.message)) ||
    error.message.startsWith(LOST_STYLE))
