import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'

import {
  type Outline,
  outlineOf,
  sealed,
  ENCRYPTED_MAGIC,
  unsealed,
  verifySealed,
} from '#tools/backup/backup-encryption.ts'
import type { BackupHead } from '#tools/backup/backup-tables.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

/**
 * A backup as a file: a header line, compressed records, and the digest of all that. A record is a letter, its length
 * and its bytes.
 */
const MAGIC = Buffer.from('giftpoint backup 1\n')
const DIGEST_BYTES = 32
const HEAD_BYTES = 5

/** H: head of the backup. T: start of a table. D: its rows. E: its end. M: manifest of all tables. */
export type Piece = { kind: 'H' | 'T' | 'D' | 'E' | 'M'; bytes: Buffer }

export type BackupWriter = {
  write(kind: Piece['kind'], content: Buffer | object): Promise<void>
  /** The file gets its final name only now: an interrupted backup leaves nothing that looks like one. */
  finish(): Promise<void>
  abandon(): Promise<void>
}

/** Creates a backup file, encrypted if there are recipients. */
export async function createBackup(
  file: string,
  recipients: readonly string[] = [],
): Promise<BackupWriter> {
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  const handle = await openDraft(draft)
  const gzip = createGzip({ level: 5 })
  const outline = settled<Outline>()
  const bytes =
    recipients.length > 0
      ? sealed(plainBackup(gzip), { recipients, outline: outline.promise })
      : plainBackup(gzip)
  const written = (async () => {
    for await (const chunk of bytes) await handle.write(chunk)
  })()
  // The caller gets the error when it awaits the end. Until then it must not end the process.
  written.catch((error: Error) => gzip.destroy(error))

  return {
    async write(kind, content) {
      if (kind === 'H') outline.resolve(content as BackupHead)
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
      await handle.sync()
      await handle.close()
      await rename(draft, file)
      await syncFolder(path.dirname(file))
    },
    async abandon() {
      outline.reject(new Error('backup aborted'))
      gzip.destroy()
      await written.catch(() => {})
      await handle.close().catch(() => {})
      await rm(draft, { force: true })
    },
  }
}

async function* plainBackup(gzip: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256').update(MAGIC)
  yield MAGIC
  for await (const chunk of gzip) {
    digest.update(chunk)
    yield chunk
  }
  yield digest.digest()
}

function settled<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<Value>((done, fail) => {
    resolve = done
    reject = fail
  })
  promise.catch(() => {})
  return { promise, resolve, reject }
}

async function openDraft(draft: string): Promise<FileHandle> {
  try {
    // The backup contains personal data, so only the owner may read it, from the first byte.
    return await open(draft, 'wx', 0o600)
  } catch (error) {
    throw new StartupProblem(`The backup cannot be written next to ${draft}: ${reason(error)}.`)
  }
}

/** The new file name must survive a power failure as well. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  await handle.sync().catch(() => {})
  await handle.close()
}

/**
 * Checks the digest of the whole file. Without a key an encrypted backup is only known to be undamaged, which is
 * enough for its writer.
 */
export async function verifyBackup(file: string, keys?: readonly string[]): Promise<void> {
  const handle = await openBackup(file)
  try {
    const isSealed = await isEncrypted(handle, file)
    if (isSealed) await verifySealed(handle, file)
    if (isSealed && keys === undefined) return
    for await (const _ of contentOf(handle, file, keys ?? []));
  } finally {
    await handle.close()
  }
}

/** The records of a backup, in the order in which they were written. */
export async function* backupPieces(
  file: string,
  keys: readonly string[] = [],
): AsyncGenerator<Piece> {
  const handle = await openBackup(file)
  const packed = Readable.from(contentOf(handle, file, keys))
  try {
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
        let pieceLength = wanted(rest);
        rest.length >= pieceLength && rest.length >= HEAD_BYTES;
        pieceLength = wanted(rest)
      ) {
        yield {
          kind: rest.toString('latin1', 0, 1) as Piece['kind'],
          bytes: rest.subarray(HEAD_BYTES, pieceLength),
        }
        rest = rest.subarray(pieceLength)
      }
      length = rest.length
    }
    if (rest.length > 0 || parts.length > 0) throw damaged(file)
  } finally {
    packed.destroy()
    await handle.close()
  }
}

/** What a backup contains, as far as that can be read without its key. */
export async function backupOutline(file: string): Promise<Outline> {
  const handle = await openBackup(file)
  try {
    if (await isEncrypted(handle, file)) return await outlineOf(handle, file)
  } finally {
    await handle.close()
  }
  for await (const { bytes } of backupPieces(file))
    // Older backups contain no closed months.
    return { closed: [], part: null, ...parsedOutline(bytes) }
  throw damaged(file)
}

const parsedOutline = (bytes: Buffer) =>
  JSON.parse(bytes.toString('utf8')) as Pick<Outline, 'madeAt'> & Partial<Outline>

export async function isEncryptedBackup(file: string): Promise<boolean> {
  const handle = await openBackup(file)
  try {
    return await isEncrypted(handle, file)
  } finally {
    await handle.close()
  }
}

async function isEncrypted(handle: FileHandle, file: string): Promise<boolean> {
  const start = Buffer.alloc(MAGIC.length)
  await handle.read(start, 0, MAGIC.length, 0)
  if (start.equals(ENCRYPTED_MAGIC)) return true
  if (start.equals(MAGIC)) return false
  throw notABackup(file)
}

/** The decompressed content. Its last bytes appear only if the digest is correct. */
async function* contentOf(
  handle: FileHandle,
  file: string,
  keys: readonly string[],
): AsyncGenerator<Buffer> {
  const plain = (await isEncrypted(handle, file))
    ? unsealed(handle, file, keys)
    : (handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>)
  const digest = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  let before = MAGIC.length
  for await (const chunk of plain) {
    const all = Buffer.concat([held, chunk])
    const ready = all.subarray(0, Math.max(0, all.length - DIGEST_BYTES))
    held = all.subarray(ready.length)
    digest.update(ready)
    const skipped = Math.min(before, ready.length)
    before -= skipped
    if (ready.length > skipped) yield ready.subarray(skipped)
  }
  if (before > 0 || !digest.digest().equals(held)) throw damaged(file)
}

/** The size of the first record, as far as it is known yet. */
const wanted = (bytes: Buffer) =>
  bytes.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + bytes.readUInt32BE(1)

async function openBackup(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r')
  } catch (error) {
    throw new StartupProblem(`${file} cannot be read: ${reason(error)}.`)
  }
}

const notABackup = (file: string) => new StartupProblem(`${file} is not a backup of this shop.`)

export const damaged = (file: string) =>
  new StartupProblem(`${file} is damaged or was cut off; nothing was restored.`)

const reason = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
