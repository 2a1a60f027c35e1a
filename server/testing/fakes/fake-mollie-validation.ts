import { centsOf } from '#server/testing/fakes/fake-mollie-payment.ts'
import { KNOWN_METHODS } from '#server/testing/fakes/fake-mollie-methods.ts'
import { problem } from '#server/testing/fakes/fake-mollie-responses.ts'
import { type FakeAnswer, field } from '#server/testing/fakes/fake-service.ts'

const CURRENCIES =
  'AED AUD BGN BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS ISK JPY MXN MYR NOK NZD PHP PLN RON SEK SGD THB TWD USD ZAR'.split(
    ' ',
  )
const LOCALES =
  'en_US en_GB nl_NL nl_BE de_DE de_AT de_CH de_LU fr_FR fr_BE fr_LU es_ES ca_ES pt_PT it_IT nb_NO sv_SE fi_FI da_DK is_IS hu_HU pl_PL lv_LV lt_LT'.split(
    ' ',
  )
const MAX_CENTS = 1_000_000

export const textField = (json: unknown, ...path: string[]) => {
  const value = field(json, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Mollie's error for the request, or undefined if it is valid. Only fields that are present are checked. */
export function findFieldError(
  json: unknown,
  knobs: { refusesLocalWebhooks: boolean; refusesAllWebhooks: boolean },
): FakeAnswer | undefined {
  for (const name of ['profileId', 'testmode']) {
    if (field(json, name) !== undefined) {
      return problem(422, `Non-existent body parameter "${name}" for this API call`, name)
    }
  }
  const description = field(json, 'description')
  const isText = typeof description === 'string' && description !== ''
  if (description !== undefined && (!isText || description.length > 255)) {
    return problem(422, 'The description is invalid', 'description')
  }
  for (const name of ['redirectUrl', 'cancelUrl', 'webhookUrl']) {
    const url = field(json, name)
    if (url !== undefined && url !== null && !isAddress(url)) {
      return problem(422, `The ${name} is invalid`, name)
    }
  }
  const webhookUrl = textField(json, 'webhookUrl')
  const unreachable =
    webhookUrl !== undefined &&
    (knobs.refusesAllWebhooks || (knobs.refusesLocalWebhooks && isLocal(webhookUrl)))
  if (unreachable) {
    const detail =
      "The webhook URL is invalid because it is unreachable from Mollie's point of view"
    return problem(422, detail, 'webhookUrl')
  }
  const locale = field(json, 'locale')
  if (locale !== undefined && locale !== null && !isOneOf(LOCALES, locale)) {
    return problem(422, 'The locale is invalid', 'locale')
  }
  const method = field(json, 'method') ?? []
  for (const one of Array.isArray(method) ? (method as unknown[]) : [method]) {
    if (!isOneOf(KNOWN_METHODS, one)) {
      return problem(422, 'The payment method is invalid', 'method')
    }
  }
  const metadata = JSON.stringify(field(json, 'metadata') ?? null)
  if (metadata.length > 1024) return problem(422, 'The metadata is too large', 'metadata')
  return undefined
}

/** Mollie's error for the amount, or undefined if it is valid. */
export function findAmountError(json: unknown): FakeAnswer | undefined {
  const currency = textField(json, 'amount', 'currency')
  if (currency === undefined || !CURRENCIES.includes(currency)) {
    return problem(422, 'The amount contains an unsupported currency', 'amount.currency')
  }
  const value = textField(json, 'amount', 'value')
  if (value === undefined || !/^\d+\.\d{2}$/.test(value)) {
    return problem(422, 'The amount contains an invalid value', 'amount')
  }
  if (centsOf(value) < 1) return problem(422, 'The amount is lower than the minimum', 'amount')
  if (centsOf(value) > MAX_CENTS) {
    return problem(422, 'The amount is higher than the maximum', 'amount')
  }
  return undefined
}

const isOneOf = (known: readonly string[], value: unknown) =>
  typeof value === 'string' && known.includes(value)

/** Mollie also accepts the scheme of an app, which this shop does not use. */
const isAddress = (url: unknown) =>
  typeof url === 'string' && /^https?:\/\/[^/\s]+/i.test(url) && URL.canParse(url)

function isLocal(url: string) {
  return /^(localhost|127\.|10\.|192\.168\.|\[::1\])/.test(new URL(url).hostname)
}
