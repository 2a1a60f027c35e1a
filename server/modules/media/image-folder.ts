import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { Logger } from 'pino'

const FILE_NAME = /^[0-9a-f]{32}-\d+-\d+\.[a-z]+$/
const DIGEST_BYTES = 32
/** File times store the order of use across restarts. They are updated at most this often, to save writes. */
const TOUCH_EVERY_MS = 3_600_000

type Entry = { size: number; touchedAt: number }

/**
 * An image cache on disk with a size limit. The least recently used images are removed first. Each file starts with a
 * digest of its content, so a damaged file is detected and created again. A lost file only costs time, so failures are
 * logged and never thrown.
 */
export class PictureFolder {
  readonly #entries = new Map<string, Entry>()
  readonly #ready: Promise<void>
  #bytes = 0
  #isWritable = false

  constructor(
    readonly folder: string,
    readonly maxBytes: number,
    readonly log: Logger,
  ) {
    this.#ready = this.#open()
  }

  /** Resolves when the existing files have been counted. */
  ready() {
    return this.#ready
  }

  get bytes() {
    return this.#bytes
  }

  async find(name: string): Promise<Buffer | undefined> {
    const file = this.#fileOf(name)
    const content = await readFile(file).catch(() => undefined)
    if (!content) {
      this.#erase(name)
      return undefined
    }
    const bytes = content.subarray(DIGEST_BYTES)
    if (bytes.length === 0 || !content.subarray(0, DIGEST_BYTES).equals(digestOf(bytes))) {
      this.log.warn({ file }, 'cached image damaged; rendering again')
      this.#erase(name)
      await unlink(file).catch(() => {})
      return undefined
    }
    this.#use(name, content.length)
    return bytes
  }

  async store(name: string, bytes: Buffer): Promise<void> {
    await this.#ready
    if (!this.#isWritable || bytes.length > this.maxBytes / 8) return
    const file = this.#fileOf(name)
    const partial = `${file}.${randomBytes(4).toString('hex')}.part`
    try {
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(partial, Buffer.concat([digestOf(bytes), bytes]))
      await rename(partial, file)
    } catch (error) {
      this.log.warn({ err: error, file }, 'image not stored')
      await unlink(partial).catch(() => {})
      return
    }
    this.#add(name, { size: bytes.length + DIGEST_BYTES, touchedAt: Date.now() })
    await this.#removeLeastUsed()
  }

  async #open() {
    try {
      await mkdir(this.folder, { recursive: true })
      const probe = path.join(this.folder, `${randomBytes(4).toString('hex')}.part`)
      await writeFile(probe, '')
      await unlink(probe)
      this.#isWritable = true
      await this.#readEntries()
    } catch (error) {
      this.log.warn({ err: error, folder: this.folder }, 'resized images not cached on disk')
    }
  }

  async #readEntries() {
    const found: { name: string; entry: Entry }[] = []
    for (const filePath of await readdir(this.folder, { recursive: true })) {
      const name = path.basename(filePath)
      const file = path.join(this.folder, filePath)
      const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }))
      // A partial file that a crash left behind.
      if (name.endsWith('.part') && Date.now() - mtimeMs > TOUCH_EVERY_MS)
        await unlink(file).catch(() => {})
      if (FILE_NAME.test(name)) found.push({ name, entry: { size, touchedAt: mtimeMs } })
    }
    found.sort((a, b) => a.entry.touchedAt - b.entry.touchedAt)
    // Images used since the start are newer than all files counted here.
    const used = [...this.#entries]
    this.#entries.clear()
    this.#bytes = 0
    for (const { name, entry } of found) this.#add(name, entry)
    for (const [name, entry] of used) this.#add(name, entry)
    await this.#removeLeastUsed()
  }

  async #removeLeastUsed() {
    for (const name of this.#entries.keys()) {
      if (this.#bytes <= this.maxBytes) return
      this.#erase(name)
      await unlink(this.#fileOf(name)).catch(() => {})
    }
  }

  #use(name: string, size: number) {
    const touchedAt = this.#entries.get(name)?.touchedAt ?? 0
    const now = Date.now()
    const shouldTouch = now - touchedAt > TOUCH_EVERY_MS
    this.#add(name, { size, touchedAt: shouldTouch ? now : touchedAt })
    if (shouldTouch) utimes(this.#fileOf(name), new Date(now), new Date(now)).catch(() => {})
  }

  #add(name: string, entry: Entry) {
    this.#erase(name)
    this.#entries.set(name, entry)
    this.#bytes += entry.size
  }

  #erase(name: string) {
    this.#bytes -= this.#entries.get(name)?.size ?? 0
    this.#entries.delete(name)
  }

  /** In subfolders, because a folder with tens of thousands of files is slow to list. */
  #fileOf(name: string) {
    return path.join(this.folder, name.slice(0, 2), name)
  }
}

const digestOf = (bytes: Buffer) =>
  createHash('sha256').update(bytes).digest().subarray(0, DIGEST_BYTES)
