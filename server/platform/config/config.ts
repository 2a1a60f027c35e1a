import { readFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { DEFAULT_CUT_OFF } from '#domain/fulfilment/arrival.ts'
import { timeOfDay } from '#server/platform/config/time-of-day.ts'
import { httpUrl, publicUrlProblems } from '#server/platform/config/http-url.ts'
import {
  paymentAccountsOf,
  paymentAddressVariables,
  paymentVariables,
  refuseSeveralProviders,
  requiredPaymentVariables,
} from '#server/platform/config/payment-accounts.ts'
import { refuseUnknownVariables } from '#server/platform/config/known-variables.ts'
import { unencryptedConnections } from '#server/platform/config/unencrypted-connections.ts'
import { isNetworkList } from '#server/platform/config/network-list.ts'
import { rolesProblem } from '#server/platform/config/two-factor-roles.ts'
import { pepperSecrets } from '#server/platform/crypto/voucher-keys.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'
import { SHUTDOWN_TIMEOUT_SECONDS } from '#server/platform/stop-signals.ts'
import { withVariablesFromFiles } from '#server/platform/config/variables-from-files.ts'
import { weakSecrets, weakTokens } from '#server/platform/config/weak-secrets.ts'

export const { version: VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(path.join(projectRoot, 'package.json'), 'utf8')))

/** For development only, public and short: GIFTPOINT_LIVE refuses to start with one of these. */
export const DEFAULT_PEPPER = 'laptop:not-a-secret'
export const DEFAULT_SALT = 'giftpoint'

const DEFAULT_SENDER = 'Giftpoint <noreply@giftpoint.example>'

const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .default('false')
  .transform((value) => value === 'true' || value === '1')
const mustBeInteger = (min: number, max: number) => `must be a whole number from ${min} to ${max}`
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, mustBeInteger(min, max))
    .transform(Number)
    .pipe(z.int().min(min, mustBeInteger(min, max)).max(max, mustBeInteger(min, max)))
const integerVariable = (fallback: number, min: number, max: number) =>
  wholeNumber(min, max).default(fallback)
function hasUniqueNames(peppers: string) {
  const names = pepperSecrets(peppers).map(({ id }) => id)
  return new Set(names).size === names.length
}
/** Driver options that lose data or that the shop sets. */
const FORBIDDEN_URL_OPTIONS = /^(prepare|no_prepare|max_pipeline|fetch_types|max|debug)$/
function findForbiddenOption(url: string) {
  const options = url.split('?')[1]?.split('&') ?? []
  return options
    .map((option) => option.split('=')[0] ?? '')
    .find((option) => FORBIDDEN_URL_OPTIONS.test(option))
}
function isWritable(url: string) {
  const sessionType = /[?&]target_session_attrs=([^&]*)/.exec(url)?.[1]
  return sessionType === undefined || sessionType === 'read-write' || sessionType === 'primary'
}
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
  .refine((url) => findForbiddenOption(url) === undefined, {
    error: ({ input }) =>
      `contains ${findForbiddenOption(String(input))}, which the shop sets itself: remove it (DATABASE_POOL sets the number of connections, DATABASE_DIRECT_URL the direct address behind a pooler)`,
  })
  .refine(isWritable, 'must lead to a writable (read-write) database')

const Environment = z.object({
  PORT: integerVariable(3000, 0, 65_535),
  HOST: z.string().default('localhost'),
  PUBLIC_URL: httpUrl.optional(),
  DATABASE_URL: postgresUrl.optional(),
  /** The database itself, if DATABASE_URL is a pool: for work that needs its own session. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** The owner of the tables, for migrations. DATABASE_URL is then a role that only reads and writes rows. */
  DATABASE_OWNER_URL: postgresUrl.optional(),
  /** 'allowed' lets a live shop serve as the owner of its tables. */
  DATABASE_SERVES_AS_OWNER: z.literal('allowed').optional(),
  DATABASE_POOL: integerVariable(16, 2, 200),
  /** The longest time that a request waits for a database that does not answer. */
  DATABASE_TIMEOUT_MS: integerVariable(3000, 500, 60_000),
  /** How long a start waits for a database that does not answer yet. */
  DATABASE_START_SECONDS: integerVariable(60, 0, 3600),
  /** How long a shop keeps serving after SIGTERM, while it reports not ready. */
  SHUTDOWN_DELAY_SECONDS: wholeNumber(0, 300).optional(),
  /** How long the shutdown may take after that; the supervisor's kill timeout must be longer. */
  SHUTDOWN_TIMEOUT_SECONDS: integerVariable(SHUTDOWN_TIMEOUT_SECONDS, 1, 600),
  GIFTPOINT_DATA: z.string().default('.giftpoint'),
  GIFTPOINT_LIVE: flag,
  GIFTPOINT_DEMO: z.enum(['true', 'false']).optional(),
  GIFTPOINT_WORLD: z.string().optional(),
  GIFTPOINT_VOUCHER_SALT: z.string().min(1).default(DEFAULT_SALT),
  /** name:secret, newest first; older ones stay until their vouchers have ended. */
  GIFTPOINT_PEPPER: z
    .string()
    .regex(/^[a-z0-9-]+:.+$/, 'must look like name:secret')
    .refine(hasUniqueNames, 'contains a pepper twice')
    .default(DEFAULT_PEPPER),
  GIFTPOINT_DEFAULT_CHANNEL: z.string().regex(/^\d+$/).default('1014'),
  GIFTPOINT_RULE_C_CHANNEL: z.string().regex(/^\d+$/).default('1014'),
  /** Addresses or networks of reverse proxies whose X-Forwarded-For is trusted. */
  TRUSTED_PROXIES: z.string().refine(isNetworkList, 'must list addresses or networks').default(''),
  /**
   * Required for /metrics; without a token only this machine may read it, and only if the shop has no public address.
   */
  METRICS_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  /** How long a proxy may serve public responses, and as long again while it revalidates; 0: never. */
  PUBLIC_CACHE_SECONDS: wholeNumber(0, 300).default(10),
  SESSION_IDLE_MINUTES: integerVariable(120, 1, 10_000),
  SESSION_HOURS: integerVariable(24, 1, 1000),
  /** Whether `wt` in a query string is accepted as a recipient's token. URLs end up in the logs of proxies. */
  GIFTPOINT_TOKEN_IN_URL: z.enum(['accept', 'refuse']).default('accept'),
  LOGIN_TRIES_PER_MINUTE: integerVariable(10, 1, 100_000),
  /** Public keys (age1…) that backups are encrypted for, separated by commas. */
  BACKUP_RECIPIENTS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .optional(),
  /** 'allowed' lets a live shop write backups in the clear. */
  BACKUP_UNENCRYPTED: z.literal('allowed').optional(),
  /** JSON or plain text. Without a value, a terminal gets plain text. */
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),

  ...paymentVariables,
  MONTA_USER: z.string().optional(),
  MONTA_PASSWORD: z.string().optional(),
  MONTA_ORIGIN: z.string().default('giftpoint'),
  MONTA_URL: httpUrl.default('https://api-v6.monta.nl'),
  /** Orders placed until this time of day leave the warehouse on the same day. */
  WAREHOUSE_CUT_OFF: timeOfDay.default(DEFAULT_CUT_OFF),
  POSTCODE_KEY: z.string().optional(),
  POSTCODE_SECRET: z.string().optional(),
  POSTCODE_URL: httpUrl.default('https://api.postcode.eu'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp://')
    .optional(),
  MAIL_FROM: z.string().default(DEFAULT_SENDER),
  /** The address for bounces; without one they go to MAIL_FROM. */
  MAIL_BOUNCE_ADDRESS: z
    .string()
    .regex(/^[^\s<>@,]+@[^\s<>@,]+$/, 'must be an address')
    .optional(),
  /** Required for /webhooks/delivery-reports; without a token it is closed. */
  MAIL_BOUNCE_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  /**
   * The reply address for answers of the service team. With a token of the thread after a +, mails to it reach
   * /webhooks/incoming-mails.
   */
  MAIL_REPLY_TO: z
    .string()
    .regex(
      /^[^\s<>@,+]{1,20}@[^\s<>@,]+$/,
      'must be an address, with at most 20 characters before the @',
    )
    .optional(),
  /** Required for incoming mail; without a token it is closed. */
  MAIL_INBOUND_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),

  /** The company's own sign-in for the back office, by OpenID Connect. */
  STAFF_OPENID_ISSUER: httpUrl
    .refine(
      (url) => url.startsWith('https://') || /^http:\/\/(localhost|127\.0\.0\.1)(:|\/|$)/.test(url),
      'must be an https address',
    )
    .optional(),
  STAFF_OPENID_CLIENT: z.string().optional(),
  STAFF_OPENID_SECRET: z.string().optional(),
  STAFF_OPENID_NAME: z.string().max(40).default('OpenID'),
  /** Strengths of a company sign-in, one of which its answer has to name: values of its claim `acr`, separated by commas. */
  STAFF_OPENID_ACR: z.string().optional(),
  /** Methods of a company sign-in, one of which its answer has to name: values of its claim `amr`, separated by commas. */
  STAFF_OPENID_AMR: z.string().optional(),

  /** Roles that need a second factor, separated by commas, or 'none'; see twoFactorRoles for the default. */
  STAFF_TWO_FACTOR_ROLES: z
    .string()
    .refine((list) => rolesProblem(list) === undefined, {
      error: ({ input }) => rolesProblem(String(input)) ?? '',
    })
    .optional(),

  /** The contact for security reports in /.well-known/security.txt; without one the address of MAIL_FROM. */
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s<>@,]+@[^\s<>@,]+|https:\/\/\S+)$/, 'must begin with mailto: or https://')
    .optional(),

  CHAT: z.enum(['own', 'chatwoot', 'crisp', 'none']).default('own'),
  /** The origin of the chat service: https://chat.example, without a path. */
  CHAT_ORIGIN: httpUrl
    .refine((url) => new URL(url).origin === url, 'must be an origin like https://chat.example')
    .optional(),
  CHAT_ID: z.string().optional(),
  HELP_CENTRE_URL: z.string().default('/faq'),
  /** The trade association whose mark the footer shows, by language. Without an address there is no mark. */
  GUARANTEE_URL_NL: httpUrl.optional(),
  GUARANTEE_URL_EN: httpUrl.optional(),
  GUARANTEE_URL_DE: httpUrl.optional(),
  GUARANTEE_URL_FR: httpUrl.optional(),
  PICTURE_CACHE_MB: integerVariable(512, 1, 1_000_000),
  /** Memory for caches per process. */
  CACHE_MEMORY_MB: integerVariable(32, 8, 1_000_000),
})

export type Config = z.output<typeof Environment> & { dataFolder: string }

/** Every variable with its default, if it has one: docs/settings.md lists them. */
export const VARIABLES: ReadonlyMap<string, unknown> = new Map(
  Object.entries(Environment.shape).map(([name, schema]) => [
    name,
    schema.safeParse(undefined).data,
  ]),
)

/** One sentence about the first error, with what to do. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const names = [...VARIABLES.keys()]
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  const variables = withVariablesFromFiles(nonEmpty, names)
  refuseUnknownVariables(variables, names)
  const result = Environment.safeParse(variables)
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new StartupProblem(
      `The environment variable ${String(issue?.path[0])} cannot be used: it ${issue?.message ?? 'is wrong'}.`,
    )
  }
  refuseIncompleteAccounts(variables, result.data.CHAT)
  return { ...result.data, dataFolder: path.resolve(projectRoot, result.data.GIFTPOINT_DATA) }
}

/** The variables of each external account, which are either all set or all missing. */
const ACCOUNTS = [
  ...requiredPaymentVariables,
  ['MONTA_USER', 'MONTA_PASSWORD'],
  ['POSTCODE_KEY', 'POSTCODE_SECRET'],
  ['STAFF_OPENID_ISSUER', 'STAFF_OPENID_CLIENT', 'STAFF_OPENID_SECRET'],
]

/** An incomplete account would be ignored: live orders would go to a sandbox unnoticed. */
function refuseIncompleteAccounts(variables: Record<string, unknown>, chat: Config['CHAT']) {
  for (const account of ACCOUNTS) {
    const set = account.filter((name) => name in variables)
    const missing = account.filter((name) => !(name in variables))
    if (set.length > 0 && missing.length > 0) throw incompleteAccount(set, missing)
  }
  refuseSeveralProviders(variables)
  if ('DATABASE_OWNER_URL' in variables && !('DATABASE_URL' in variables)) {
    throw new StartupProblem(
      'DATABASE_OWNER_URL is set without DATABASE_URL: set DATABASE_URL to the role that serves the shop.',
    )
  }
  if ('DATABASE_DIRECT_URL' in variables && !('DATABASE_URL' in variables)) {
    throw new StartupProblem(
      'DATABASE_DIRECT_URL is set without DATABASE_URL: set DATABASE_URL to the pooler, or set it to the database itself and remove DATABASE_DIRECT_URL.',
    )
  }
  const chatVariables = ['CHAT_ORIGIN', 'CHAT_ID']
  const set = chatVariables.filter((name) => name in variables)
  if (chat === 'chatwoot' || chat === 'crisp') {
    if (set.length < chatVariables.length) {
      throw new StartupProblem(
        `CHAT is ${chat}: set CHAT_ORIGIN and CHAT_ID too, or remove CHAT to use the shop's own chat.`,
      )
    }
  } else if (set.length > 0 && !('CHAT' in variables))
    throw incompleteAccount(set, ['CHAT=chatwoot or CHAT=crisp'])
}

const incompleteAccount = (set: string[], missing: string[]) =>
  new StartupProblem(
    `${set.join(' and ')} ${set.length > 1 ? 'are' : 'is'} set without ${missing.join(' and ')}: set all of them, or none.`,
  )

/**
 * Time for two health checks of a load balancer. An embedded database has a single process, so no other one could
 * take over.
 */
const GRACE_SECONDS = 5

/** Slightly less than a request may wait, for obtaining a connection. */
export const connectionTimeoutMs = ({ DATABASE_TIMEOUT_MS }: Config): number =>
  0.8 * DATABASE_TIMEOUT_MS

export const graceMs = ({ SHUTDOWN_DELAY_SECONDS, DATABASE_URL }: Config): number =>
  (SHUTDOWN_DELAY_SECONDS ?? (DATABASE_URL ? GRACE_SECONDS : 0)) * 1000

/** The configured external accounts. A sandbox replaces a missing one, except in a live shop. */
export function accountsOf(config: Config) {
  const { MONTA_USER, MONTA_PASSWORD, POSTCODE_KEY, POSTCODE_SECRET, SMTP_URL } = config
  return {
    payments: paymentAccountsOf(config)[0] ?? null,
    delivery: MONTA_USER && MONTA_PASSWORD ? { user: MONTA_USER, password: MONTA_PASSWORD } : null,
    addresses:
      POSTCODE_KEY && POSTCODE_SECRET ? { key: POSTCODE_KEY, secret: POSTCODE_SECRET } : null,
    mail: SMTP_URL ? { url: SMTP_URL, bounceAddress: config.MAIL_BOUNCE_ADDRESS } : null,
  }
}

/** The only external origin that pages may call, if a chat service is configured. */
export const chatOrigin = ({ CHAT, CHAT_ORIGIN }: Config): string | null =>
  CHAT === 'chatwoot' || CHAT === 'crisp' ? (CHAT_ORIGIN ?? null) : null

/** The contact for security reports; none while the mail sender is the default. */
export function securityContact({ SECURITY_CONTACT, MAIL_FROM }: Config): string | undefined {
  if (SECURITY_CONTACT) return SECURITY_CONTACT
  if (MAIL_FROM === DEFAULT_SENDER) return undefined
  const [address] = /[^\s<>@,]{1,64}@[^\s<>@,]{1,190}/.exec(MAIL_FROM) ?? []
  return address && `mailto:${address}`
}

/** The trust mark of the demo. Other shops have none until it is configured. */
const DEMO_GUARANTEE = {
  nl: 'https://www.thuiswinkel.org/',
  en: 'https://www.thuiswinkel.org/en/',
  de: 'https://www.thuiswinkel.org/en/',
  fr: 'https://www.thuiswinkel.org/en/',
}

/** Addresses of the trade association by language; the language of a missing one falls back to Dutch. */
export function guaranteeUrls(config: Config): Record<string, string> {
  const configured = {
    nl: config.GUARANTEE_URL_NL,
    en: config.GUARANTEE_URL_EN,
    de: config.GUARANTEE_URL_DE,
    fr: config.GUARANTEE_URL_FR,
  }
  const isDemo = config.GIFTPOINT_DEMO !== 'false' && !config.GIFTPOINT_LIVE
  const urls = Object.entries(configured).flatMap(([language, url]) =>
    url ? [[language, url]] : [],
  )
  return urls.length === 0 && isDemo ? DEMO_GUARANTEE : Object.fromEntries(urls)
}

/**
 * The problems that prevent a live shop from starting. The caller checks those that depend on the database: demo
 * vouchers, the role, accounts in use.
 */
export function liveModeProblems(config: Config) {
  const problems: string[] = []
  const { payments, mail } = accountsOf(config)
  const paymentProblem = payments?.liveModeProblem(config)
  if (paymentProblem) problems.push(paymentProblem)
  if (!mail) problems.push('mail runs in the sandbox (set SMTP_URL and MAIL_FROM)')
  else if (config.MAIL_FROM === DEFAULT_SENDER)
    problems.push('no sender is set for emails (set MAIL_FROM)')
  else if (!/(^|<)[^\s<>@,]+@[^\s<>@,]+(>|$)/.test(config.MAIL_FROM.trim()))
    problems.push('MAIL_FROM contains no address (set it like Shop <shop@example.com>)')
  const { GIFTPOINT_PEPPER: peppers, GIFTPOINT_VOUCHER_SALT: salt } = config
  problems.push(...weakSecrets({ peppers, salt }), ...weakTokens(config))
  problems.push(...unencryptedConnections(config))
  for (const name of [...paymentAddressVariables, 'MONTA_URL', 'POSTCODE_URL'] as const) {
    if (!config[name].startsWith('https://')) problems.push(`${name} is not an https address`)
  }
  if (!config.PUBLIC_URL?.startsWith('https://'))
    problems.push('PUBLIC_URL is not an https address')
  else problems.push(...publicUrlProblems(new URL(config.PUBLIC_URL)))
  if (config.GIFTPOINT_DEMO === 'true') problems.push('GIFTPOINT_DEMO is true (remove it)')
  return problems
}

export function refuseLiveMode(problems: string[]) {
  if (problems.length === 0) return
  throw new StartupProblem(`GIFTPOINT_LIVE is set, but ${problems.join('; ')}.`)
}
