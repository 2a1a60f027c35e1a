import { z } from 'zod'

import { httpUrl } from '#server/platform/config/http-url.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

type Variable = { schema: z.ZodType; meaning: string }
type Settings = Readonly<Record<string, unknown>>
type PaymentAccount = {
  name: string
  /** The variables with their meaning, from which docs/settings.md is made. */
  variables: Readonly<Record<string, Variable>>
  /** The shop uses the provider if these are set: all or none. */
  required: readonly string[]
  /** URLs, which must be https in a live shop. */
  addresses: readonly string[]
  /** Tokens issued by the provider. Their strength is not checked. */
  issued: readonly string[]
  /** Why a live shop cannot use these settings, or null. */
  liveModeProblem: (settings: Settings) => string | null
}

/** The payment providers that the shop supports. Everything about their variables derives from this table. */
export const PAYMENT_ACCOUNTS = {
  mollie: {
    name: 'Mollie',
    variables: {
      MOLLIE_API_KEY: {
        schema: z.string().optional(),
        meaning: 'payments by Mollie; without it a sandbox, in live mode no card payments',
      },
      MOLLIE_ACCESS_TOKEN: {
        schema: z.string().optional(),
        meaning:
          'token of the organisation with `settlements.read`: compares payouts with the ledger',
      },
      MOLLIE_METHODS: {
        schema: z.string().default('creditcard'),
        meaning: 'payment methods, separated by commas',
      },
      MOLLIE_URL: {
        schema: httpUrl.default('https://api.mollie.com'),
        meaning: 'address of the Mollie API',
      },
    },
    required: ['MOLLIE_API_KEY'],
    addresses: ['MOLLIE_URL'],
    issued: ['MOLLIE_ACCESS_TOKEN'],
    liveModeProblem: ({ MOLLIE_API_KEY: key }) =>
      String(key).startsWith('live_')
        ? null
        : 'MOLLIE_API_KEY is a test key (set the key that begins with live_)',
  },
} as const satisfies Record<string, PaymentAccount>

type Accounts = typeof PAYMENT_ACCOUNTS
/** Stored with each payment. */
export type PaymentProviderName = keyof Accounts
type Schemas<Variables> = {
  -readonly [Name in keyof Variables]: Variables[Name] extends { schema: infer Schema }
    ? Schema
    : never
}
type UnionToIntersection<Union> = (
  Union extends unknown ? (member: Union) => void : never
) extends (members: infer Intersection) => void
  ? Intersection
  : never
type AllSchemas = UnionToIntersection<
  { [Name in PaymentProviderName]: Schemas<Accounts[Name]['variables']> }[PaymentProviderName]
>

const accounts: readonly (PaymentAccount & { provider: PaymentProviderName })[] = (
  Object.keys(PAYMENT_ACCOUNTS) as PaymentProviderName[]
).map((provider) => ({ provider, ...PAYMENT_ACCOUNTS[provider] }))

/** The part of the environment that belongs to payment providers. */
export const paymentVariables = Object.fromEntries(
  accounts.flatMap(({ variables }) =>
    Object.entries(variables).map(([name, { schema }]) => [name, schema]),
  ),
) as AllSchemas

export type PaymentSettings = z.output<z.ZodObject<AllSchemas>>

export const paymentVariableMeanings: ReadonlyMap<string, string> = new Map(
  accounts.flatMap(({ variables }) =>
    Object.entries(variables).map(([name, { meaning }]): [string, string] => [name, meaning]),
  ),
)
export const requiredPaymentVariables = accounts.map(({ required }) => required)
export const paymentAddressVariables = Object.values(PAYMENT_ACCOUNTS).flatMap(
  ({ addresses }) => addresses,
)
export const issuedPaymentTokens = accounts.flatMap(({ issued }) => issued)
/** The variables to set, as part of a sentence. */
export const paymentAccountNames = requiredPaymentVariables
  .map((required) => required.join(' and '))
  .join(' or ')

/** The providers whose required variables are all set. */
export const paymentAccountsOf = (settings: Settings) =>
  accounts.filter(({ required }) => required.every((name) => settings[name] !== undefined))

/** A shop uses a single payment provider. */
export function refuseSeveralProviders(settings: Settings) {
  const names = paymentAccountsOf(settings).map(({ name }) => name)
  if (names.length > 1) {
    throw new StartupProblem(
      `Accounts at ${names.join(' and ')} are set: keep the variables of only one payment provider.`,
    )
  }
}
