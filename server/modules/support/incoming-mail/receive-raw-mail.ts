import { webcrypto } from 'node:crypto'

import { openTaskFor, closeTaskFor } from '#server/modules/tasks/open-task.sql.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { recordDeliveryReports } from '#server/modules/support/incoming-mail/record-delivery-reports.ts'
import type {
  MailWebhook,
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
const mailEncryption = (shop: Pick<Shop, 'config'>) =>
  sealedSecrets(shop.config.GIFTPOINT_PEPPER, 'giftpoint unreadable mails')

/** When unparsable mails fill this space, further ones are refused, so that their senders get a bounce. */
const MAX_STORED_BYTES = 250_000_000

export type MailAnswer =
  | ReceivedMail
  | { outcome: 'bounced'; bounced: number }
  /** Stored unparsed, and a task is created. */
  | { outcome: 'unreadable' }
  | { refused: 'invalid-input' | 'unavailable' }

/** Receives a mail from a mail server. A mail that could not be parsed before is accepted, but not parsed again. */
export async function receiveRawMail(
  shop: Shop,
  raw: Buffer,
  door: MailWebhook,
): Promise<MailAnswer> {
  const key = Buffer.from(await webcrypto.subtle.digest('SHA-256', raw)).toString('hex')
  const [unreadable] = await shop.sql`select from unreadable_mail where key = ${key}`
  if (unreadable) return { outcome: 'unreadable' }
  try {
    return await storeParsed(shop, await parseInWorker(raw, door))
  } catch (error) {
    if (isBusy(error)) return { refused: 'unavailable' }
    if (!(error instanceof ParseFailed)) throw error
    shop.log.warn({ err: error, mail: key }, 'incoming mail not read')
    return (await storeUnreadable(shop, { key, raw, door }, error))
      ? { outcome: 'unreadable' }
      : { refused: 'invalid-input' }
  }
}

const parseInWorker = (raw: Buffer, door: MailWebhook) =>
  withParser('mail', door, (turn) => read(turn, { raw, door }))

/** The parser failed for a temporary reason: the sender tries again. */
const isBusy = (error: unknown) =>
  error instanceof QueueFull || (error instanceof ParseFailed && error.failure === 'ended')

async function storeParsed(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config' | 'models'>,
  parsed: RawMail,
): Promise<MailAnswer> {
  if (parsed.is === 'refused') return { refused: 'invalid-input' }
  if (parsed.is === 'mail') return receiveMail(shop, parsed.mail)
  return { outcome: 'bounced', bounced: await recordDeliveryReports(shop, parsed.reports) }
}

type Raw = { key: string; raw: Buffer; door: MailWebhook }

/** Stores the mail encrypted, because a bounced mail may contain a voucher code. Returns false if the storage is full. */
async function storeUnreadable(
  shop: Pick<Shop, 'sql' | 'ports' | 'config' | 'models'>,
  { key, raw, door }: Raw,
  error: ParseFailed,
): Promise<boolean> {
  const now = shop.ports.clock.now()
  const channel = await shop.models.channelOrDefault(shop.config.GIFTPOINT_DEFAULT_CHANNEL)
  const sealed = mailEncryption(shop).seal(raw, key)
  return shop.sql.begin(async (sql) => {
    const [used] = await sql<{ bytes: number }[]>`
      select coalesce(sum(size), 0)::float8 as bytes from unreadable_mail`
    if ((used?.bytes ?? 0) + raw.length > MAX_STORED_BYTES) return false
    const { count } = await sql`
      insert into unreadable_mail (key, door, sealed, size, why, channel_id, at)
      values (${key}, ${door}, ${sealed}, ${raw.length}, ${error.failure}, ${channel ?? null}, ${now})
      on conflict do nothing`
    if (count > 0)
      await openMailTask(sql, { key, door, size: raw.length, channel: channel ?? null }, error)
    return true
  })
}

const openMailTask = (
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
  door: MailWebhook
  sealed: Buffer
  size: number
  channel_id: string | null
}

/** Parses a stored mail again on request, for example after an upgrade. */
export async function retryUnreadableMail(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config' | 'models'>,
  key: string,
): Promise<void> {
  const [stored] = await shop.sql<StoredMail[]>`
    select key, door, sealed, size, channel_id from unreadable_mail where key = ${key}`
  if (!stored) return
  try {
    const raw = decryptMail(shop, stored)
    await storeParsed(shop, await parseInWorker(raw, stored.door))
  } catch (error) {
    if (!(error instanceof ParseFailed) || isBusy(error)) throw error
    const { door, size, channel_id: channel } = stored
    return openMailTask(shop.sql, { key, door, size, channel }, error)
  }
  await shop.sql.begin((sql) => eraseMails(sql, [key]))
}

export const decryptMail = (
  shop: Pick<Shop, 'config'>,
  { sealed, key }: { sealed: Buffer; key: string },
) => mailEncryption(shop).open(sealed, key)

export async function eraseMails(sql: Transaction, keys: readonly string[]): Promise<void> {
  await sql`delete from unreadable_mail where key = any(${keys as string[]}::text[])`
  for (const key of keys) await closeTaskFor(sql, 'mail-unreadable', key)
}
