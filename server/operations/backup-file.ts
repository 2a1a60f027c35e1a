import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { createGunzip, createGzip } from 'node:zlib'

import { StartupProblem } from '#server/ground/startup-problem.ts'

/**
 * A backup as a file: a line that says what it is, compressed pieces, and the digest of all that. A piece is a
 * letter, its length and its bytes.
 */
const MAGIC = Buffer.from('giftpoint backup 1\n')
const DIGEST_BYTES = 32
const HEAD_BYTES = 5

/** H: what it is a backup of; T: a table begins; D: rows of it; E: it ends; M: what has to have come by now. */
export type Piece = { kind: 'H' | 'T' | 'D' | 'E' | 'M'; bytes: Buffer }

export type BackupWriter = {
  write(kind: Piece['kind'], content: Buffer | object): Promise<void>
  /** Under its name only now: a backup that was interrupted leaves nothing that looks like one. */
  finish(): Promise<void>
  abandon(): Promise<void>
}

export async function createBackup(file: string): Promise<BackupWriter> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  const handle = await openDraft(draft)
  const digest = createHash('sha256').update(MAGIC)
  const gzip = createGzip({ level: 5 })
  const written = (async () => {
    await handle.write(MAGIC)
    for await (const chunk of gzip as AsyncIterable<Buffer>) {
      digest.update(chunk)
      await handle.write(chunk)
    }
  })()
  // Told to whoever waits for it at the end; until then it must not end the process.
  written.catch((error: Error) => gzip.destroy(error))

  return {
    async write(kind, content) {
      const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content))
      const head = Buffer.alloc(HEAD_BYTES)
      head.write(kind, 0, 'latin1')
      head.writeUInt32BE(bytes.length, 1)
      gzip.write(head)
      if (!gzip.write(bytes)) await once(gzip, 'drain')
    },
    async finish() {
      gzip.end()
      await written
      await handle.write(digest.digest())
      await handle.sync()
      await handle.close()
      await rename(draft, file)
      await syncFolder(path.dirname(file))
    },
    async abandon() {
      gzip.destroy()
      await written.catch(() => {})
      await handle.close().catch(() => {})
      await rm(draft, { force: true })
    },
  }
}

async function openDraft(draft: string): Promise<FileHandle> {
  try {
    // Names, addresses and all else that holders told: for the owner's eyes only, from the first byte.
    return await open(draft, 'wx', 0o600)
  } catch (error) {
    throw new StartupProblem(`The backup cannot be written next to ${draft}: ${reason(error)}.`)
  }
}

/** So that the new name, too, survives a loss of power. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().catch(() => {})
  await handle.close()
}

/** Looks at every byte before any of them is believed. */
export async function verifyBackup(file: string): Promise<void> {
  const handle = await openBackup(file)
  try {
    const { size } = await handle.stat()
    const digest = createHash('sha256')
    const end = size - DIGEST_BYTES
    if (end < MAGIC.length) throw notABackup(file)
    const start = Buffer.alloc(MAGIC.length)
    await handle.read(start, 0, MAGIC.length, 0)
    if (!start.equals(MAGIC)) throw notABackup(file)
    const stream = handle.createReadStream({ start: 0, end: end - 1, autoClose: false })
    for await (const chunk of stream as AsyncIterable<Buffer>) digest.update(chunk)
    const last = Buffer.alloc(DIGEST_BYTES)
    await handle.read(last, 0, DIGEST_BYTES, end)
    if (!digest.digest().equals(last)) throw damaged(file)
  } finally {
    await handle.close()
  }
}

/** Its pieces, in the order in which they were written. */
export async function* backupPieces(file: string): AsyncGenerator<Piece> {
  const handle = await openBackup(file)
  try {
    const { size } = await handle.stat()
    const packed = handle.createReadStream({
      start: MAGIC.length,
      end: size - DIGEST_BYTES - 1,
      autoClose: false,
    })
    const gunzip = createGunzip()
    packed.on('error', (error) => gunzip.destroy(error))
    packed.pipe(gunzip)
    let rest: Buffer = Buffer.alloc(0)
    let parts: Buffer[] = []
    let length = 0
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      parts.push(chunk)
      length += chunk.length
      if (length < wanted(rest)) continue
      rest = Buffer.concat([rest, ...parts])
      parts = []
      for (
        let whole = wanted(rest);
        rest.length >= whole && rest.length >= HEAD_BYTES;
        whole = wanted(rest)
      ) {
        yield {
          kind: rest.toString('latin1', 0, 1) as Piece['kind'],
          bytes: rest.subarray(HEAD_BYTES, whole),
        }
        rest = rest.subarray(whole)
      }
      length = rest.length
    }
    if (rest.length > 0 || parts.length > 0) throw damaged(file)
  } finally {
    await handle.close()
  }
}

/** How many bytes the first piece takes, as far as that can be told yet. */
const wanted = (bytes: Buffer) =>
  bytes.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + bytes.readUInt32BE(1)

async function openBackup(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r')
  } catch (error) {
    throw new StartupProblem(`${file} cannot be read: ${reason(error)}.`)
  }
}

const notABackup = (file: string) => new StartupProblem(`${file} is no backup of this shop.`)

export const damaged = (file: string) =>
  new StartupProblem(`${file} is damaged or was cut off; nothing was restored.`)

const reason = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
