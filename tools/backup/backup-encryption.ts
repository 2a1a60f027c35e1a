import { createHash } from 'node:crypto'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

import { StartupProblem } from '#server/platform/startup-error.ts'

/**
 * An encrypted backup: a header line, a plain outline, an age file with a plain backup, and an end with the digest of
 * all that. Without a key it can be listed and checked for damage, but not read. Decision 014.
 */
export const ENCRYPTED_MAGIC = Buffer.from('giftpoint backup 2\n')
const END = Buffer.from('\ngiftpoint backup end ')
const DIGEST_HEX = 64
const END_BYTES = END.length + DIGEST_HEX + 1
/** Enough for some public keys and the file names of a hundred years of closed months. */
const MAX_OUTLINE_BYTES = 1024 * 1024

/** What can be read of a backup without its key. */
export type Outline = {
  madeAt: string
  closed: { month: string; version: number; file: string }[]
  part: { month: string; version: number } | null
}
type EncryptedOutline = Outline & { recipients: string[] }

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The bytes of a backup file: the plain backup, encrypted for all recipients. */
export async function* encryptBackup(
  plain: AsyncIterable<Buffer>,
  { recipients, outline }: { recipients: readonly string[]; outline: Promise<Outline> },
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const { madeAt, closed, part } = await outline
  const readable: EncryptedOutline = { madeAt, closed, part, recipients: [...recipients] }
  const line = JSON.stringify(readable)
  const digest = createHash('sha256')
  const head = Buffer.concat([ENCRYPTED_MAGIC, Buffer.from(`${line} ${sha256(line)}\n`)])
  digest.update(head)
  yield head
  const stream = Readable.toWeb(Readable.from(plain)) as globalThis.ReadableStream<Uint8Array>
  for await (const chunk of (await encrypter.encrypt(
    stream,
  )) as unknown as ReadableStream<Uint8Array>) {
    digest.update(chunk)
    yield chunk
  }
  yield Buffer.from(`${END.toString()}${digest.digest('hex')}\n`)
}

/** Throws unless every byte is unchanged. Only decryption proves that the complete file was not replaced. */
export async function verifyEncrypted(handle: FileHandle, file: string): Promise<void> {
  const end = await endOf(handle, file)
  const digest = createHash('sha256')
  const stream = handle.createReadStream({ start: 0, end: end.at - 1, autoClose: false })
  for await (const chunk of stream as AsyncIterable<Buffer>) digest.update(chunk)
  if (digest.digest('hex') !== end.digest) throw changedError(file)
  await readOutline(handle, file)
}

/** Throws for a file without its end, because it cannot be restored. */
export async function outlineOf(handle: FileHandle, file: string): Promise<Outline> {
  await endOf(handle, file)
  return (await readOutline(handle, file)).outline
}

/** Decrypts a backup. Every chunk is authenticated before it is returned. */
export async function* decryptBackup(
  handle: FileHandle,
  file: string,
  keys: readonly string[],
): AsyncGenerator<Buffer> {
  const { outline, bytes } = await readOutline(handle, file)
  if (keys.length === 0) throw keyMissingError(file, outline.recipients)
  const end = await endOf(handle, file)
  const decrypter = new Decrypter()
  for (const key of keys) decrypter.addIdentity(key)
  const source = handle.createReadStream({ start: bytes, end: end.at - 1, autoClose: false })
  try {
    const stream = Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array>
    const plain = await decrypter.decrypt(stream)
    for await (const chunk of plain as ReadableStream<Uint8Array>) yield Buffer.from(chunk)
  } catch (error) {
    if (!(await hasKeyFor(outline, keys))) throw wrongKeyError(file, outline.recipients)
    if (error instanceof Error && 'code' in error) throw error
    throw changedError(file)
  } finally {
    source.destroy()
  }
}

async function hasKeyFor({ recipients }: EncryptedOutline, keys: readonly string[]) {
  const ownRecipients = await Promise.all(keys.map((key) => identityToRecipient(key)))
  return ownRecipients.some((one) => recipients.includes(one))
}

async function endOf(handle: FileHandle, file: string) {
  const { size } = await handle.stat()
  const at = size - END_BYTES
  const end = Buffer.alloc(END_BYTES)
  if (at < ENCRYPTED_MAGIC.length) throw cutOffError(file)
  await handle.read(end, 0, END_BYTES, at)
  if (!end.subarray(0, END.length).equals(END)) throw cutOffError(file)
  return { at, digest: end.toString('latin1', END.length, END.length + DIGEST_HEX) }
}

async function readOutline(handle: FileHandle, file: string) {
  const start = Buffer.alloc(MAX_OUTLINE_BYTES)
  const { bytesRead } = await handle.read(start, 0, MAX_OUTLINE_BYTES, ENCRYPTED_MAGIC.length)
  const at = start.subarray(0, bytesRead).indexOf(10)
  if (at < 0) throw cutOffError(file)
  const [, line = '', digest] = /^(.*) ([0-9a-f]{64})$/.exec(start.toString('utf8', 0, at)) ?? []
  if (sha256(line) !== digest) throw changedError(file)
  return { outline: JSON.parse(line) as EncryptedOutline, bytes: ENCRYPTED_MAGIC.length + at + 1 }
}

const cutOffError = (file: string) =>
  new StartupProblem(
    `${file} is cut off: its end is missing. Nothing was restored. Use another copy of it, or another backup.`,
  )
const changedError = (file: string) =>
  new StartupProblem(
    `${file} was changed after it was written: its content does not match. Nothing was restored. Use another copy of it, or another backup.`,
  )
const keyMissingError = (file: string, recipients: string[]) =>
  new StartupProblem(
    `${file} is encrypted for ${recipients.join(', ')}: name the file of that key with --key-file.`,
  )
const wrongKeyError = (file: string, recipients: string[]) =>
  new StartupProblem(
    `The key does not open ${file}, which is encrypted for ${recipients.join(', ')}. Nothing was restored. Name the file of that key with --key-file.`,
  )

// ── Keys ────────────────────────────────────────────────────────────────────────────────────────

/** Writes a new key to a file that only its owner can read, and returns its public part. */
export async function createKeyFile(file: string): Promise<string> {
  const key = await generateX25519Identity()
  const recipient = await identityToRecipient(key)
  try {
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(
      `# created: ${new Date().toISOString()}\n# public key: ${recipient}\n${key}\n`,
    )
    await handle.sync()
    await handle.close()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new StartupProblem(
      code === 'EEXIST'
        ? `${file} already exists. Name another file. If a key is overwritten, its backups can no longer be restored.`
        : `The key cannot be written to ${file} (${code}): check its folder and the permissions.`,
    )
  }
  return recipient
}

/** The secret keys in a file as `backups keygen` or `age-keygen` writes it. */
export async function readKeyFile(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupProblem(
      `The key file ${file} cannot be read (${error.code}): check its path and its permissions.`,
    )
  })
  const keys = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const valid = await Promise.all(keys.map(isKey))
  if (keys.length === 0 || valid.includes(false))
    throw new StartupProblem(
      `${file} is not a key file. It must contain a line AGE-SECRET-KEY-…, as backups keygen writes it.`,
    )
  return keys
}

const isKey = (key: string) =>
  identityToRecipient(key).then(
    () => true,
    () => false,
  )

/** Throws for the first value that is not a public key. */
export function validateRecipients(recipients: readonly string[]): void {
  for (const recipient of recipients) {
    try {
      new Encrypter().addRecipient(recipient)
    } catch {
      throw new StartupProblem(
        `BACKUP_RECIPIENTS: ${recipient} is not a public key. A public key begins with age1, as backups keygen prints it.`,
      )
    }
  }
}
