import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { afterAll, beforeAll, expect, inject, it } from 'vitest'

import { createClient } from '#contract/client.shop.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { voucherKeys } from '#server/platform/crypto/voucher-keys.ts'
import { DEFAULT_PEPPER, DEFAULT_SALT } from '#server/platform/config/config.ts'
import { type StartedShop, createShopStarter } from '#server/testing/run/started-shop.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'
import { sampleContact } from '#server/testing/test-shop.ts'

const program = await pgbouncer()

let installation: Awaited<ReturnType<typeof createShopStarter>>
let proxy: Awaited<ReturnType<typeof postgresProxy>>
let database: TestDatabase
let addresses: { DATABASE_URL: string; DATABASE_DIRECT_URL: string }
let pool: Awaited<ReturnType<typeof startPool>>

beforeAll(async () => {
  if (!program) return
  installation = await createShopStarter()
  proxy = await postgresProxy()
  database = await testDatabase('template0', { max: 2 })
  const name = 'database' in database.settings ? database.settings.database : ''
  pool = await startPool(program, proxy.port)
  addresses = {
    DATABASE_URL: `postgres://${inject('postgres').user}@127.0.0.1:${pool.port}/${name}`,
    DATABASE_DIRECT_URL: proxy.urlOf(name),
  }
})
afterAll(async () => {
  if (!program) return
  await installation.close()
  await pool.stop()
  await database.drop()
  proxy.close()
})

it.skipIf(!program)(
  `sells, notifies, backs up and passes its checks behind PgBouncer in transaction mode (A2 of growth)${program ? '' : ' — skipped: pgbouncer is not installed'}`,
  { timeout: 240_000 },
  async () => {
    const alone = installation.start('start.mjs', {
      environment: { DATABASE_URL: addresses.DATABASE_URL },
    })
    expect(await alone.exited).toBe(1)
    expect(alone.output().stderr).toContain('DATABASE_URL leads to a pooler such as PgBouncer')

    // Both on a database that holds nothing: tables, job queue and demo world are made once.
    const environment = { ...addresses, LOG_LEVEL: 'warn', SHUTDOWN_DELAY_SECONDS: '0' }
    const shops = [1, 2].map(() => installation.start('start.mjs', { environment }))
    const [firstUrl = '', secondUrl = ''] = await Promise.all(shops.map(({ opened }) => opened))
    expect(shops[0]?.output().stdout).toContain("set statement_timeout = '30s'")

    const number = await placeOrder(await logIn(firstUrl, 'giftshop1'))
    await expectLogoutEverywhere(firstUrl, secondUrl)
    await expectOneBuyer([firstUrl, secondUrl])
    expect(await countMails(number)).toBe(1)

    const file = path.join(installation.folder, 'shop.backup')
    await command(['backup', file])
    await command(['check'])
    for (const shop of shops) shop.signal('SIGTERM')
    expect(await Promise.all(shops.map(({ ended }) => ended))).toEqual([0, 0])
    expect(errorLines(shops)).toEqual([])
    await command(['restore', file, '--force'])
    expect(await pool.sessionsOf()).toBeGreaterThan(0)
  },
)

async function pgbouncer() {
  const places = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin']
  for (const folder of places) {
    const file = path.join(folder, 'pgbouncer')
    const secondUrl = await new Promise<boolean>((resolve) => {
      const child = spawn(file, ['--version'], { stdio: 'ignore' })
      child.on('error', () => resolve(false))
      child.on('exit', (code) => resolve(code === 0))
    })
    if (secondUrl) return file
  }
  return undefined
}

/** Six sessions of the database for all that two shops ask. It does not run as root. */
async function startPool(file: string, postgres: number) {
  const NOBODY = 65_534
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pgbouncer-'))
  const port = await freePort()
  const config = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users.txt')
  const { user } = inject('postgres')
  await writeFile(users, `"${user}" ""\n`)
  await writeFile(
    config,
    `[databases]
* = host=127.0.0.1 port=${postgres}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = ${user}
pool_mode = transaction
default_pool_size = 6
max_client_conn = 500
`,
  )
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const entry of [folder, config, users]) await chown(entry, NOBODY, NOBODY)
  await chmod(folder, 0o755)
  const child: ChildProcess = spawn(file, [config], {
    stdio: 'ignore',
    ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  while (!(await answersAt(port))) await pause(50)
  return {
    port,
    sessionsOf: async () => {
      const [row] = await database.sql<{ count: number }[]>`
        select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and application_name = 'giftpoint'`
      return row?.count ?? 0
    },
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort() {
  const server = net.createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

const answersAt = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('connect', () => resolve((socket.destroy(), true)))
    socket.on('error', () => resolve(false))
  })

type Holder = Awaited<ReturnType<typeof logIn>>

const clientAt = (base: string, token: string | null) =>
  createClient({ base, fetch, token: () => token })

async function logIn(url: string, code: string) {
  const keys = voucherKeys(DEFAULT_SALT, DEFAULT_PEPPER)
  const answer = await clientAt(url, null).call('logIn', { encrypted_code: keys.wireHash(code) })
  if (refused(answer) || !answer.code_is_valid)
    throw new Error(`${code}: ${JSON.stringify(answer)}`)
  return { ...clientAt(url, answer.wt), token: answer.wt }
}

async function placeOrder(holder: Holder) {
  const list = expectAnswer(await holder.call('products', {}))
  const gift = list.response.find(({ points }) => points > 0)
  expectAnswer(await holder.call('changeCart', { spli_id: gift?.spli_id ?? '', quantity: 1 }))
  expectAnswer(
    await holder.call('saveAddress', { ...sampleContact, direct_delivery_consent: true }),
  )
  const { response } = expectAnswer(await holder.call('convertCart', { payment_method: 'FC' }))
  const stored = expectAnswer(await holder.call('order', { order_number: response.order_number }))
  expect(stored.response.items).toHaveLength(1)
  return response.order_number
}

function expectAnswer<T extends object>(outcome: T): Exclude<T, { refused: unknown }> {
  if ('refused' in outcome) throw new Error(JSON.stringify(outcome))
  return outcome as Exclude<T, { refused: unknown }>
}

async function expectLogoutEverywhere(firstUrl: string, secondUrl: string) {
  const holder = await logIn(firstUrl, 'giftshop1')
  const otherProcess = clientAt(secondUrl, holder.token)
  expectAnswer(await otherProcess.call('readCart', {}))
  expectAnswer(await holder.call('logOut', {}))
  await expect
    .poll(async () => refused(await otherProcess.call('readCart', {}), 'no-session'), {
      timeout: 5000,
    })
    .toBe(true)
}

/** Eight holders in two processes order the last unit of a gift. */
async function expectOneBuyer(urls: string[]) {
  const words = 'vouchers create --channel 1014 --points 20 --count 8 --valid-until 2099-12-31'
  const codes = (await command(words.split(' '))).split('\n').slice(1, 9)
  const [gift] = await database.sql<{ sku: string; spli_id: string }[]>`
    select sku, spli_id from stock join offer using (sku)
    where channel_id = '1014' and points <= 20 and on_hand > 1 limit 1`
  const { sku = '', spli_id = '' } = gift ?? {}
  await database.sql`
    insert into stock_movement (sku, quantity, reason)
    select sku, 1 - on_hand, 'count' from stock where sku = ${sku}`
  const answers = await Promise.all(
    codes.map(async (line, at) => {
      const holder = await logIn(urls[at % 2] ?? '', line.split(',')[0] ?? '')
      expectAnswer(await holder.call('changeCart', { spli_id, quantity: 1 }))
      expectAnswer(
        await holder.call('saveAddress', { ...sampleContact, direct_delivery_consent: true }),
      )
      return holder.call('convertCart', { payment_method: 'FC' })
    }),
  )
  expect(answers).toHaveLength(8)
  expect(answers.filter((answer) => !refused(answer))).toHaveLength(1)
}

async function countMails(number: string) {
  const [row] = await database.sql<{ count: number }[]>`
    select count(*)::integer as count from mail
    where template = 'order-confirmation' and subject_id = ${number}`
  return row?.count
}

async function command(words: string[]) {
  const run = installation.start('shop.mjs', { args: words, environment: addresses })
  const code = await run.ended
  const { stdout, stderr } = run.output()
  expect(code, stderr + stdout).toBe(0)
  return stdout
}

const errorLines = (shops: StartedShop[]) =>
  shops.flatMap((shop) =>
    shop
      .output()
      .stdout.split('\n')
      .filter((line) => /"level":(40|50|60)/.test(line)),
  )
