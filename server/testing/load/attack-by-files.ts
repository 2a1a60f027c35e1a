import { expect } from 'vitest'

import {
  hostileMail,
  hostilePictures,
  hostileSheets,
  longDrawing,
  longMail,
  seededRandom,
} from '#server/testing/load/hostile-input.ts'
import { watchTurns } from '#server/testing/load/longest-turn.ts'
import { releaseClient } from '#server/testing/clients/release-client.ts'
import { testShop } from '#server/testing/test-shop.ts'

const TOKEN = 'a token of the mail server'
/** Every other status is a defect. */
const EXPECTED_STATUSES = new Set([200, 400, 409, 413, 503])

/**
 * Sends hostile mails, images and spreadsheets over HTTP, eight of a kind at once. Returns the longest block of the
 * server's event loop, which is the longest delay for any other request.
 */
export async function attackByFiles(counts: { mails: number; pictures: number; sheets: number }) {
  const shop = await testShop({
    environment: { MAIL_REPLY_TO: 'answers@post.example', MAIL_INBOUND_TOKEN: TOKEN },
  })
  try {
    const owner = await releaseClient(shop)
    const picture = await hostilePictures()
    const sheet = hostileSheets()
    const statuses: Record<string, number> = {}
    const send = async (name: string, path: string, init: RequestInit) => {
      const { status } = await fetch(`${shop.url}${path}`, { method: 'POST', ...init })
      expect(EXPECTED_STATUSES.has(status), `${name} was answered ${status}`).toBe(true)
      statuses[`${name} ${status}`] = (statuses[`${name} ${status}`] ?? 0) + 1
    }
    const upload = (name: string, path: string, bytes: Buffer, kind?: string) => {
      const body = new FormData()
      if (kind) body.set('kind', kind)
      body.set('file', new Blob([new Uint8Array(bytes)]), 'file')
      const headers = { 'x-backoffice': '1', cookie: owner.guest.cookie() }
      return send(name, path, { headers, body })
    }
    const mailHeaders = { authorization: `Bearer ${TOKEN}`, 'content-type': 'message/rfc822' }
    const mail = (bytes: Buffer) =>
      send('mail', '/webhooks/incoming-mails', {
        headers: mailHeaders,
        body: new Uint8Array(bytes),
      })
    const [long, drawing] = [longMail(), longDrawing()]
    const turns = watchTurns()
    await Promise.all([
      mail(long),
      upload('picture', '/backoffice/api/media', drawing),
      runMany(counts.mails, 1, (random) => mail(hostileMail(random))),
      runMany(counts.pictures, 2, (random) =>
        upload('picture', '/backoffice/api/media', picture(random)),
      ),
      runMany(counts.sheets, 3, (random) =>
        upload('sheet', '/backoffice/api/imports', sheet(random), 'gifts'),
      ),
    ])
    const longestMs = turns.stop().longest
    expect((await shop.request('/health/live')).status).toBe(200)
    return { longestMs, statuses }
  } finally {
    await shop.stop()
  }
}

async function runMany(
  count: number,
  seed: number,
  attack: (random: ReturnType<typeof seededRandom>) => Promise<void>,
) {
  const random = seededRandom(seed)
  let left = count
  const work = async () => {
    while (left > 0) {
      left -= 1
      await attack(random)
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}
