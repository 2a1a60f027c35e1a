import { readFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { refused } from '#contract/shared/refusals.shop.ts'
import { missingAccounts } from '#server/app/services/missing-service-accounts.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import { connect, type Sql } from '#server/platform/db/database.ts'
import { grantServingRole } from '#server/platform/db/serving-role.ts'
import { openShop } from '#server/start/open-shop.ts'
import type { RunningShop } from '#server/app/start-shop.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { sampleContact, type TestShop, testShop } from '#server/testing/test-shop.ts'

const LIVE = {
  GIFTPOINT_LIVE: 'true',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Shop <shop@example.com>',
  GIFTPOINT_PEPPER: 'a:9f2c81b7d05e4a63b8c7e1f0a2d49536',
  GIFTPOINT_VOUCHER_SALT: 'c41d9e07b3f85a26',
  PUBLIC_URL: 'https://shop.example',
  PORT: '0',
  LOG_LEVEL: 'silent',
}

/** Opens a live shop and stops it; returns the sentence with which the start was refused, or 'opened'. */
async function openLive(
  sql: Sql,
  environment: Record<string, string> = {},
  say: (line: string) => void = () => {},
) {
  let running: RunningShop | undefined
  try {
    await openShop({
      config: readConfig({ ...LIVE, ...environment }),
      sql,
      direct: sql,
      asOwner: (work) => work(sql),
      say,
      stopSignal: new AbortController().signal,
      onRunning: (shop) => (running = shop),
      onListening: () => {},
      steps: { begin: () => {}, end: () => {} },
    })
    return 'opened'
  } catch (error) {
    return String(error)
  } finally {
    await running?.stop()
  }
}

describe('a live shop', () => {
  let database: TestDatabase
  let serving: Sql
  beforeAll(async () => {
    database = await testDatabase('template_migrated')
    serving = database.serving ?? database.sql
  })
  afterAll(() => database.drop())

  it('opens with a role that cannot change tables, and refuses the owner of the tables (SAFE-11, S12)', async () => {
    const refusal = await openLive(database.sql)
    expect(refusal).toContain('the database role giftpoint is a superuser')
    expect(refusal).toContain('DATABASE_OWNER_URL')
    expect(await openLive(database.sql, { DATABASE_SERVES_AS_OWNER: 'allowed' })).toBe('opened')
    expect(await openLive(serving)).toBe('opened')
    await database.sql`grant create on schema public to giftpoint_shop`
    expect(await openLive(serving)).toContain('can create tables in the schema public')
    await database.sql`revoke create on schema public from giftpoint_shop`
  })

  it('prints the commands that make employer statistics visible (SAFE-18, B8)', async () => {
    const { sql, settings } = database
    const role = `bare_${'database' in settings ? settings.database : ''}`
    await sql.unsafe(`create role ${role} login`)
    await grantServingRole(sql, role)
    const bareConnection = connect({ ...settings, user: role }, { max: 4 })
    const printedCommands = async () => {
      const lines: string[] = []
      expect(await openLive(bareConnection, {}, (line) => void lines.push(line))).toBe('opened')
      return lines.filter((line) => line.includes('giftpoint_employer'))
    }
    expect(await printedCommands()).toEqual([])
    await sql.unsafe(`revoke giftpoint_employer from ${role}`)
    expect(await printedCommands()).toEqual([
      expect.stringContaining(`grant giftpoint_employer to ${role}; and then`),
    ])
    await bareConnection.end()
    await sql.unsafe(`drop owned by ${role}; drop role ${role}`)
  })

  it('needs the account of a service only if an open channel uses that service (SAFE-18, B4)', async () => {
    const { sql } = database
    await sql`insert into channel (id, name, can_buy_points) values ('2', 'all', false), ('7001', 'points', false)`
    expect(await openLive(serving)).toBe('opened')

    await sql`insert into brand (id, name) values ('b', 'B')`
    for (const kind of ['digital', 'dropship', 'monta']) {
      await sql`
        insert into product (id, brand_id, delivery_condition, owner_channel_id) values (${kind}, 'b', ${kind}, '2')`
      await sql`insert into article (sku, product_id) values (${kind}, ${kind})`
      await sql`
        insert into offer (channel_id, sku, points, active) values ('7001', ${kind}, 5, ${kind !== 'monta'})`
    }
    expect(await openLive(serving)).toBe('opened')

    await sql`update offer set active = true where sku = 'monta'`
    const refusal = await openLive(serving)
    expect(refusal).toContain('the warehouse delivers gifts of channel 7001 (set MONTA_USER')
    expect(refusal).toContain('POSTCODE_KEY')
    expect(refusal).not.toContain('MOLLIE')
    await sql`update offer set active = false where sku = 'monta'`

    await sql`update channel set can_buy_points = true where id = '7001'`
    expect(await openLive(serving)).toContain('extra payment is allowed on channel 7001')
    const config = readConfig({ ...LIVE, MOLLIE_API_KEY: 'live_x' })
    expect(await missingAccounts(sql, config)).toEqual([])
    await sql`update channel set state = 'closed' where id = '7001'`
    expect(await openLive(serving)).toBe('opened')
  })

  it('stores the default texts of its version', async () => {
    const { sql } = database
    await sql`insert into channel (id, name) values ('2', 'all') on conflict do nothing`
    expect(await openLive(serving)).toBe('opened')
    expect([...(await sql`select path from content`)]).toEqual([])
    await sql`update applied_default_texts set hash = 'of an earlier version', texts = '[]'`
    const lines: string[] = []
    expect(await openLive(serving, {}, (line) => void lines.push(line))).toBe('opened')
    const texts = await sql`select path from content where channel_id = '2'`
    expect(texts.length).toBeGreaterThan(1000)
    expect(lines).toContain(`Default texts updated: ${texts.length}`)
  })
})

describe('a live shop without accounts', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await testShop({ environment: { GIFTPOINT_LIVE: 'true' } })
  })
  afterAll(() => shop.stop())

  it('refuses a payment and reserves nothing, instead of using a sandbox (SAFE-18, B4)', async () => {
    const gift = await shop.gift({ points: 5, delivery: 'digital' })
    const holder = await shop.holder({ points: 3 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await holder.done('saveAddress', sampleContact)
    const answer = await holder.call('createPayment', {
      amount: '10.00',
      cancelUrl: `${shop.url}/checkout`,
      redirectUrl: `${shop.url}/confirmation?extra_payments=1`,
    })
    expect(refused(answer) && answer.refused).toBe('service-down')
    const [balance] = await shop.sql`
      select available, (select count(*)::integer from sandbox_payment) as sandbox
      from voucher_balance where voucher_id = ${holder.voucherId}`
    expect(balance).toEqual({ available: 3, sandbox: 0 })
    await expect(shop.shop.ports.delivery.stock(['x'])).rejects.toThrow('MONTA_USER')
    await expect(shop.shop.ports.addresses.details({ context: '', session: '' })).rejects.toThrow(
      'POSTCODE_KEY',
    )
    expect(await shop.shop.ports.delivery.eventsSince(0)).toEqual([])
    expect((await shop.request('/sandbox/payments/x')).status).toBe(404)
  })

  it('accepts an address that is entered by hand, without a check (SAFE-18, B4)', async () => {
    const gift = await shop.gift({ points: 5, delivery: 'dropship' })
    const holder = await shop.holder({ points: 20 })
    await holder.done('changeCart', { spli_id: gift.spliId, quantity: 1 })
    await holder.done('saveAddress', sampleContact)
    expect(refused(await holder.call('convertCart', { payment_method: 'FC' }))).toBe(false)
  })
})

it('the image and the systemd units start in live mode and without the demo world (SAFE-18, B5)', async () => {
  for (const file of [
    'Dockerfile',
    'deploy/giftpoint.service',
    'deploy/giftpoint-backup.service',
  ]) {
    const text = await readFile(path.join(projectRoot, file), 'utf8')
    expect(text).toMatch(/^(ENV |Environment=).* GIFTPOINT_LIVE=true GIFTPOINT_DEMO=false$/m)
  }
})
