import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { Logger } from 'pino'

const NAME = /^[0-9a-f]{32}-\d+-\d+\.[a-z]+$/
const DIGEST_BYTES = 32
/** File times keep the order of use across restarts. They are updated at most this often, to save writes. */
const NOTED_EVERY_MS = 3_600_000

type Kept = { size: number; notedAt: number }

/**
 * An image cache on disk with a size limit; the least recently used are removed first. Each file starts with the
 * digest of the rest, so a damaged file is detected and created again. A lost file only costs time, so failures are
 * logged and never thrown.
 */
export class PictureFolder {
  readonly #kept = new Map<string, Kept>()
  readonly #ready: Promise<void>
  #bytes = 0
  #usable = false

  constructor(
    readonly folder: string,
    readonly mostBytes: number,
    readonly log: Logger,
  ) {
    this.#ready = this.#open()
  }

  /** Resolves when the existing files have been counted; reads and writes need not wait for it. */
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

  async keep(name: string, bytes: Buffer): Promise<void> {
    await this.#ready
    if (!this.#usable || bytes.length > this.mostBytes / 8) return
    const file = this.#fileOf(name)
    const draft = `${file}.${randomBytes(4).toString('hex')}.part`
    try {
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(draft, Buffer.concat([digestOf(bytes), bytes]))
      await rename(draft, file)
    } catch (error) {
      this.log.warn({ err: error, file }, 'image not stored')
      await unlink(draft).catch(() => {})
      return
    }
    this.#add(name, { size: bytes.length + DIGEST_BYTES, notedAt: Date.now() })
    await this.#makeRoom()
  }

  async #open() {
    try {
      await mkdir(this.folder, { recursive: true })
      const probe = path.join(this.folder, `${randomBytes(4).toString('hex')}.part`)
      await writeFile(probe, '')
      await unlink(probe)
      this.#usable = true
      await this.#count()
    } catch (error) {
      this.log.warn({ err: error, folder: this.folder }, 'resized images not cached on disk')
    }
  }

  async #count() {
    const found: { name: string; kept: Kept }[] = []
    for (const entry of await readdir(this.folder, { recursive: true })) {
      const name = path.basename(entry)
      const file = path.join(this.folder, entry)
      const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }))
      // A partial file, left by a crash.
      if (name.endsWith('.part') && Date.now() - mtimeMs > NOTED_EVERY_MS)
        await unlink(file).catch(() => {})
      if (NAME.test(name)) found.push({ name, kept: { size, notedAt: mtimeMs } })
    }
    found.sort((a, b) => a.kept.notedAt - b.kept.notedAt)
    // Images used since the start are newer than all files counted here.
    const used = [...this.#kept]
    this.#kept.clear()
    this.#bytes = 0
    for (const { name, kept } of found) this.#add(name, kept)
    for (const [name, kept] of used) this.#add(name, kept)
    await this.#makeRoom()
  }

  async #makeRoom() {
    for (const name of this.#kept.keys()) {
      if (this.#bytes <= this.mostBytes) return
      this.#erase(name)
      await unlink(this.#fileOf(name)).catch(() => {})
    }
  }

  #use(name: string, size: number) {
    const notedAt = this.#kept.get(name)?.notedAt ?? 0
    const now = Date.now()
    const note = now - notedAt > NOTED_EVERY_MS
    this.#add(name, { size, notedAt: note ? now : notedAt })
    if (note) utimes(this.#fileOf(name), new Date(now), new Date(now)).catch(() => {})
  }

  #add(name: string, kept: Kept) {
    this.#erase(name)
    this.#kept.set(name, kept)
    this.#bytes += kept.size
  }

  #erase(name: string) {
    this.#bytes -= this.#kept.get(name)?.size ?? 0
    this.#kept.delete(name)
  }

  /** Tens of thousands of files in one folder are slow to list. */
  #fileOf(name: string) {
    return path.join(this.folder, name.slice(0, 2), name)
  }
}

const digestOf = (bytes: Buffer) =>
  createHash('sha256').update(bytes).digest().subarray(0, DIGEST_BYTES)
