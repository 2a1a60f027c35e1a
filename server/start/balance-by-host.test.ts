import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { projectRoot } from '#server/platform/storage/project-root.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'
import { type TestShop, testShop } from '#server/testing/test-shop.ts'

const EXAMPLE_CONFIG = readFileSync(path.join(projectRoot, 'deploy/haproxy.cfg'), 'utf8')
const HAPROXY = ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find(existsSync)
const NAMES = ['a', 'b', 'c']
const hosts = Array.from({ length: 24 }, (_, at) => `company-${at}.localhost`)

let folder: Awaited<ReturnType<typeof temporaryFolder>> | undefined
let shops: TestShop[] = []
let balancer: Awaited<ReturnType<typeof startBalancer>> | undefined

beforeAll(async () => {
  if (!HAPROXY) return
  folder = await temporaryFolder()
  const first = await testShop()
  await first.sql`
    insert into channel (id, name) select (5000 + at)::text, 'Company ' || at from generate_series(0, 23) at`
  await first.sql`
    insert into channel_host (host, channel_id)
    select 'company-' || at || '.localhost', (5000 + at)::text from generate_series(0, 23) at`
  await first.sql`insert into change_event (topic, subject) values ('catalogue', '')`
  await first.shop.changeEvents.poll()
  const others = await Promise.all(NAMES.slice(1).map(() => testShop({ database: first.database })))
  shops = [first, ...others]
  balancer = await startBalancer(HAPROXY, folder.folder)
})
afterAll(async () => {
  await balancer?.stop()
  for (const shop of shops.toReversed()) await shop.stop()
  await folder?.remove()
})

it('the example configuration of HAProxy balances by host and uses the health probe of the shop', async () => {
  const backend = EXAMPLE_CONFIG.slice(EXAMPLE_CONFIG.indexOf('backend shops'))
  for (const line of [
    'balance hdr(host)',
    'hash-type consistent djb2 avalanche',
    'hash-balance-factor 200',
    'http-check send meth GET uri /health/ready',
    'http-check expect status 200',
    'option redispatch 1',
  ])
    expect(backend).toContain(`\n  ${line}\n`)
  expect(EXAMPLE_CONFIG).toMatch(/del-header X-Forwarded-For\n.*del-header X-Forwarded-Host\n/s)
  const servers = [...backend.matchAll(/^ {2}server (\w) \S+ id (\d) check$/gm)]
  expect(servers.map(([, name, id]) => [name, id])).toEqual([
    ['a', '1'],
    ['b', '2'],
    ['c', '3'],
  ])
})

it.skipIf(!HAPROXY)(
  `HAProxy sends each channel to one of three processes, and moves only the channels of a stopped one (issue 11.4)${HAPROXY ? '' : ' — skipped: haproxy is not installed'}`,
  { timeout: 240_000 },
  async () => {
    const at = await processOfEachHost()
    expect(new Set(at.values()).size).toBe(3)
    for (let time = 0; time < 3; time += 1) expect(await processOfEachHost()).toEqual(at)
    // Each has read its own channels and no others.
    const [, b = '', c = ''] = shops.map(processOf)
    for (const shop of shops) {
      const own = [...at].filter(([, mark]) => mark === processOf(shop)).map(([host]) => host)
      const loadedHosts = hosts.filter(
        (host) => shop.shop.models.known(channelOf(host)) !== undefined,
      )
      expect(loadedHosts.toSorted()).toEqual(own.toSorted())
    }

    // One is drained: what it had goes elsewhere, nothing else does, and all comes back with it.
    await balancer?.say('set server shops/b state drain')
    const whileDrained = await processOfEachHost()
    for (const [host, mark] of at) {
      if (mark === b) expect(whileDrained.get(host)).not.toBe(b)
      else expect([host, whileDrained.get(host)]).toEqual([host, mark])
    }
    await balancer?.say('set server shops/b state ready')
    expect(await processOfEachHost()).toEqual(at)

    // A channel that all want at once is more than one process has to do alone.
    const [host = ''] = hosts
    const parallelRequests = await Promise.all(Array.from({ length: 120 }, () => requestPage(host)))
    expect(parallelRequests.filter(({ status }) => status !== 200)).toEqual([])
    expect(new Set(parallelRequests.map(({ mark }) => mark)).size).toBeGreaterThan(1)

    // One process ends without notice: no request fails, and only its channels move to other processes.
    const last = shops.find((shop) => processOf(shop) === c)
    shops = shops.filter((shop) => shop !== last)
    await last?.stop()
    const after = await processOfEachHost()
    for (const [one, mark] of at) {
      if (mark === c) expect(after.get(one)).not.toBe(c)
      else expect([one, after.get(one)]).toEqual([one, mark])
    }
  },
)

const channelOf = (host: string) => String(5000 + Number(/\d+/.exec(host)?.[0]))

/** What a process signs its answers with. */
const processIds = new WeakMap<TestShop, string>()
const processOf = (shop: TestShop) => processIds.get(shop) ?? ''

/** By one after the other, so that none is too busy for a channel of its own. */
async function processOfEachHost() {
  const places = new Map<string, string>()
  for (const host of hosts) {
    const { status, mark } = await requestPage(host)
    expect([host, status]).toEqual([host, 200])
    places.set(host, mark)
  }
  return places
}

const requestPage = (host: string, base = `http://127.0.0.1:${balancer?.port}`) =>
  new Promise<{ status: number; mark: string }>((resolve, fail) => {
    const request = http.get(
      `${base}/rest/hcms/companyinfo`,
      { headers: { host }, agent: false },
      (response) => {
        response.resume()
        const [mark = ''] = String(response.headers['x-request-id']).split('-')
        response.on('end', () => resolve({ status: response.statusCode ?? 0, mark }))
      },
    )
    request.on('error', fail)
  })

/** The real one, as it is shipped but for addresses: this machine's. */
async function startBalancer(program: string, place: string) {
  const port = await freePort()
  const socket = path.join(place, 'admin.sock')
  const file = path.join(place, 'haproxy.cfg')
  for (const shop of shops) processIds.set(shop, (await requestPage('127.0.0.1', shop.url)).mark)
  const addresses = shops.map((shop) => new URL(shop.url).host)
  const settings = EXAMPLE_CONFIG.replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace('/run/haproxy/admin.sock', socket)
    .replace(/^( {2}server (\w)) \S+/gm, (_, start: string, name: string) => {
      return `${start} ${addresses[NAMES.indexOf(name)]}`
    })
  await writeFile(file, settings)
  const checked = spawnSync(program, ['-c', '-f', file], { encoding: 'utf8' })
  expect(`${checked.stdout}${checked.stderr}`).toBe('Configuration file is valid\n')
  const child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  await vi.waitFor(
    async () => expect((await requestPage('x', `http://127.0.0.1:${port}`)).status).toBe(200),
    { timeout: 20_000, interval: 100 },
  )
  const sendCommand = (words: string) =>
    new Promise<void>((resolve, fail) => {
      const line = net.connect(socket, () => line.end(`${words}\n`))
      line
        .on('error', fail)
        .on('close', () => resolve())
        .resume()
    })
  return {
    port,
    say: sendCommand,
    stop() {
      child.kill('SIGTERM')
      return ended
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
