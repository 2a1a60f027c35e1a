import { webcrypto } from 'node:crypto'

import { openTaskFor, closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { noteReports } from '#server/modules/support/incoming-mail/record-delivery-reports.ts'
import type {
  MailInbox,
  RawMail,
  readRawMail,
} from '#server/modules/support/incoming-mail/parse-raw-mail.ts'
import {
  receiveMail,
  type ReceivedMail,
} from '#server/modules/support/incoming-mail/add-mail-to-inbox.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { ParseFailed, parserTask, withParser } from '#server/platform/parsing/parser-pool.ts'
import { sealedSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import { QueueFull } from '#server/platform/jobs/work-queue.ts'

const read = parserTask<typeof readRawMail>('read-mail')
const sealing = (shop: Pick<Shop, 'config'>) =>
  sealedSecrets(shop.config.GIFTPOINT_PEPPER, 'giftpoint unreadable mails')

/**
 * Storage for mails that cannot be parsed. Further ones are refused permanently, so that their senders get a bounce.
 */
const MOST_STORED_BYTES = 250_000_000

export type MailAnswer =
  | ReceivedMail
  | { outcome: 'bounced'; bounced: number }
  /** Stored unparsed, and a task is created. */
  | { outcome: 'unreadable' }
  | { refused: 'invalid-input' | 'unavailable' }

/** Takes a mail from a mail server. One that could not be read before is accepted, but not parsed again. */
export async function receiveRawMail(
  shop: Shop,
  raw: Buffer,
  door: MailInbox,
): Promise<MailAnswer> {
  const key = Buffer.from(await webcrypto.subtle.digest('SHA-256', raw)).toString('hex')
  const [known] = await shop.sql`select from unreadable_mail where key = ${key}`
  if (known) return { outcome: 'unreadable' }
  try {
    return await taken(shop, await parsed(raw, door))
  } catch (error) {
    if (isBusy(error)) return { refused: 'unavailable' }
    if (!(error instanceof ParseFailed)) throw error
    shop.log.warn({ err: error, mail: key }, 'incoming mail not read')
    return (await keep(shop, { key, raw, door }, error))
      ? { outcome: 'unreadable' }
      : { refused: 'invalid-input' }
  }
}

const parsed = (raw: Buffer, door: MailInbox) =>
  withParser('mail', door, (turn) => read(turn, { raw, door }))

/** The parser failed for a temporary reason: the sender tries again. */
const isBusy = (error: unknown) =>
  error instanceof QueueFull || (error instanceof ParseFailed && error.failure === 'ended')

async function taken(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config' | 'models'>,
  found: RawMail,
): Promise<MailAnswer> {
  if (found.is === 'refused') return { refused: 'invalid-input' }
  if (found.is === 'mail') return receiveMail(shop, found.mail)
  return { outcome: 'bounced', bounced: await noteReports(shop, found.reports) }
}

type Raw = { key: string; raw: Buffer; door: MailInbox }

/** Returns whether there was space. Encrypted, because a returned mail may contain a voucher code. */
async function keep(
  shop: Pick<Shop, 'sql' | 'ports' | 'config' | 'models'>,
  { key, raw, door }: Raw,
  error: ParseFailed,
): Promise<boolean> {
  const now = shop.ports.clock.now()
  const channel = await shop.models.channelOrDefault(shop.config.GIFTPOINT_DEFAULT_CHANNEL)
  const sealed = sealing(shop).seal(raw, key)
  return shop.sql.begin(async (sql) => {
    const [all] = await sql<{ bytes: number }[]>`
      select coalesce(sum(size), 0)::float8 as bytes from unreadable_mail`
    if ((all?.bytes ?? 0) + raw.length > MOST_STORED_BYTES) return false
    const { count } = await sql`
      insert into unreadable_mail (key, door, sealed, size, why, channel_id, at)
      values (${key}, ${door}, ${sealed}, ${raw.length}, ${error.failure}, ${channel ?? null}, ${now})
      on conflict do nothing`
    if (count > 0)
      await notifyPerson(sql, { key, door, size: raw.length, channel: channel ?? null }, error)
    return true
  })
}

const notifyPerson = (
  sql: Queries,
  { key, door, size, channel }: Omit<Raw, 'raw'> & { size: number; channel: string | null },
  { failure, message }: ParseFailed,
) =>
  openTaskFor(sql, {
    kind: 'mail-unreadable',
    subject: key,
    cause: `${door} ${failure}`,
    reason: message,
    channelId: channel,
    detail: { why: failure, door, size },
  })

type StoredMail = {
  key: string
  door: MailInbox
  sealed: Buffer
  size: number
  channel_id: string | null
}

/** Parses a stored mail again on request, for example after an upgrade. */
export async function readMailAgain(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config' | 'models'>,
  key: string,
): Promise<void> {
  const [kept] = await shop.sql<StoredMail[]>`
    select key, door, sealed, size, channel_id from unreadable_mail where key = ${key}`
  if (!kept) return
  try {
    const raw = openedMail(shop, kept)
    await taken(shop, await parsed(raw, kept.door))
  } catch (error) {
    if (!(error instanceof ParseFailed) || isBusy(error)) throw error
    const { door, size, channel_id: channel } = kept
    return notifyPerson(shop.sql, { key, door, size, channel }, error)
  }
  await shop.sql.begin((sql) => eraseMails(sql, [key]))
}

export const openedMail = (
  shop: Pick<Shop, 'config'>,
  { sealed, key }: { sealed: Buffer; key: string },
) => sealing(shop).open(sealed, key)

export async function eraseMails(sql: Transaction, keys: readonly string[]): Promise<void> {
  await sql`delete from unreadable_mail where key = any(${keys as string[]}::text[])`
  for (const key of keys) await closeTaskFor(sql, 'mail-unreadable', key)
}
