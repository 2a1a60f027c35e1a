import path from 'node:path'

import { openTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import { isMediaType, type MediaType } from '#server/modules/media/image-type.ts'
import type { renderVariant } from '#server/modules/media/image-encoding.ts'
import { variantName, type PictureVariant } from '#server/modules/media/image-variant.ts'
import { PictureFolder } from '#server/modules/media/image-folder.ts'
import type { CacheRegion } from '#server/platform/cache/memory-cache.ts'
import {
  ParseFailed,
  parserTask,
  type ParserSlot,
  withParser,
} from '#server/platform/parsing/parser-pool.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

export type StoredPicture = {
  hash: string
  mediaType: MediaType
  width: number
  size: number
  /** Why no variant can be rendered. It is not retried. */
  unusable: string | null
}

/** A stored image cannot be rendered: it is damaged, or takes more time or memory than allowed. */
export class UnusablePicture extends Error {
  override name = 'UnusablePicture'
}

const DETAILS_BYTES = 250
const render = parserTask<typeof renderVariant>('draw-form')

/** The shop's images and their variants. Concurrent requests for a variant share one computation. */
export class PictureStore {
  readonly #details: CacheRegion<string, StoredPicture>
  readonly #memory: CacheRegion<string, Buffer>
  readonly #folder: PictureFolder
  /** Pending variants by client and variant. Each client has its own queue. */
  readonly #requested = new Map<string, Promise<Buffer>>()
  readonly #rendering = new Map<string, Promise<Buffer>>()

  constructor(readonly shop: Pick<Shop, 'sql' | 'config' | 'log' | 'memory'>) {
    const { config, log, memory } = shop
    this.#details = memory.region('picture facts', () => DETAILS_BYTES)
    this.#memory = memory.region('pictures', (bytes) => bytes.length)
    const folder = path.join(config.dataFolder, 'pictures')
    this.#folder = new PictureFolder(folder, config.PICTURE_CACHE_MB * 1_000_000, log)
  }

  /** Cached without expiry, because the name is a hash of the content. */
  async find(hash: string): Promise<StoredPicture | undefined> {
    const cached = this.#details.find(hash)
    if (cached) return cached
    const [row] = await this.shop.sql<
      { media_type: string; width: number; size: number; unusable: string | null }[]
    >`
      select media_type, width, length(bytes) as size, unusable from picture where hash = ${hash}`
    if (!row || !isMediaType(row.media_type)) return undefined
    const { width, size, unusable } = row
    const picture = { hash, mediaType: row.media_type, width, size, unusable }
    // An unusable image is not cached, because staff may start a retry.
    return unusable === null ? this.#details.store(hash, picture) : picture
  }

  /** The stored bytes: all of them, or `length` from `start`. */
  async original({ hash, size }: StoredPicture, start = 0, length = size): Promise<Buffer> {
    const name = `${hash}-original`
    const cached = this.#memory.find(name)
    if (cached) return cached.subarray(start, start + length)
    const [row] = await this.shop.sql<{ bytes: Buffer }[]>`
      select substring(bytes from ${start + 1} for ${length}) as bytes from picture where hash = ${hash}`
    if (!row) throw new Error(`picture ${hash} not found`)
    if (length === size) this.#cache(name, row.bytes)
    return row.bytes
  }

  /** The bytes of a variant. Requests of different clients take turns, so that no client fills the queue. */
  variant(picture: StoredPicture, variant: PictureVariant, client: string): Promise<Buffer> {
    // All widths above the original's are the same variant. An SVG has no original width.
    const widest = isDrawing(picture) ? variant.width : picture.width || variant.width
    const name = variantName({ ...variant, width: Math.min(variant.width, widest) })
    const cached = this.#memory.find(name)
    if (cached) return Promise.resolve(cached)
    const key = `${client} ${name}`
    let pending = this.#requested.get(key)
    if (!pending) {
      pending = this.#find(name, picture, variant, client).finally(() =>
        this.#requested.delete(key),
      )
      this.#requested.set(key, pending)
    }
    return pending
  }

  async #find(name: string, picture: StoredPicture, variant: PictureVariant, client: string) {
    const cached = await this.#folder.find(name)
    if (cached) {
      this.#cache(name, cached)
      return cached
    }
    if (picture.unusable !== null) throw new UnusablePicture(`picture ${picture.hash} is unusable`)
    const lane = isDrawing(picture) ? 'drawing' : 'photo'
    return withParser(lane, client, (turn) => {
      const stored = this.#memory.find(name)
      if (stored) return Promise.resolve(stored)
      let rendering = this.#rendering.get(name)
      if (!rendering) {
        rendering = this.#render(turn, name, picture.hash, variant).finally(() =>
          this.#rendering.delete(name),
        )
        this.#rendering.set(name, rendering)
      }
      return rendering
    })
  }

  async #render(turn: ParserSlot, name: string, hash: string, variant: PictureVariant) {
    const [row] = await this.shop.sql<{ bytes: Buffer; unusable: string | null }[]>`
      select bytes, unusable from picture where hash = ${hash}`
    if (!row) throw new Error(`picture ${hash} not found`)
    // Another process, or an earlier request, has marked it in the meantime.
    if (row.unusable !== null) throw this.#unusableError(hash)
    const { width, quality, format } = variant
    try {
      const rendered = await render(turn, { bytes: row.bytes, width, quality, format })
      this.#cache(name, rendered)
      // Not awaited, because the response need not wait for the disk. The folder logs its own errors.
      void this.#folder.store(name, rendered)
      return rendered
    } catch (error) {
      if (!(error instanceof ParseFailed) || error.mayBeUnrelatedToInput) throw error
      await this.#recordFailure(hash, error)
      throw this.#unusableError(hash, error)
    }
  }

  #unusableError(hash: string, cause?: Error) {
    this.#details.erase(hash)
    return new UnusablePicture(`picture ${hash} cannot be drawn`, { cause })
  }

  /** Marks the image as unusable and creates a task. It is not rendered again until staff start a retry. */
  async #recordFailure(hash: string, error: ParseFailed) {
    const { sql, log } = this.shop
    log.error({ err: error, picture: hash }, 'image rendering failed')
    await sql.begin(async (sql) => {
      const [marked] = await sql<{ name: string }[]>`
        update picture set unusable = ${error.failure} where hash = ${hash} and unusable is null returning name`
      if (!marked) return
      await openTaskFor(sql, {
        kind: 'picture-unreadable',
        subject: hash,
        cause: error.failure,
        reason: error.message,
        detail: { name: marked.name, why: error.failure },
      })
    })
  }

  /** Resolves when the folder has been read. */
  ready() {
    return this.#folder.ready()
  }

  /** Not for large files, so that one film does not displace the images of a complete list. */
  #cache(name: string, bytes: Buffer) {
    if (bytes.length <= this.shop.memory.maxBytes / 16) this.#memory.store(name, bytes)
  }

  figures() {
    return [
      { labels: { place: 'memory' }, value: this.#memory.metrics.bytes },
      { labels: { place: 'disk' }, value: this.#folder.bytes },
    ]
  }
}

const isDrawing = ({ mediaType }: StoredPicture) => mediaType === 'image/svg+xml'
