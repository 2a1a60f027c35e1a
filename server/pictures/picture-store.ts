import path from 'node:path'

import { isMediaType, type MediaType } from '#server/pictures/picture-type.ts'
import { formName, type PictureForm, render } from '#server/pictures/picture-form.ts'
import { PictureFolder } from '#server/pictures/picture-folder.ts'
import type { Shelf } from '#server/ground/memory.ts'
import { WorkQueue } from '#server/pictures/work-queue.ts'
import type { Shop } from '#server/door/shop.ts'

export type StoredPicture = { hash: string; mediaType: MediaType; width: number; size: number }

const FACTS_BYTES = 250
const AT_ONCE = 2
/** At some 0.2 seconds each this is a wait of ten seconds, which is as long as anybody looks at a page. */
const MOST_WAITING = 100

/** The shop's pictures and the forms made of them, each made once however many ask for it together. */
export class PictureStore {
  readonly #known: Shelf<string, StoredPicture>
  readonly #hot: Shelf<string, Buffer>
  readonly #folder: PictureFolder
  readonly #queue = new WorkQueue(AT_ONCE, MOST_WAITING)
  readonly #making = new Map<string, Promise<Buffer>>()

  constructor(readonly shop: Pick<Shop, 'sql' | 'config' | 'log' | 'memory'>) {
    const { config, log, memory } = shop
    this.#known = memory.shelf('picture facts', () => FACTS_BYTES)
    this.#hot = memory.shelf('pictures', (bytes) => bytes.length)
    const folder = path.join(config.dataFolder, 'pictures')
    this.#folder = new PictureFolder(folder, config.PICTURE_CACHE_MB * 1_000_000, log)
  }

  /** Its name is its content, so what is known of it stays true. */
  async find(hash: string): Promise<StoredPicture | undefined> {
    const known = this.#known.find(hash)
    if (known) return known
    const [row] = await this.shop.sql<{ media_type: string; width: number; size: number }[]>`
      select media_type, width, length(bytes) as size from picture where hash = ${hash}`
    if (!row || !isMediaType(row.media_type)) return undefined
    const picture = { hash, mediaType: row.media_type, width: row.width, size: row.size }
    return this.#known.keep(hash, picture)
  }

  /** Its bytes as they are stored: all of them, or `length` from `start`. */
  async original({ hash, size }: StoredPicture, start = 0, length = size): Promise<Buffer> {
    const name = `${hash}-original`
    const hot = this.#hot.find(name)
    if (hot) return hot.subarray(start, start + length)
    const [row] = await this.shop.sql<{ bytes: Buffer }[]>`
      select substring(bytes from ${start + 1} for ${length}) as bytes from picture where hash = ${hash}`
    if (!row) throw new Error(`picture ${hash} has gone`)
    if (length === size) this.#keep(name, row.bytes)
    return row.bytes
  }

  form(picture: StoredPicture, form: PictureForm): Promise<Buffer> {
    // All widths above the original's own are the same form; a drawing has none of its own.
    const widest = picture.mediaType === 'image/svg+xml' ? form.width : picture.width || form.width
    const name = formName({ ...form, width: Math.min(form.width, widest) })
    const hot = this.#hot.find(name)
    if (hot) return Promise.resolve(hot)
    let making = this.#making.get(name)
    if (!making) {
      making = this.#make(name, picture, form).finally(() => this.#making.delete(name))
      this.#making.set(name, making)
    }
    return making
  }

  async #make(name: string, picture: StoredPicture, form: PictureForm) {
    const kept = await this.#folder.find(name)
    if (kept) {
      this.#keep(name, kept)
      return kept
    }
    const made = await this.#queue.run(async () => {
      const [row] = await this.shop.sql<{ bytes: Buffer }[]>`
        select bytes from picture where hash = ${picture.hash}`
      if (!row) throw new Error(`picture ${picture.hash} has gone`)
      return render(row.bytes, form)
    })
    this.#keep(name, made)
    // Nobody waits for the disk; should it fail the folder says so itself.
    void this.#folder.keep(name, made)
    return made
  }

  /** Settles when the folder has been looked through. */
  ready() {
    return this.#folder.ready()
  }

  /** One large film is not worth the pictures of a whole list. */
  #keep(name: string, bytes: Buffer) {
    if (bytes.length <= this.shop.memory.mostBytes / 16) this.#hot.keep(name, bytes)
  }

  figures() {
    return [
      { labels: { place: 'memory' }, value: this.#hot.figures.bytes },
      { labels: { place: 'disk' }, value: this.#folder.bytes },
    ]
  }

  get waiting() {
    return this.#queue.waiting
  }
}
