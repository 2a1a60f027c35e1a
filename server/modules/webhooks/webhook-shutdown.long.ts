import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

import { expect, it } from 'vitest'

import { staffClient, jsonOf } from '#server/testing/clients/staff-client.ts'
import { createShopStarter } from '#server/testing/run/started-shop.ts'
import { postgresProxy } from '#server/testing/database/tcp-proxy.ts'
import { testShop } from '#server/testing/test-shop.ts'

const DELIVERIES = 10_000
const ROUNDS = 5
const WINDOW_MS = 2500
const AT_ONCE = 4

/** The listener and the client run in their own thread, outside the measured process. */
const OUTSIDE = `
  const http = require('node:http')
  const { parentPort } = require('node:worker_threads')
  let received = 0
  const server = http.createServer((request, response) => {
    received += 1
    request.resume()
    request.on('end', () => response.writeHead(204).end())
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }))
  const agent = new http.Agent({ keepAlive: true })
  const ask = (url) => new Promise((done, fail) => {
    http.get(url, { agent }, (response) => response.resume().on('end', done)).on('error', fail)
  })
  let place = 0
  parentPort.on('message', async ({ url, ms, atOnce }) => {
    const durations = []
    const before = received
    const until = performance.now() + ms
    const asks = async () => {
      while (performance.now() < until) {
        const began = performance.now()
        place += 1
        await ask(url + '/rest/producttags/products?search=' + encodeURIComponent('vase ' + place) + '&page=1')
        durations.push(performance.now() - began)
        await new Promise((done) => setTimeout(done, 8))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, asks))
    parentPort.postMessage({ durations, received: received - before })
  })`

type Window = { durations: number[]; received: number }
const share = (of: number[], part: number) =>
  of.toSorted((a, b) => a - b)[Math.floor(of.length * part)] ?? 0

it(
  `delivers ${DELIVERIES} events in the process that serves the shop, without noticeably slower pages (C47)`,
  { timeout: 600_000 },
  async () => {
    const shop = await testShop()
    const place = await createShopStarter()
    const proxy = await postgresProxy()
    const outside = new Worker(OUTSIDE, { eval: true })
    const nextMessage = <Message>() =>
      new Promise<Message>((done) => outside.once('message', (message: Message) => done(message)))
    try {
      const { port } = await nextMessage<{ port: number }>()
      const owner = await staffClient(shop)
      await owner.signIn()
      const { id } = await jsonOf<{ id: string }>(
        await owner.request('POST', '/backoffice/api/webhooks', {
          name: 'Books',
          url: `http://127.0.0.1:${port}/hooks`,
          kinds: ['order.placed'],
          channels: [],
        }),
      )
      await shop.sql`update webhook_endpoint set state = 'off' where id = ${id}`
      await shop.sql`
        with event as (
          insert into webhook_event (kind, subject, channel_id, facts, at)
          select 'order.placed', 'order ' || n, '1014', jsonb_build_object('number', n::text, 'total_points', 20,
            'points_paid', 20, 'cents_paid', 0, 'state', 'placed', 'placed_at', now(), 'delivery_kind', 'home', 'lines', (
              select json_agg(json_build_object('line', line, 'sku', line::text, 'quantity', 1, 'points', 5, 'state', 'placed'))
              from generate_series(1, 4) line)),
            now() - interval '1 hour'
          from generate_series(1, ${DELIVERIES}) n returning id, subject, at)
        insert into webhook_delivery (endpoint_id, event_id, subject, due_at)
        select ${id}, id, subject, at from event`
      const name = 'database' in shop.database.settings ? shop.database.settings.database : ''
      const shopProcess = place.start('start.mjs', {
        environment: { DATABASE_URL: proxy.urlOf(name) },
      })
      const url = await shopProcess.opened

      const measure = async (ms = WINDOW_MS) => {
        // It is a thread, not a window.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        outside.postMessage({ url, ms, atOnce: AT_ONCE })
        return nextMessage<Window>()
      }
      const switchWebhook = async (on: boolean) => {
        await shop.sql`update webhook_endpoint set state = ${on ? 'on' : 'off'} where id = ${id}`
        await pause(1500)
      }
      const quiet: Window[] = []
      const delivering: Window[] = []
      await measure()
      for (let round = 0; round < ROUNDS; round += 1) {
        quiet.push(await measure())
        await switchWebhook(true)
        delivering.push(await measure())
        await switchWebhook(false)
      }
      await switchWebhook(true)
      const drained = async () =>
        (await shop.sql`select from webhook_delivery where state = 'waiting'`).count
      await expect.poll(drained, { timeout: 300_000, interval: 500 }).toBe(0)

      const heardInQuiet = quiet.reduce((sum, { received }) => sum + received, 0)
      const received = delivering.reduce((sum, { received }) => sum + received, 0)
      const of = (windows: Window[], part: number) =>
        share(
          windows.map(({ durations }) => share(durations, part)),
          0.5,
        )
      const ratio = (part: number) => of(delivering, part) / of(quiet, part)
      const perSecond = Math.round((received * 1000) / (ROUNDS * WINDOW_MS))
      const figures = [0.5, 0.9].map(
        (part) =>
          `p${part * 100} ${of(quiet, part).toFixed(2)} -> ${of(delivering, part).toFixed(2)} ms (x ${ratio(part).toFixed(2)})`,
      )
      process.stdout.write(`${perSecond} events a second; ${figures.join(', ')}\n`)
      expect(heardInQuiet).toBe(0)
      // Delivery continues, and pages are not delayed.
      expect(perSecond).toBeGreaterThan(40)
      expect(ratio(0.5)).toBeLessThan(1.25)
      expect(ratio(0.9)).toBeLessThan(1.5)
    } finally {
      await outside.terminate()
      await place.close()
      proxy.close()
      await shop.stop()
    }
  },
)
