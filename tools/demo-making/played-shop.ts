import { sendStaffCall, type StaffInput, type StaffResponse } from '#contract/client.staff.ts'
import { type StaffCallName, staffPaths } from '#contract/paths.staff.ts'
import type { ImportKind } from '#contract/catalog/imports.staff.ts'
import { type Fetch, readOutcome } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { DEMO_PASSWORD } from '#domain/staff/common-passwords.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { startShop } from '#server/app/start-shop.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { sandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import { deliverWebhooks } from '#server/modules/webhooks/deliver-webhooks.timer.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Clock, OutgoingMail, WebhookPort } from '#server/platform/services/service-ports.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { createLogger } from '#server/platform/log/logger.ts'
import { SIMULATED_JOBS } from '#tools/simulation/run-scheduled-jobs.ts'
import type { SimulationDatabase } from '#tools/simulation/simulation-database.ts'

export type PlayedShop = {
  shop: Shop
  /** The clock of the shop. */
  time: { now: number }
  url: () => string
  /** The newest code that a mail brought to each address. */
  codes: ReadonlyMap<string, string>
  /** A call of the colleague with this role. It has to succeed. */
  call<Name extends StaffCallName>(
    role: Role,
    name: Name,
    input: StaffInput<Name>,
  ): Promise<StaffResponse<Name>>
  /** Uploads a file to import, as the colleague with this role. */
  upload(
    role: Role,
    file: { kind: ImportKind; name: string; text: string },
  ): Promise<StaffResponse<'startImport'>>
  /** A call of a program with its API token. */
  callWithToken(token: string): Promise<void>
  /** Hosts that answer no webhook for now. */
  silentHosts: Set<string>
  /** Runs all due background jobs. */
  runJobs(): Promise<void>
  stop(): Promise<void>
}

const MAX_ROUNDS = 60
/** An unused session ends soon. */
const SIGNED_IN_MS = 10 * 60_000
/** Always the same browser, so that no new-browser warning is sent. */
const BROWSER = 'p'.repeat(43)

/** A shop that answers over HTTP on this machine. Its clock moves only when `time` is set. */
export async function playedShop({ sql, folder }: SimulationDatabase): Promise<PlayedShop> {
  const time = { now: 0 }
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    GIFTPOINT_DATA: folder,
    // All visitors call from this machine.
    LOGIN_TRIES_PER_MINUTE: '100000',
    DATABASE_TIMEOUT_MS: '30000',
    STAFF_TWO_FACTOR_ROLES: 'none',
    LOG_LEVEL: process.env['HISTORY_LOG'] ?? 'silent',
  })
  const clock = { now: () => new Date(time.now) }
  const { mailer, codes } = codeReadingMailer(sql, clock)
  const silentHosts = new Set<string>()
  const ports = { clock, mailer, webhooks: answeringWebhooks(silentHosts) }
  const started = await startShop({
    config,
    sql,
    log: createLogger(config),
    ports,
    withoutTimers: true,
  })
  const { app, shop } = started
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('the shop has no address')
  config.PORT = address.port
  config.PUBLIC_URL = `http://127.0.0.1:${address.port}`
  const url = () => config.PUBLIC_URL ?? ''

  const fetchAs = signInOnDemand(url, time)
  const secrets = sealedSecrets(config.GIFTPOINT_PEPPER)
  return {
    shop,
    time,
    url,
    codes,
    silentHosts,
    ...staffCalls(fetchAs, url),
    async runJobs() {
      await shop.changeEvents.poll()
      await runUntilIdle(shop)
      await shop.jobs.drain({ parallel: true })
      await runUntilIdle(shop)
      await shop.jobs.drain({ parallel: true })
      await correctClock(sql, clock.now())
      await deliverWebhooks(shop, secrets)
      await correctClock(sql, clock.now())
    },
    stop: () => started.stop(),
  }
}

/** Corrects times that the database has set by its own clock, which is ahead. */
async function correctClock(sql: Sql, now: Date) {
  await sql`update webhook_event set at = ${now} where at > ${now}`
  await sql`
    update webhook_delivery set due_at = ${now} where state = 'waiting' and tries = 0 and due_at > ${now}`
  await sql`
    update task set first_at = least(first_at, ${now}), last_at = least(last_at, ${now}),
      closed_at = case when closed_at is not null then least(closed_at, ${now}) end
    where greatest(first_at, last_at, closed_at) > ${now}`
}

/** The sandbox's mailer, which also collects the codes. */
function codeReadingMailer(sql: Sql, clock: Clock) {
  const codes = new Map<string, string>()
  const mailer = sandboxMailer({ sql, clock })
  return {
    codes,
    mailer: {
      ...mailer,
      async send(mail: OutgoingMail) {
        await mailer.send(mail)
        const [, code] = (mail.opensVoucher && /\/login#([a-z0-9]+)"/.exec(mail.html)) || []
        if (code !== undefined) codes.set(mail.to, code)
      },
    },
  }
}

/** The receivers of webhooks answer, except for the silent hosts. */
const answeringWebhooks = (silentHosts: ReadonlySet<string>): WebhookPort => ({
  refusalOf: () => null,
  async post({ url }) {
    const isSilent = silentHosts.has(new URL(url).hostname)
    return isSilent
      ? { status: 503, answer: 'Service Unavailable', retryAfterSeconds: null }
      : { status: 200, answer: '{"ok":true}', retryAfterSeconds: null }
  },
})

/** Like `Fetch`, but also accepts a form. */
type Send = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: string | FormData },
) => ReturnType<Fetch>

type FetchAs = (role: Role) => Promise<Send>

/** Calls of colleagues and of their programs. */
const staffCalls = (
  fetchAs: FetchAs,
  url: () => string,
): Pick<PlayedShop, 'call' | 'upload' | 'callWithToken'> => ({
  async call(role, name, input) {
    const outcome = await sendStaffCall(await fetchAs(role), name, input)
    if (refused(outcome)) throw new Error(`${name} was refused: ${JSON.stringify(outcome)}`)
    return outcome as never
  },
  async upload(role, { kind, name, text }) {
    const form = new FormData()
    form.append('kind', kind)
    form.append('file', new Blob([text], { type: 'text/csv' }), name)
    const send = await fetchAs(role)
    const [path, headers] = [staffPaths.startImport.path, { 'x-backoffice': '1' }]
    const outcome = await readOutcome(await send(path, { method: 'POST', headers, body: form }))
    if (refused(outcome)) throw new Error(`the upload was refused: ${JSON.stringify(outcome)}`)
    return outcome as StaffResponse<'startImport'>
  },
  async callWithToken(token) {
    const headers = { authorization: `Bearer ${token}` }
    const { status } = await fetch(url() + staffPaths.whoAmI.path, { headers })
    if (status !== 200) throw new Error(`token rejected: ${status}`)
  },
})

/** A client for each role, signed in. */
function signInOnDemand(url: () => string, time: { now: number }) {
  const signedIn = new Map<Role, { fetch: Send; at: number }>()
  async function fetchAs(role: Role): Promise<Send> {
    const current = signedIn.get(role)
    if (current && time.now - current.at < SIGNED_IN_MS) return current.fetch
    const fetch = await signIn(url(), role)
    signedIn.set(role, { fetch, at: time.now })
    return fetch
  }
  return fetchAs
}

async function runUntilIdle(shop: Shop) {
  for (const runJob of Object.values(SIMULATED_JOBS)) {
    if (!runJob) continue
    for (let turns = 0; turns < MAX_ROUNDS && (await runJob(shop)) > 0;) turns += 1
  }
}

async function signIn(url: string, role: Role): Promise<Send> {
  const response = await fetch(`${url}/backoffice/api/session`, {
    method: 'POST',
    headers: {
      'x-backoffice': '1',
      'content-type': 'application/json',
      cookie: `browser=${BROWSER}; __Host-browser=${BROWSER}`,
    },
    body: JSON.stringify({ email: `${role}@giftpoint.example`, password: DEMO_PASSWORD }),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (response.status !== 200 || cookie === undefined)
    throw new Error(`sign-in of ${role} failed: ${response.status} ${await response.text()}`)
  return async (path, init) => {
    const answer = await fetch(url + path, { ...init, headers: { ...init?.headers, cookie } })
    return { status: answer.status, headers: answer.headers, text: () => answer.text() }
  }
}
