import { sendStaffCall, type StaffInput, type StaffResponse } from '#contract/client.staff.ts'
import type { StaffCallName } from '#contract/paths.staff.ts'
import type { Fetch } from '#contract/shared/http-call.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { DEMO_PASSWORD } from '#domain/staff/common-passwords.ts'
import type { Role } from '#domain/staff/permissions.ts'
import { startShop } from '#server/app/start-shop.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { sandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import type { Sql } from '#server/platform/db/database.ts'
import type { Clock, OutgoingMail } from '#server/platform/services/service-ports.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createLogger } from '#server/platform/log/logger.ts'
import { TURNS } from '#tools/simulation/run-background-jobs.ts'
import type { SimulationDatabase } from '#tools/simulation/simulation-database.ts'

export type PlayedShop = {
  shop: Shop
  /** The clock of the shop. */
  time: { now: number }
  url: () => string
  /** The newest code that a mail brought to each address. */
  codes: ReadonlyMap<string, string>
  /** A call of the colleague with this role. It has to succeed. */
  ask<Name extends StaffCallName>(
    role: Role,
    name: Name,
    input: StaffInput<Name>,
  ): Promise<StaffResponse<Name>>
  /** Runs all work in the background that is due. */
  work(): Promise<void>
  stop(): Promise<void>
}

const MOST_TURNS = 60
/** An unused session ends soon. */
const SIGNED_IN_MS = 10 * 60_000
/** Always the same browser, so that no new-browser warning is sent. */
const BROWSER = 'p'.repeat(43)

/** A shop that answers over HTTP on this machine, on a clock that stands until it is moved. */
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
  const { mailer, codes } = readingMailer(sql, clock)
  const ports = { clock, mailer }
  const running = await startShop({ config, sql, log: createLogger(config), ports, byHand: true })
  const { app, shop } = running
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('the shop has no address')
  config.PORT = address.port
  config.PUBLIC_URL = `http://127.0.0.1:${address.port}`
  const url = () => config.PUBLIC_URL ?? ''

  const fetchAs = signingIn(url, time)
  return {
    shop,
    time,
    url,
    codes,
    async ask(role, name, input) {
      const outcome = await sendStaffCall(await fetchAs(role), name, input)
      if (refused(outcome)) throw new Error(`${name} was refused: ${JSON.stringify(outcome)}`)
      return outcome as never
    },
    async work() {
      await shop.changeEvents.poll()
      await untilStill(shop)
      await shop.jobs.drain({ atOnce: true })
      await untilStill(shop)
      await shop.jobs.drain({ atOnce: true })
    },
    stop: () => running.stop(),
  }
}

/** The sandbox's, which also reads the codes. */
function readingMailer(sql: Sql, clock: Clock) {
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

/** A client for each role, signed in. */
function signingIn(url: () => string, time: { now: number }) {
  const signedIn = new Map<Role, { fetch: Fetch; at: number }>()
  async function fetchAs(role: Role): Promise<Fetch> {
    const known = signedIn.get(role)
    if (known && time.now - known.at < SIGNED_IN_MS) return known.fetch
    const fetch = await signIn(url(), role)
    signedIn.set(role, { fetch, at: time.now })
    return fetch
  }
  return fetchAs
}

async function untilStill(shop: Shop) {
  for (const turn of Object.values(TURNS)) {
    if (!turn) continue
    for (let turns = 0; turns < MOST_TURNS && (await turn(shop)) > 0;) turns += 1
  }
}

async function signIn(url: string, role: Role): Promise<Fetch> {
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
    throw new Error(`the ${role} is not let in: ${response.status} ${await response.text()}`)
  return async (path, init) => {
    const answer = await fetch(url + path, { ...init, headers: { ...init?.headers, cookie } })
    return { status: answer.status, headers: answer.headers, text: () => answer.text() }
  }
}
