import { Fault, faultKind } from '#contract/shared/http-call.ts'
import { FAILED_STYLE } from '#storefront/api/failed-styles.ts'
import { READ_TEXTS, sentenceFor } from '#storefront/i18n/refusal-texts.ts'
import { Refused } from '#storefront/api/shop-client.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'

export const messageOf = (error: unknown) =>
  error instanceof Error ? error.message : String(error)

/** The text for a failed read. A missing connection has a text, not the name of a file that did not load. */
export function readErrorText(error: unknown, texts: PageTexts): string {
  const message = messageOf(error)
  if (isConnectionError(error)) return texts.text('outOfReach', {}, `${message}.`)
  if (error instanceof Fault) return faultText(error, texts, `${message}.`)
  if (!(error instanceof Refused)) return `${message}.`
  const { refused } = error.refusal
  // A text of the specification stays as it is.
  if (refused === 'no-such-page') return message
  return sentenceFor(READ_TEXTS, refused, { common: texts }, message)
}

/** The text for a failed write. `texts` are the texts of the whole shop. */
export function writeErrorText(error: unknown, texts: PageTexts): string {
  if (isConnectionError(error) || error instanceof Refused) return readErrorText(error, texts)
  return error instanceof Fault ? faultText(error, texts) : texts.text('somethingWentWrong')
}

/** Without a request number, the text does not ask the user to quote one. */
function faultText(fault: Fault, texts: PageTexts, fallback = '') {
  if (faultKind(fault) === 'server-down') return texts.text('serverDown', {}, fallback)
  return fault.requestId === null
    ? texts.text('somethingWentWrong', {}, fallback)
    : texts.text('fault', { number: fault.requestId }, fallback)
}

/** Whether the shop cannot be reached. */
export const isConnectionError = (error: unknown) =>
  (error instanceof Fault && error.status === null) || isMissingCode(error)

/**
 * Whether a script or style of the shop failed to load. Browsers and the build loader mark that only in the error
 * message.
 */
export const isMissingCode = (error: unknown) =>
  error instanceof Error &&
  ((error instanceof TypeError && /\bmodule\b/i.test(error.message)) ||
    error.message.startsWith(FAILED_STYLE))
