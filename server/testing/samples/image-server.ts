import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import Fastify from 'fastify'
import pino from 'pino'
import sharp from 'sharp'

import { readConfig } from '#server/platform/config/config.ts'
import type { MediaType } from '#server/modules/media/image-type.ts'
import { Memory } from '#server/platform/cache/memory-cache.ts'
import { createMetrics } from '#server/platform/metrics/metrics.ts'
import { imageRoutes } from '#server/modules/media/image.shop-routes.ts'
import { testDatabase } from '#server/testing/test-database.ts'

/** Only the image routes, with their own database and folder. */
export async function imageServer() {
  const db = await testDatabase()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'pictures-'))
  /** The queries to the database, and the log lines, so far. */
  const queries: string[] = []
  const logged: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  const sql = new Proxy(db.sql, {
    apply(target, self, args: unknown[]) {
      queries.push((args[0] as string[]).join('?'))
      return Reflect.apply(target, self, args) as unknown
    },
  })

  function open({ data = folder, megabytes = '100', hosts = [] as string[] } = {}) {
    const app = Fastify({ exposeHeadRoutes: true })
    const config = readConfig({ GIFTPOINT_DATA: data, PICTURE_CACHE_MB: megabytes })
    imageRoutes(
      app,
      { sql, config, log, metrics: createMetrics(), memory: new Memory(64_000_000) },
      { hosts },
    )
    return {
      get: (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
        app.inject({
          method,
          url: `/images/local/${url}`,
          headers: { accept: 'image/webp', ...headers },
        }),
      getUrl: (url: string) => app.inject({ url }),
      close: () => app.close(),
    }
  }

  async function store(bytes: Buffer, mediaType: MediaType, size = { width: 0, height: 0 }) {
    const hash = randomBytes(16).toString('hex')
    await db.sql`insert into picture ${db.sql([{ hash, media_type: mediaType, bytes, ...size }])}`
    return hash
  }

  return {
    open,
    queries,
    logged,
    store,
    /** Stores an image that compresses badly. Returns its file name. */
    async storeRaster(width = 1000, height = 500) {
      const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
      const create = { width, height, channels: 3 as const, background: '#888', noise }
      const bytes = await sharp({ create }).jpeg().toBuffer()
      return `${await store(bytes, 'image/jpeg', { width, height })}.jpg`
    },
    createFolder: (name: string) => mkdtemp(path.join(folder, name)),
    async filesIn(data: string) {
      const cacheFolder = path.join(data, 'pictures')
      const all = await readdir(cacheFolder, { recursive: true }).catch(() => [])
      const variants = all.filter((name) => /\.(avif|webp|jpeg)$/.test(name))
      return variants.map((name) => path.join(cacheFolder, name))
    },
    async close() {
      await db.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
