import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { Decrypter } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createKeyFile, readKeyFile } from '#tools/backup/backup-encryption.ts'
import { verifyBackup } from '#tools/backup/backup-file.ts'
import { backup } from '#tools/backup/backup.ts'
import { storedBackups } from '#tools/backup/stored-backups.ts'
import { restore } from '#tools/backup/restore.ts'
import { fillShopRecords } from '#server/testing/samples/sample-shop-records.ts'
import { type TestDatabase, testDatabase } from '#server/testing/test-database.ts'

let db: TestDatabase
let folder: string
let file: string
let recipient: string
let keys: string[]
const at = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'encrypted-'))
  recipient = await createKeyFile(at('key'))
  keys = await readKeyFile(at('key'))
  db = await testDatabase()
  await fillShopRecords(db.sql)
  // More than one chunk of 64 kB, also when it is packed.
  const bytes = randomBytes(700_000)
  await db.sql`insert into picture (hash, media_type, bytes) values (${'a'.repeat(32)}, 'image/png', ${bytes})`
  file = at('shop.backup')
  // The role that serves the shop makes backups, too.
  await backup({ sql: db.serving ?? db.sql, file, recipients: [recipient] })
}, 60_000)
afterAll(async () => {
  await db.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Restores into an empty database; returns why it was refused and how many orders are there afterwards. */
async function restored(its: string, given?: string[]) {
  const empty = await testDatabase('template_migrated', { max: 2 })
  try {
    const outcome = await restore({ sql: empty.sql, file: its, keys: given }).then(
      ({ findings }) => findings.length,
      (error: unknown) => String(error),
    )
    const [row] = await empty.sql`select count(*)::integer as orders from orders`
    return { outcome, orders: row?.['orders'] as number }
  } finally {
    await empty.drop()
  }
}

/** A copy of the backup in which this was done to its bytes. */
async function copyWith(name: string, change: (bytes: Buffer) => Buffer) {
  await writeFile(at(name), change(await readFile(file)))
  return at(name)
}
const flipped = (place: (bytes: Buffer) => number) => (bytes: Buffer) => {
  const where = place(bytes)
  bytes.writeUInt8(bytes.readUInt8(where) ^ 1, where)
  return bytes
}

describe('an encrypted backup (SAFE-11, S13)', () => {
  it('is restored with its key, and contains nothing readable without it', async () => {
    const bytes = await readFile(file)
    expect(bytes.length).toBeGreaterThan(140_000)
    expect(bytes.includes('anna@example.com')).toBe(false)
    expect(bytes.includes('public.orders')).toBe(false)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await restored(file, keys)).toEqual({ outcome: 0, orders: 3 })
  })

  it('can be decrypted with any age tool: between its first two lines and its end is an age file', async () => {
    const bytes = await readFile(file)
    const second = bytes.indexOf(10, bytes.indexOf(10) + 1) + 1
    const decrypter = new Decrypter()
    for (const key of keys) decrypter.addIdentity(key)
    const plain = await decrypter.decrypt(
      bytes.subarray(second, bytes.lastIndexOf('\ngiftpoint backup end ')),
    )
    await writeFile(at('plain.backup'), plain)
    expect(await restored(at('plain.backup'))).toEqual({ outcome: 0, orders: 3 })
    // A restore with a key requires proof of origin, which only an encrypted file provides.
    expect(await restored(at('plain.backup'), keys)).toEqual({
      outcome: expect.stringContaining('is not encrypted, so no key proves'),
      orders: 0,
    })
  })

  it('reports a missing and a wrong key', async () => {
    const none = await restored(file)
    expect(none.outcome).toContain(`is encrypted for ${recipient}: name the file of that key`)
    await createKeyFile(at('other'))
    const other = await restored(file, await readKeyFile(at('other')))
    expect(other.outcome).toContain('The key does not open')
    expect(other.outcome).toContain(recipient)
    expect([none.orders, other.orders]).toEqual([0, 0])
  })

  it.each([1, 70, 5000, 100_000])('reports that %i bytes of its end are missing', async (count) => {
    const cut = await copyWith('cut.backup', (bytes) => bytes.subarray(0, bytes.length - count))
    expect(await restored(cut, keys)).toEqual({
      outcome: expect.stringMatching(
        /cut\.backup is cut off: its end is missing\. Nothing was restored/,
      ),
      orders: 0,
    })
  })

  it.each<[string, (bytes: Buffer) => number]>([
    ['the outline', () => 40],
    ['the age header', (bytes) => bytes.indexOf('-> X25519') + 20],
    ['the middle', (bytes) => bytes.length >> 1],
    ['the last chunk', (bytes) => bytes.length - 120],
    ['the digest at the end', (bytes) => bytes.length - 10],
  ])('says so where a byte is changed in %s', async (_, place) => {
    const changed = await copyWith('changed.backup', flipped(place))
    expect(await restored(changed, keys)).toEqual({
      outcome: expect.stringMatching(/changed\.backup was changed after it was written/),
      orders: 0,
    })
  })

  it('does not accept a recalculated digest, because the content itself is authenticated', async () => {
    const forged = await copyWith('forged.backup', (bytes) => {
      const end = bytes.lastIndexOf('\ngiftpoint backup end ')
      const all = flipped(() => end - 500)(bytes).subarray(0, end)
      const digest = createHash('sha256').update(all).digest('hex')
      return Buffer.concat([all, Buffer.from(`\ngiftpoint backup end ${digest}\n`)])
    })
    await verifyBackup(forged)
    expect(await restored(forged, keys)).toEqual({
      outcome: expect.stringContaining('was changed after it was written'),
      orders: 0,
    })
  })

  it('is listed without its key, unless it is damaged', async () => {
    await copyWith(
      'outline.backup',
      flipped(() => 40),
    )
    const { backups } = await storedBackups(folder)
    expect(backups.find((one) => one.file === 'shop.backup')).toMatchObject({
      needs: [],
      missing: [],
    })
    // Truncated backups and backups with a changed outline are not listed.
    for (const damaged of ['cut.backup', 'outline.backup'])
      expect(backups.map((one) => one.file)).not.toContain(damaged)
  })

  it('leaves no file if it is aborted', async () => {
    await db.sql`alter table migration rename to elsewhere`
    const before = await readdir(folder)
    await expect(
      backup({ sql: db.sql, file: at('broken.backup'), recipients: [recipient] }),
    ).rejects.toThrow('migration')
    await db.sql`alter table elsewhere rename to migration`
    expect(await readdir(folder)).toEqual(before)
  })
})

describe('the key of backups (SAFE-11, S13)', () => {
  it('is written once, for its owner only, and read as age-keygen writes it', async () => {
    expect((await stat(at('key'))).mode & 0o777).toBe(0o600)
    expect(recipient).toMatch(/^age1[a-z0-9]{58}$/)
    expect(await readFile(at('key'), 'utf8')).toMatch(
      new RegExp(`^# created: .*\n# public key: ${recipient}\nAGE-SECRET-KEY-1[A-Z0-9]{58}\n$`),
    )
    await expect(createKeyFile(at('key'))).rejects.toThrow('already exists')
    await writeFile(at('no-key'), 'hello\n')
    await expect(readKeyFile(at('no-key'))).rejects.toThrow('is not a key file')
    await expect(readKeyFile(at('none'))).rejects.toThrow('ENOENT')
    await expect(
      backup({ sql: db.sql, file: at('x.backup'), recipients: ['age1nonsense'] }),
    ).rejects.toThrow('BACKUP_RECIPIENTS: age1nonsense is not a public key')
  })
})
