import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'

import {
  type Outline,
  outlineOf,
  encryptBackup,
  ENCRYPTED_MAGIC,
  decryptBackup,
  verifyEncrypted,
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
export type BackupRecord = { kind: 'H' | 'T' | 'D' | 'E' | 'M'; bytes: Buffer }

export type BackupWriter = {
  write(kind: BackupRecord['kind'], content: Buffer | object): Promise<void>
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
  const outline = defer<Outline>()
  const bytes =
    recipients.length > 0
      ? encryptBackup(plainBackup(gzip), { recipients, outline: outline.promise })
      : plainBackup(gzip)
  const writing = (async () => {
    for await (const chunk of bytes) await handle.write(chunk)
  })()
  // The caller gets the error when it awaits the end. Until then it must not end the process.
  writing.catch((error: Error) => gzip.destroy(error))

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
      await writing
      await handle.sync()
      await handle.close()
      await rename(draft, file)
      await syncFolder(path.dirname(file))
    },
    async abandon() {
      outline.reject(new Error('backup aborted'))
      gzip.destroy()
      await writing.catch(() => {})
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

function defer<Value>() {
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
    throw new StartupProblem(`The backup cannot be written next to ${draft}: ${reasonOf(error)}.`)
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
    const isFileEncrypted = await isEncrypted(handle, file)
    if (isFileEncrypted) await verifyEncrypted(handle, file)
    if (isFileEncrypted && keys === undefined) return
    for await (const _ of contentOf(handle, file, keys ?? []));
  } finally {
    await handle.close()
  }
}

/** The records of a backup, in the order in which they were written. */
export async function* readRecords(
  file: string,
  keys: readonly string[] = [],
): AsyncGenerator<BackupRecord> {
  const handle = await openBackup(file)
  const compressed = Readable.from(contentOf(handle, file, keys))
  try {
    const gunzip = createGunzip()
    compressed.on('error', (error) => gunzip.destroy(error))
    compressed.pipe(gunzip)
    let rest: Buffer = Buffer.alloc(0)
    let parts: Buffer[] = []
    let length = 0
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      parts.push(chunk)
      length += chunk.length
      if (length < recordSize(rest)) continue
      rest = Buffer.concat([rest, ...parts])
      parts = []
      for (
        let recordLength = recordSize(rest);
        rest.length >= recordLength && rest.length >= HEAD_BYTES;
        recordLength = recordSize(rest)
      ) {
        yield {
          kind: rest.toString('latin1', 0, 1) as BackupRecord['kind'],
          bytes: rest.subarray(HEAD_BYTES, recordLength),
        }
        rest = rest.subarray(recordLength)
      }
      length = rest.length
    }
    if (rest.length > 0 || parts.length > 0) throw damagedError(file)
  } finally {
    compressed.destroy()
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
  for await (const { bytes } of readRecords(file))
    // Older backups contain no closed months.
    return { closed: [], part: null, ...parsedOutline(bytes) }
  throw damagedError(file)
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
  throw notABackupError(file)
}

/** The decompressed content. Its last bytes appear only if the digest is correct. */
async function* contentOf(
  handle: FileHandle,
  file: string,
  keys: readonly string[],
): AsyncGenerator<Buffer> {
  const plain = (await isEncrypted(handle, file))
    ? decryptBackup(handle, file, keys)
    : (handle.createReadStream({ start: 0, autoClose: false }) as AsyncIterable<Buffer>)
  const digest = createHash('sha256')
  let tail: Buffer = Buffer.alloc(0)
  let magicLeft = MAGIC.length
  for await (const chunk of plain) {
    const all = Buffer.concat([tail, chunk])
    const ready = all.subarray(0, Math.max(0, all.length - DIGEST_BYTES))
    tail = all.subarray(ready.length)
    digest.update(ready)
    const skipped = Math.min(magicLeft, ready.length)
    magicLeft -= skipped
    if (ready.length > skipped) yield ready.subarray(skipped)
  }
  if (magicLeft > 0 || !digest.digest().equals(tail)) throw damagedError(file)
}

/** The size of the first record, as far as it is known yet. */
const recordSize = (bytes: Buffer) =>
  bytes.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + bytes.readUInt32BE(1)

async function openBackup(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r')
  } catch (error) {
    throw new StartupProblem(`${file} cannot be read: ${reasonOf(error)}.`)
  }
}

const notABackupError = (file: string) =>
  new StartupProblem(`${file} is not a backup of this shop.`)

export const damagedError = (file: string) =>
  new StartupProblem(`${file} is damaged or was cut off; nothing was restored.`)

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
