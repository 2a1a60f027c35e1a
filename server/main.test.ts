import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { projectRoot } from '#server/platform/storage/project-root.ts'
import { logInAt, createShopStarter } from '#server/testing/run/started-shop.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { testDatabase } from '#server/testing/test-database.ts'
import { settlesWithin } from '#server/testing/within-seconds.ts'

let installation: Awaited<ReturnType<typeof createShopStarter>>
let folder: string
beforeAll(async () => {
  installation = await createShopStarter()
  folder = installation.folder
})
afterAll(() => installation.close())

/** Runs start.mjs without npm, which would only intercept the signals. */
const start = (environment: Record<string, string> = {}) =>
  installation.start('start.mjs', { environment })

/** The start script of a fresh clone, in which nothing is installed or built. */
async function treeWithoutPackages() {
  const scripts = path.join(folder, 'tree/scripts')
  await mkdir(scripts, { recursive: true })
  for (const name of ['start.mjs', 'check-port.mjs', 'prepare.mjs', 'prepare-lock.mjs'])
    await copyFile(path.join(projectRoot, 'scripts', name), path.join(scripts, name))
  return path.join(scripts, 'start.mjs')
}

/** One event, as programs read it. */
function messageOf(line: string): string {
  expect(line.trim().split('\n')).toHaveLength(1)
  return String(JSON.parse(line).msg)
}

describe('npm start', () => {
  it(
    'starts the shop, prints its address and accounts, and stops within ten seconds of SIGTERM',
    { timeout: 240_000 },
    async () => {
      const shop = start()
      const url = await shop.opened
      expect(await (await logInAt(url)).json()).toMatchObject({ code_is_valid: true })
      // These lines are printed last.
      await shop.waitForOutput('Account employer@giftpoint.example, same password')
      const lines = shop.output().stdout.split('\n')
      for (const line of [
        `Shop: ${url}`,
        `Back office: ${url}/backoffice`,
        'Staff accounts, one for each role, password giftpoint-demo:',
        `Employer portal: ${url}/employer`,
      ])
        expect(lines).toContainEqual(expect.stringContaining(`"msg":"${line}"`))
      // A file that a person reads holds one line for each line (SAFE-18, C3).
      expect(shop.output().stdout).not.toContain('\\n')
      const colleague = await fetch(`${url}/backoffice/api/session`, {
        method: 'POST',
        headers: { 'x-backoffice': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'editor@giftpoint.example', password: 'giftpoint-demo' }),
      })
      expect(await colleague.json()).toMatchObject({
        staff: { role: 'editor', channels: ['1014'] },
      })
      const employer = await fetch(`${url}/employer/api/session`, {
        method: 'POST',
        headers: { 'x-employer': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'employer@giftpoint.example', password: 'giftpoint-demo' }),
      })
      expect(await employer.json()).toMatchObject({ who: { employer: 'Kwartelhof', totp: false } })

      shop.child.kill('SIGTERM')
      expect(await settlesWithin(10, shop.ended)).toBe(true)
      expect(await shop.ended).toBe(0)
      expect(installation.databaseRuns()).toBe(false)

      // The goal is 1.5 s on a machine that does nothing else, and measured there: `npm run scale -- first-start`.
      const second = start()
      expect(await settlesWithin(20, second.opened)).toBe(true)
      expect(await (await logInAt(await second.opened)).json()).toMatchObject({
        code_is_valid: true,
      })

      const { port } = new URL(await second.opened)
      const third = start({ PORT: port })
      expect(await third.ended).toBe(1)
      expect(messageOf(third.output().stderr)).toMatch(/^Port \d+ is in use\. .*\.$/)
      expect((await logInAt(await second.opened)).status).toBe(200)

      const check = installation.start('shop.mjs', { args: ['check'] })
      expect(await check.ended).toBe(0)
      expect(check.output().stdout).toContain('The accounts match.')

      second.child.kill('SIGTERM')
      expect(await second.ended).toBe(0)
    },
  )

  const startupError = async (environment: Record<string, string>) => {
    const shop = start(environment)
    expect(await shop.ended).toBe(1)
    const { stderr } = shop.output()
    return messageOf(stderr)
  }

  it(
    'reports a startup error in one sentence with its solution',
    { timeout: 240_000 },
    async () => {
      await writeFile(path.join(folder, 'a-file'), '')
      expect(await startupError({ GIFTPOINT_DATA: path.join(folder, 'a-file/below') })).toMatch(
        /is not writable\. Make it writable, or set GIFTPOINT_DATA to another folder\.$/,
      )
      expect(
        await startupError({
          DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none',
          DATABASE_START_SECONDS: '0',
        }),
      ).toMatch(
        /^The database of DATABASE_URL did not answer within 0 seconds \(127\.0\.0\.1:1: ECONNREFUSED\): check that it is running/,
      )
      expect(await startupError({ DATABASE_URL: 'mysql://x' })).toMatch(
        /DATABASE_URL cannot be used: it must begin with postgres/,
      )
      expect(await startupError({ HOST: '203.0.113.1' })).toMatch(
        /HOST 203\.0\.113\.1 is not an address of this machine/,
      )
    },
  )

  it.each(['abc', '70000', '-1', '1e3'])(
    'refuses the port %s before it starts anything (SAFE-18, B10)',
    async (port) => {
      const data = path.join(folder, 'never-begun')
      const shop = installation.start('start.mjs', {
        command: [process.execPath, await treeWithoutPackages()],
        environment: { PORT: port, GIFTPOINT_DATA: data },
      })
      expect(await shop.ended).toBe(1)
      expect(messageOf(shop.output().stderr)).toBe('PORT must be a whole number from 0 to 65535.')
      expect(existsSync(data)).toBe(false)
    },
  )

  it('reports that its port is in use before it starts anything (SAFE-18, B10)', async () => {
    const blocker = net.createServer()
    await new Promise<void>((done) => blocker.listen(0, 'localhost', done))
    const address = blocker.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const data = path.join(folder, 'never-begun')
    expect(await startupError({ PORT: String(port), GIFTPOINT_DATA: data })).toBe(
      `Port ${port} is in use. Stop the other program, or choose another port: PORT=3001 npm start.`,
    )
    expect(existsSync(data)).toBe(false)
    blocker.close()
  })

  it(
    'reports what is wrong with a reachable database, without its password',
    { timeout: 240_000 },
    async () => {
      const proxy = await postgresProxy()
      const database = await testDatabase('template_migrated', { max: 1 })
      const { sql, settings } = database
      const name = 'database' in settings ? settings.database : ''
      const role = `guest_${name}`
      await sql.unsafe(`create role ${role} login password 'secret'`)
      const startupErrorOf = (user: string, database: string) =>
        startupError({
          DATABASE_URL: `postgres://${user}:secret@127.0.0.1:${proxy.port}/${database}`,
        })
      const answers = [
        await startupErrorOf(role, `no_${name}`),
        await startupErrorOf(`no_${role}`, name),
        await startupErrorOf(role, 'template1'),
      ]
      await sql.unsafe(`drop role ${role}`)
      await database.drop()
      proxy.close()

      expect(answers[0]).toMatch(/^The database of DATABASE_URL cannot be used \(3D000\): check/)
      expect(answers[1]).toMatch(/^The database of DATABASE_URL cannot be used \(28\w+\): check/)
      expect(answers[2]).toMatch(
        /the user of DATABASE_URL may not change them \(42501\): run .* migrate with DATABASE_OWNER_URL/,
      )
      expect(answers.join('')).not.toContain('secret')
    },
  )

  it(
    'starts four processes at once on an empty database, and all of them open (B33)',
    { timeout: 240_000 },
    async () => {
      const proxy = await postgresProxy()
      const empty = await testDatabase('template0', { max: 1 })
      const name = 'database' in empty.settings ? empty.settings.database : ''
      const shops = Array.from({ length: 4 }, () =>
        start({ DATABASE_URL: proxy.urlOf(name), SHUTDOWN_DELAY_SECONDS: '0' }),
      )
      const urls = await Promise.all(shops.map(({ opened }) => opened))
      for (const url of urls) {
        expect(await (await logInAt(url)).json()).toMatchObject({ code_is_valid: true })
      }
      for (const shop of shops) shop.signal('SIGTERM')
      for (const shop of shops) {
        expect(await shop.ended).toBe(0)
        expect(shop.output().stderr).toBe('')
      }
      await empty.drop()
      proxy.close()
    },
  )

  it(
    'refuses live mode with a sandbox or a default secret, and names each of them',
    { timeout: 240_000 },
    async () => {
      const refusal = await startupError({ GIFTPOINT_LIVE: 'true' })
      for (const word of ['SMTP_URL', 'GIFTPOINT_PEPPER', 'GIFTPOINT_VOUCHER_SALT', 'PUBLIC_URL']) {
        expect(refusal).toContain(word)
      }
      const validSettings = {
        GIFTPOINT_LIVE: 'true',
        MOLLIE_API_KEY: 'live_x',
        MONTA_USER: 'u',
        MONTA_PASSWORD: 'p',
        POSTCODE_KEY: 'k',
        POSTCODE_SECRET: 's',
        SMTP_URL: 'smtp://127.0.0.1:1',
        MAIL_FROM: 'Shop <shop@example.com>',
        GIFTPOINT_PEPPER: 'a:9f2c81b7d05e4a63b8c7e1f0a2d49536',
        GIFTPOINT_VOUCHER_SALT: 'c41d9e07b3f85a26',
        PUBLIC_URL: 'https://shop.example',
        TRUSTED_PROXIES: 'loopback',
      }
      expect(await startupError(validSettings)).toMatch(
        /demo vouchers are in the database; staff accounts of the demo world are in the database/,
      )
      const weak = { ...validSettings, GIFTPOINT_PEPPER: 'a:b', GIFTPOINT_VOUCHER_SALT: 'x' }
      expect(await startupError(weak)).toMatch(
        /secret of GIFTPOINT_PEPPER can be guessed .*SALT can be/,
      )
    },
  )
})
