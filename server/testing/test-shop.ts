import { randomInt } from 'node:crypto'

import { type Answer, createClient, type Outcome } from '#contract/client.shop.ts'
import { endpoints, type Endpoints } from '#contract/endpoints.shop.ts'
import type { InputOf } from '#contract/shared/endpoint.shop.ts'
import { ErrorAnswer } from '#contract/shared/error-response.ts'
import type { CallName } from '#contract/paths.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { codeFromRandom } from '#domain/vouchers/voucher-code.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import type { Sql } from '#server/platform/db/database.ts'
import { createLogger } from '#server/platform/log/logger.ts'
import type { BackofficeFiles } from '#server/http/backoffice-files.ts'
import type { StorefrontFiles } from '#server/http/storefront-files.ts'
import type { Ports } from '#server/platform/services/service-ports.ts'
import { sameValue } from '#server/platform/compare-values.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { startShop } from '#server/app/start-shop.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { createVoucher } from '#server/modules/orders/past-orders/create-voucher.ts'

export type TestHolder = {
  code: string
  token: string
  cartGuid: string
  voucherId: number
  logIn: Extract<Answer<'logIn'>, { code_is_valid: true }>
  call<Name extends CallName>(
    name: Name,
    input: InputOf<Endpoints[Name]>,
    options?: { idempotencyKey?: string; headers?: Record<string, string> },
  ): Promise<Outcome<Name>>
  /** The same, for calls that have to succeed. */
  done<Name extends CallName>(
    name: Name,
    input: InputOf<Endpoints[Name]>,
    options?: { idempotencyKey?: string; headers?: Record<string, string> },
  ): Promise<Answer<Name>>
}

export type TestShop = {
  shop: Shop
  sql: Sql
  url: string
  config: Config
  database: TestDatabase
  /** The real time plus the advanced time. A halted clock moves by `advance` only. */
  clock: { now(): Date; advance(ms: number): void; halt(): void; resume(): void }
  call: TestHolder['call']
  request(path: string, init?: RequestInit): Promise<Response>
  logIn(code: string): Promise<TestHolder>
  /** A new voucher, logged in. */
  holder(voucher?: { channel?: string; points?: number; firstName?: string }): Promise<TestHolder>
  /** A new gift, offered on the channel; inStock null never runs out. */
  gift(gift?: {
    channel?: string
    points?: number
    inStock?: number | null
    delivery?: 'digital' | 'monta' | 'dropship'
    name?: string
    /** The name of the variant. */
    variant?: string
  }): Promise<{ spliId: string; sku: string; points: number }>
  stop(): Promise<void>
}

/** A complete shop over HTTP on its own database. Tests run its jobs. */
export async function testShop(
  options: {
    ports?: Partial<Ports>
    environment?: Record<string, string>
    /** A second process on the same database. */
    database?: TestDatabase
    log?: { write(line: string): void }
    withoutTimers?: boolean
    storefront?: StorefrontFiles
    backoffice?: BackofficeFiles
  } = {},
): Promise<TestShop> {
  const database = options.database ?? (await testDatabase('template_world'))
  const { sql, serving = sql } = database
  const { backoffice, withoutTimers = true } = options
  const config = readConfig({
    PORT: '0',
    LOGIN_TRIES_PER_MINUTE: '1000',
    // Generous, because many tests share one machine.
    DATABASE_TIMEOUT_MS: '30000',
    LOG_LEVEL: options.log ? 'debug' : (process.env['TEST_LOG'] ?? 'silent'),
    ...options.environment,
  })
  let offset = 0
  let halted: number | null = null
  const clock = {
    now: () => new Date((halted ?? Date.now()) + offset),
    advance: (ms: number) => void (offset += ms),
    halt: () => void (halted = Date.now()),
    resume: () => void (halted = null),
  }
  const log = createLogger(config, options.log)
  const started = await startShop({
    config,
    // The shop serves as a role that cannot change tables. The tests prepare and check data as the owner.
    sql: serving,
    direct: database.direct ?? serving,
    log,
    ports: { clock, ...options.ports },
    withoutTimers,
    storefront: options.storefront ?? null,
    backoffice: backoffice ? async () => backoffice : null,
  })
  const { shop, app } = started
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (typeof address !== 'object' || !address) throw new Error('the shop has no address')
  config.PORT = address.port
  config.PUBLIC_URL = `http://127.0.0.1:${address.port}`
  if (!withoutTimers) await started.startBackgroundWork()
  const url = config.PUBLIC_URL

  const callWith = (token: string | null): TestHolder['call'] => {
    const client = createClient({ base: url, fetch: checkedFetch, token: () => token })
    return async (name, input, more) => {
      const outcome = await client.call(name, input, more)
      if (!refused(outcome)) expectContract(name, outcome)
      return outcome
    }
  }

  async function logIn(code: string): Promise<TestHolder> {
    const answer = await callWith(null)('logIn', {
      encrypted_code: shop.voucherKeys.wireHash(code),
    })
    if (refused(answer) || !answer.code_is_valid) {
      throw new Error(`${code} was rejected: ${JSON.stringify(answer)}`)
    }
    const call = callWith(answer.wt)
    const session = await shop.sessions.find(answer.wt)
    return {
      code,
      token: answer.wt,
      cartGuid: answer.shopping_cart_guid,
      voucherId: session?.voucherId ?? 0,
      logIn: answer,
      call,
      async done(name, input, more) {
        const outcome = await call(name, input, more)
        if (refused(outcome)) throw new Error(`${name} was refused: ${JSON.stringify(outcome)}`)
        return outcome
      },
    }
  }

  let gifts = 0
  return {
    shop,
    sql,
    url,
    config,
    database,
    clock,
    call: callWith(null),
    request: (path, init) => fetch(url + path, init),
    logIn,

    async holder({ channel = '1014', points = 20, firstName = 'Anna' } = {}) {
      const code = codeFromRandom(() => randomInt(31), { check: true })
      await sql.begin((sql) =>
        createVoucher(sql, shop.voucherKeys, {
          channelId: channel,
          code,
          points,
          validFrom: null,
          validUntil: null,
          firstName,
          salutation: '',
          language: '',
          blocked: false,
          isDemo: false,
          spentOn: [],
        }),
      )
      return logIn(code)
    },

    async gift({
      channel = '1014',
      points = 5,
      inStock = null,
      delivery = 'monta',
      name = 'Vase',
      variant,
    } = {}) {
      const sku = `test-gift-${(gifts += 1)}-${randomInt(1_000_000)}`
      await sql.begin(async (sql) => {
        await sql`
          insert into product (id, brand_id, delivery_condition, owner_channel_id)
          select ${sku}, (select id from brand order by id limit 1), ${delivery}, '2'`
        await sql`
          insert into product_text (product_id, channel_id, language, name) values (${sku}, '2', 'nl', ${name})`
        await sql`insert into article (sku, product_id) values (${sku}, ${sku})`
        if (variant !== undefined) {
          await sql`insert into dimension (id) values (${sku})`
          await sql`
            insert into dimension_value (dimension_id, id, texts)
            values (${sku}, 'this', ${sql.json({ nl: variant })})`
          await sql`update product set dimension_ids = ${[sku]} where id = ${sku}`
          await sql`update article set value_0 = 'this' where sku = ${sku}`
        }
        if (inStock !== null) {
          await sql`insert into stock (sku, on_hand) values (${sku}, 0)`
          if (inStock > 0) {
            await sql`
              insert into stock_movement (sku, quantity, reason) values (${sku}, ${inStock}, 'count')`
          }
        }
        await sql`insert into offer (channel_id, sku, points) values (${channel}, ${sku}, ${points})`
        await sql`insert into change_event (topic, subject) values ('channel', ${channel})`
      })
      await shop.changeEvents.poll()
      return { spliId: `${channel}-${sku}`, sku, points }
    },

    async stop() {
      await started.stop()
      if (!options.database) await database.drop()
    },
  }
}

/** Checks that every error response has the common shape. */
const checkedFetch: Parameters<typeof createClient>[0]['fetch'] = async (url, init) => {
  const response = await fetch(url, init)
  const text = await response.text()
  if (response.status >= 400) ErrorAnswer.parse(JSON.parse(text))
  return { status: response.status, headers: response.headers, text: async () => text }
}

/** A response may contain nothing that the contract does not name: parsing must not change it. */
function expectContract(name: CallName, answer: unknown) {
  const parsed = endpoints[name].answer.parse(answer)
  if (!sameValue(parsed, answer)) {
    throw new Error(
      `${name} answered more than its contract: ${JSON.stringify(answer).slice(0, 2000)}`,
    )
  }
}

/** Everything a holder has to give before an order, for a home in Amsterdam. */
export const sampleContact = {
  contact_email: 'anna@example.com',
  contact_first_name: 'Anna',
  contact_surname_prefix: 'de',
  contact_surname: 'Vries',
  contact_telephone: '0612345678',
  delivery_address_street: 'Zilverkade',
  delivery_address_housenr: '12',
  delivery_address_housenr_appendix: '',
  delivery_address_postal_code: '1012AB',
  delivery_address_city: 'Amsterdam',
  delivery_address_country_code: 'NL',
} as const
