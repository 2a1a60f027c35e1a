import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { connect } from '#server/platform/db/database.ts'
import { projectRoot } from '#server/platform/storage/project-root.ts'
import {
  startPartialLogin,
  logInAt,
  type StartedShop,
  createShopStarter,
} from '#server/testing/run/started-shop.ts'

let installation: Awaited<ReturnType<typeof createShopStarter>>
beforeAll(async () => {
  installation = await createShopStarter()
})
afterAll(() => installation.close())

const npmStart = () => installation.start('', { command: ['npm', 'start'], grouped: true })

/** Twelve logins of which half has arrived when the signal comes. */
async function startLogins(shop: StartedShop) {
  const url = await shop.opened
  const logins = await Promise.all(Array.from({ length: 12 }, () => startPartialLogin(url)))
  // Another connection proves that they have been read.
  await fetch(`${url}/health/live`)
  return logins
}

/** The server and its backends, by its own note and the kernel's list. */
async function databaseProcesses() {
  const pidFile = path.join(installation.folder, 'data/database/pgdata/postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8')).split('\n')[0])
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

describe('a shop that gets a stop signal (A8)', () => {
  const STOP_SIGNALS: [
    string,
    () => StartedShop,
    (shop: StartedShop) => void,
    exitCode?: number,
  ][] = [
    [
      'SIGTERM to npm alone, which exits afterwards with the same code',
      npmStart,
      (shop) => shop.signal('SIGTERM'),
      0,
    ],
    [
      'SIGTERM to the complete process group, as timeout sends it',
      npmStart,
      (shop) => shop.signal('SIGTERM', { group: true }),
    ],
    [
      'Ctrl-C in a terminal, hit three times at once',
      npmStart,
      (shop) => {
        for (let time = 0; time < 3; time += 1) shop.signal('SIGINT', { group: true })
      },
    ],
    [
      'SIGHUP to npm, which ends npm at once',
      npmStart,
      (shop) => shop.signal('SIGHUP', { group: false }),
    ],
    [
      'SIGHUP to the process group, as a closing terminal sends it',
      npmStart,
      (shop) => shop.signal('SIGHUP', { group: true }),
    ],
    [
      'SIGQUIT to the process itself',
      () => installation.start('start.mjs'),
      (shop) => shop.signal('SIGQUIT'),
    ],
  ]

  it.each(STOP_SIGNALS)(
    'answers all twelve running requests and stops its database after %s',
    { timeout: 240_000 },
    async (_, start, request, exitCode) => {
      const shop = start()
      const logins = await startLogins(shop)
      request(shop)
      await shop.waitForOutput('Stopping')
      const answers = await Promise.all(logins.map((login) => login.finish()))
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 200/)
      await shop.ended
      expect(installation.databaseRuns()).toBe(false)
      if (exitCode !== undefined) expect(await shop.exited).toBe(exitCode)
    },
  )

  it(
    'stops completely if PostgreSQL gets the signal at the same time, as from systemd',
    { timeout: 240_000 },
    async () => {
      const shop = installation.start('start.mjs')
      const logins = await startLogins(shop)
      const processes = await databaseProcesses()
      shop.signal('SIGTERM')
      for (const pid of processes) process.kill(pid, 'SIGTERM')
      await shop.waitForOutput('Stopping')
      const answers = await Promise.all(logins.map((login) => login.finish()))
      for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 (200|503)/)
      expect(await shop.ended).toBe(0)
      expect(installation.databaseRuns()).toBe(false)
    },
  )

  it(
    'stops at a second signal although a request never ends, and stops its database',
    { timeout: 240_000 },
    async () => {
      // What it would wait beyond its eight seconds.
      const environment = { SHUTDOWN_DELAY_SECONDS: '300' }
      const shop = installation.start('start.mjs', { environment })
      const [login] = await startLogins(shop)
      const startedAt = performance.now()
      shop.signal('SIGTERM')
      await shop.waitForOutput('Stopping')
      const repeatTimer = setInterval(() => shop.signal('SIGTERM'), 50)
      const code = await shop.ended.finally(() => clearInterval(repeatTimer))
      expect(code).toBe(1)
      // Not at once, which would take npm's own second signal for impatience; nor by what it waits of itself, which is
      // longer than this test may take.
      expect(performance.now() - startedAt).toBeGreaterThan(900)
      await login?.closed
      // Only this test waits for its end.
      await expect.poll(() => installation.databaseRuns(), { timeout: 120_000 }).toBe(false)
    },
  )

  it(
    'waits for an endless request only for SHUTDOWN_TIMEOUT_SECONDS, and stops its database',
    { timeout: 240_000 },
    async () => {
      const shop = installation.start('start.mjs', {
        environment: { SHUTDOWN_TIMEOUT_SECONDS: '12' },
      })
      const [login] = await startLogins(shop)
      shop.signal('SIGTERM')
      await shop.waitForOutput('Stopping')
      const startedAt = performance.now()
      expect(await shop.ended).toBe(1)
      expect(performance.now() - startedAt).toBeGreaterThan(10_500)
      await login?.closed
      await expect.poll(() => installation.databaseRuns(), { timeout: 120_000 }).toBe(false)
    },
  )
})

describe('a shop that gets a stop signal before it is open (A8)', () => {
  it(
    'stops completely at every stage of its first start, and the next start completes it, also after a kill (A8)',
    { timeout: 480_000 },
    async () => {
      const firstInstallation = await createShopStarter()
      for (const stage of [
        'Creating a database',
        'Starting the database',
        'Preparing the database',
        'Loading the demo world',
      ]) {
        const shop = firstInstallation.start('start.mjs', { grouped: true })
        const reached = shop.waitForOutput(stage)
        reached.catch(() => {})
        // On a slow machine the previous start may pass this stage before the signal arrives.
        await Promise.race([reached, shop.opened])
        shop.signal('SIGTERM', { group: true })
        expect(await shop.ended, stage + shop.output().stderr).toBe(0)
        expect(shop.output().stderr).toBe('')
        expect(firstInstallation.databaseRuns()).toBe(false)
      }

      await firstInstallation.close()

      // Another place: the first one may have loaded its world already.
      const secondInstallation = await createShopStarter()
      const killedShop = secondInstallation.start('start.mjs')
      await killedShop.waitForOutput('Loading the demo world')
      const sql = connect(
        {
          host: path.join(secondInstallation.folder, 'data/database/run'),
          port: 5432,
          user: 'giftpoint',
          database: 'giftpoint',
        },
        { max: 1 },
      )
      const channels = async () =>
        (await sql<{ count: number }[]>`select count(*) from channel`)[0]?.count ?? 0
      while ((await channels()) === 0);
      killedShop.signal('SIGKILL')
      await killedShop.exited
      await sql.end()

      const shop = secondInstallation.start('start.mjs')
      const url = await shop.opened
      for (const code of ['giftshop1', 'giftshop3', 'giftshop4']) {
        expect(await (await logInAt(url, code)).json()).toMatchObject({ code_is_valid: true })
      }
      shop.signal('SIGTERM')
      expect(await shop.ended).toBe(0)
      await secondInstallation.close()
    },
  )

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)(
    'ends by %s with exit code %d during the installation of packages, together with the installation',
    async (signal, code) => {
      const tree = path.join(installation.folder, `tree ${signal}`)
      const bin = path.join(tree, 'bin')
      await mkdir(path.join(tree, 'scripts'), { recursive: true })
      await mkdir(bin)
      for (const name of ['start.mjs', 'check-port.mjs', 'prepare.mjs', 'prepare-lock.mjs'])
        await copyFile(path.join(projectRoot, 'scripts', name), path.join(tree, 'scripts', name))
      await copyFile(
        path.join(projectRoot, 'package-lock.json'),
        path.join(tree, 'package-lock.json'),
      )
      // An npm that takes its time, and programs of its own.
      await writeFile(path.join(bin, 'npm'), '#!/bin/sh\necho installing >&2\nsleep 600 &\nwait\n')
      await chmod(path.join(bin, 'npm'), 0o755)
      const shop = installation.start('', {
        command: [process.execPath, path.join(tree, 'scripts/start.mjs')],
        environment: { PATH: `${bin}:${process.env['PATH']}` },
      })
      await new Promise<void>((done) =>
        shop.child.stderr.on('data', (data) => String(data).includes('installing') && done()),
      )
      shop.signal(signal)
      expect(await shop.ended).toBe(code)
    },
  )
})
