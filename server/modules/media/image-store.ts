import path from 'node:path'

import { openTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import { isMediaType, type MediaType } from '#server/modules/media/image-type.ts'
import type { drawForm } from '#server/modules/media/image-encoding.ts'
import { formName, type PictureForm } from '#server/modules/media/image-variant.ts'
import { PictureFolder } from '#server/modules/media/image-folder.ts'
import type { CacheRegion } from '#server/platform/cache/memory-cache.ts'
import {
  ParseFailed,
  parserTask,
  type ParserTurn,
  parserTurn,
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

const FACTS_BYTES = 250
const draw = parserTask<typeof drawForm>('draw-form')

/** The shop's images and their variants. Concurrent requests for a variant share one computation. */
export class PictureStore {
  readonly #known: CacheRegion<string, StoredPicture>
  readonly #hot: CacheRegion<string, Buffer>
  readonly #folder: PictureFolder
  /** Pending variants by client and variant. Each client has its own queue. */
  readonly #asked = new Map<string, Promise<Buffer>>()
  readonly #making = new Map<string, Promise<Buffer>>()

  constructor(readonly shop: Pick<Shop, 'sql' | 'config' | 'log' | 'memory'>) {
    const { config, log, memory } = shop
    this.#known = memory.region('picture facts', () => FACTS_BYTES)
    this.#hot = memory.region('pictures', (bytes) => bytes.length)
    const folder = path.join(config.dataFolder, 'pictures')
    this.#folder = new PictureFolder(folder, config.PICTURE_CACHE_MB * 1_000_000, log)
  }

  /** The name is a hash of the content, so cached data never becomes stale. */
  async find(hash: string): Promise<StoredPicture | undefined> {
    const known = this.#known.find(hash)
    if (known) return known
    const [row] = await this.shop.sql<
      { media_type: string; width: number; size: number; unusable: string | null }[]
    >`
      select media_type, width, length(bytes) as size, unusable from picture where hash = ${hash}`
    if (!row || !isMediaType(row.media_type)) return undefined
    const { width, size, unusable } = row
    const picture = { hash, mediaType: row.media_type, width, size, unusable }
    // An unusable image is not cached, because staff may start a retry.
    return unusable === null ? this.#known.keep(hash, picture) : picture
  }

  /** The stored bytes: all of them, or `length` from `start`. */
  async original({ hash, size }: StoredPicture, start = 0, length = size): Promise<Buffer> {
    const name = `${hash}-original`
    const hot = this.#hot.find(name)
    if (hot) return hot.subarray(start, start + length)
    const [row] = await this.shop.sql<{ bytes: Buffer }[]>`
      select substring(bytes from ${start + 1} for ${length}) as bytes from picture where hash = ${hash}`
    if (!row) throw new Error(`picture ${hash} not found`)
    if (length === size) this.#keep(name, row.bytes)
    return row.bytes
  }

  /** Requests of different clients take turns, so that no client fills the queue. */
  form(picture: StoredPicture, form: PictureForm, client: string): Promise<Buffer> {
    // All widths above the original's are the same variant. An SVG has no original width.
    const widest = isDrawing(picture) ? form.width : picture.width || form.width
    const name = formName({ ...form, width: Math.min(form.width, widest) })
    const hot = this.#hot.find(name)
    if (hot) return Promise.resolve(hot)
    const key = `${client} ${name}`
    let pending = this.#asked.get(key)
    if (!pending) {
      pending = this.#find(name, picture, form, client).finally(() => this.#asked.delete(key))
      this.#asked.set(key, pending)
    }
    return pending
  }

  async #find(name: string, picture: StoredPicture, form: PictureForm, client: string) {
    const kept = await this.#folder.find(name)
    if (kept) {
      this.#keep(name, kept)
      return kept
    }
    if (picture.unusable !== null) throw new UnusablePicture(`picture ${picture.hash} is unusable`)
    const lane = isDrawing(picture) ? 'drawing' : 'photo'
    return parserTurn(lane, client, (turn) => {
      const stored = this.#hot.find(name)
      if (stored) return Promise.resolve(stored)
      let making = this.#making.get(name)
      if (!making) {
        making = this.#make(turn, name, picture.hash, form).finally(() => this.#making.delete(name))
        this.#making.set(name, making)
      }
      return making
    })
  }

  async #make(turn: ParserTurn, name: string, hash: string, form: PictureForm) {
    const [row] = await this.shop.sql<{ bytes: Buffer; unusable: string | null }[]>`
      select bytes, unusable from picture where hash = ${hash}`
    if (!row) throw new Error(`picture ${hash} not found`)
    // Another process, or an earlier task, has found out.
    if (row.unusable !== null) throw this.#unusable(hash)
    const { width, quality, format } = form
    try {
      const drawn = await draw(turn, { bytes: row.bytes, width, quality, format })
      this.#keep(name, drawn)
      // Not awaited: the answer need not wait for the disk, and the folder logs its own errors.
      void this.#folder.keep(name, drawn)
      return drawn
    } catch (error) {
      if (!(error instanceof ParseFailed) || error.mayBeTheMachine) throw error
      await this.#note(hash, error)
      throw this.#unusable(hash, error)
    }
  }

  #unusable(hash: string, cause?: Error) {
    this.#known.erase(hash)
    return new UnusablePicture(`picture ${hash} cannot be drawn`, { cause })
  }

  /** Creates a task about the image. Until then it is not retried. */
  async #note(hash: string, error: ParseFailed) {
    const { sql, log } = this.shop
    log.error({ err: error, picture: hash }, 'image rendering failed')
    await sql.begin(async (sql) => {
      const noted = await sql<{ name: string }[]>`
        update picture set unusable = ${error.why} where hash = ${hash} and unusable is null returning name`
      if (!noted[0]) return
      await openTaskFor(sql, {
        kind: 'picture-unreadable',
        subject: hash,
        cause: error.why,
        reason: error.message,
        detail: { name: noted[0].name, why: error.why },
      })
    })
  }

  /** Resolves when the folder has been read. */
  ready() {
    return this.#folder.ready()
  }

  /** One large film must not displace the images of a whole list. */
  #keep(name: string, bytes: Buffer) {
    if (bytes.length <= this.shop.memory.mostBytes / 16) this.#hot.keep(name, bytes)
  }

  figures() {
    return [
      { labels: { place: 'memory' }, value: this.#hot.figures.bytes },
      { labels: { place: 'disk' }, value: this.#folder.bytes },
    ]
  }
}

const isDrawing = ({ mediaType }: StoredPicture) => mediaType === 'image/svg+xml'
