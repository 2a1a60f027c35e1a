import http from 'node:http'
import net from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import { type StartedShop, createShopStarter } from '#server/testing/run/started-shop.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { testDatabase } from '#server/testing/test-database.ts'

const REQUESTS = 3000
const AT_ONCE = 24
const POLL_EVERY_MS = 100

/** Requests a URL on a reused connection or on a new one. */
const keepAliveAgent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })
const getStatus = (url: string, agent: http.Agent | false) =>
  new Promise<number>((done, fail) => {
    const request = http.get(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => done(response.statusCode ?? 0))
      response.on('error', fail)
    })
    request.on('error', fail)
  })

/** Sends no request to a shop whose readiness check failed, from the next check on. */
function balancer(urls: string[]) {
  const ready = new Set(urls)
  const reasons: string[] = []
  const watching = new AbortController()
  const watch = async (url: string) => {
    while (!watching.signal.aborted) {
      const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
      if (answer?.status === 503) reasons.push(await answer.text())
      if (answer?.ok) ready.add(url)
      else ready.delete(url)
      await pause(POLL_EVERY_MS)
    }
  }
  const watched = Promise.all(urls.map(watch))
  let counter = 0
  return {
    next: () => [...ready][(counter += 1) % ready.size] ?? '',
    reasons,
    stop() {
      watching.abort()
      return watched
    },
  }
}

it(
  'answers all of 3,000 requests while one of two processes drains and stops (B4 of growth)',
  { timeout: 120_000 },
  async () => {
    const installation = await createShopStarter()
    const proxy = await postgresProxy()
    const world = await testDatabase('template_world', { max: 1 })
    const name = 'database' in world.settings ? world.settings.database : ''
    // As long as a busy machine may take until the balancer has looked.
    const environment = { DATABASE_URL: proxy.urlOf(name), SHUTDOWN_DELAY_SECONDS: '8' }
    const shops: StartedShop[] = [1, 2].map(() => installation.start('start.mjs', { environment }))
    const running = new Set(shops)
    for (const shop of shops) void shop.ended.then(() => running.delete(shop))
    onTestFinished(async () => {
      for (const shop of running) shop.signal('SIGTERM')
      await Promise.all(shops.map(({ ended }) => ended))
      await installation.close()
      await world.drop()
      proxy.close()
    })
    const [first] = shops
    const urls = await Promise.all(shops.map(({ opened }) => opened))
    const loadBalancer = balancer(urls)
    // A browser opens such ones ahead, and never asks.
    const unused = net.connect(Number(new URL(urls[0] ?? '').port), 'localhost')
    unused.on('error', () => {})
    onTestFinished(async () => {
      unused.destroy()
      keepAliveAgent.destroy()
      await loadBalancer.stop()
    })

    const ended = new AbortController()
    let requested = 0
    const statuses = new Map<number | string, number>()
    const work = async (at: number) => {
      while (requested < REQUESTS || !ended.signal.aborted) {
        requested += 1
        if (requested === REQUESTS / 4) first?.signal('SIGTERM')
        const page = at % 3 ? '/rest/site' : '/backoffice'
        const status = await getStatus(
          loadBalancer.next() + page,
          at % 2 ? keepAliveAgent : false,
        ).catch(String)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const workers = Array.from({ length: AT_ONCE }, (_, at) => work(at))
    expect(await first?.ended).toBe(0)
    ended.abort()
    await Promise.all(workers)
    expect([...statuses.keys()]).toEqual([200])
    expect(statuses.get(200)).toBeGreaterThanOrEqual(REQUESTS)
    // On a busy machine the database may have been late before.
    expect(loadBalancer.reasons.map((reason) => JSON.parse(reason) as unknown)).toContainEqual({
      success: false,
      error: { code: 'unavailable', Message: 'not ready: draining' },
    })
  },
)
