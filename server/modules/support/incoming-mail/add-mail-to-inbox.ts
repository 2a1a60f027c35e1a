import { localPartOf, tagOf } from '#domain/mail/mail-address.ts'
import type { Transaction } from '#server/platform/db/database.ts'
import { type FoundThread, isErased, lockThread } from '#server/modules/support/inbox/thread.sql.ts'
import type { ReadMail } from '#server/modules/support/incoming-mail/parse-mail.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'
import { threadOfToken } from '#server/platform/crypto/thread-token.ts'
import { isEmail } from '#domain/mail/email.ts'
import { type Language, languageOf } from '#domain/language.ts'
import { startThread, notifyThread } from '#server/modules/support/start-thread.ts'

export type MailOutcome = 'begun' | 'added' | 'automatic' | 'own' | 'known'
export type ReceivedMail = { outcome: MailOutcome; request: string | null }

const HOUR_MS = 3_600_000
/** After this many mails in an hour the sender must be a program. Its mails are stored but do not reopen the thread. */
const MAX_PER_HOUR = 20
/** The number of new threads per address and day that get a confirmation mail. */
const MAX_CONFIRMATIONS = 3
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Adds a received mail once: to the thread named by its address or its references, else to a new thread. The subject
 * is never used for matching.
 */
export async function receiveMail(
  shop: Pick<Shop, 'sql' | 'jobs' | 'ports' | 'config' | 'models'>,
  mail: ReadMail,
): Promise<ReceivedMail> {
  const now = shop.ports.clock.now()
  return shop.sql.begin(async (sql): Promise<ReceivedMail> => {
    // A concurrent delivery of the same mail waits here and finds it stored.
    const inserted = await sql`
      insert into incoming_mail (key, at, outcome) values (${mail.key}, ${now}, 'automatic')
      on conflict do nothing returning key`
    if (inserted.count === 0) {
      const [received] = await sql<{ request_id: number | null }[]>`
        select request_id from incoming_mail where key = ${mail.key}`
      return {
        outcome: 'known',
        request: received?.request_id ? String(received.request_id) : null,
      }
    }
    const { outcome, request } = await storeMail(shop, sql, mail, now)
    await sql`
      update incoming_mail set outcome = ${outcome}, request_id = ${request} where key = ${mail.key}`
    return { outcome, request: request === null ? null : String(request) }
  })
}

type StoredMail = { outcome: Exclude<MailOutcome, 'known'>; request: number | null }

async function storeMail(
  shop: Pick<Shop, 'jobs' | 'ports' | 'config' | 'models'>,
  sql: Transaction,
  mail: ReadMail,
  now: Date,
): Promise<StoredMail> {
  if (await isSentByUs(sql, mail)) return { outcome: 'own', request: null }
  const subject = await findSubject(shop, sql, mail)
  if (subject.request !== null) {
    const thread = await lockThread(sql, subject.request)
    if (!thread) return { outcome: 'automatic', request: null }
    // Nothing is added for an erased sender: a new mail starts a new thread.
    if (!isErased(thread)) return addToThread(sql, thread, mail, now)
  }
  // An automatic mail without a thread needs no answer.
  if (mail.automatic || mail.from.address === '') return { outcome: 'automatic', request: null }
  return startThreadFromMail(shop, sql, subject.voucher, mail, now)
}

/** Whether this shop sent the mail. Forwarding or a wrong address can bring it back. */
async function isSentByUs(sql: Transaction, { messageId }: ReadMail): Promise<boolean> {
  const id = localPartOf(messageId ?? '') ?? ''
  if (!UUID.test(id)) return false
  const sent = await sql`
    select from mail where id = ${id}::uuid union all select from recipient where mail_try = ${id}::uuid`
  return sent.count > 0
}

async function findSubject(
  { config }: Pick<Shop, 'config'>,
  sql: Transaction,
  { to, answers }: ReadMail,
): Promise<{ request: string | null; voucher: number | null }> {
  for (const address of to) {
    const token = tagOf(address) ?? ''
    const request = threadOfToken(config.GIFTPOINT_PEPPER, token)
    if (request !== undefined) return { request, voucher: null }
  }
  for (const id of answers.filter((answer) => UUID.test(answer)).slice(0, 20)) {
    const [mail] = await sql<{ template: string; subject_id: string; voucher_id: number | null }[]>`
      select template, subject_id, voucher_id from mail where id = ${id}::uuid
      union all
      select 'voucher-invitation', '', voucher_id from recipient where mail_try = ${id}::uuid`
    if (mail?.template === 'service-received') return { request: mail.subject_id, voucher: null }
    if (mail?.template === 'service-answer') {
      const [message] = await sql<{ request_id: number }[]>`
        select request_id from service_message where id = ${mail.subject_id}::bigint`
      if (message) return { request: String(message.request_id), voucher: null }
    }
    // A reply to any other mail of ours is a question of its recipient.
    if (mail?.voucher_id) return { request: null, voucher: mail.voucher_id }
  }
  return { request: null, voucher: null }
}

async function addToThread(
  sql: Transaction,
  thread: FoundThread,
  mail: ReadMail,
  now: Date,
): Promise<StoredMail> {
  const [recent] = await sql<{ count: number }[]>`
    select count(*)::integer as count from service_message
    where request_id = ${thread.id} and kind = 'in' and at > ${new Date(now.getTime() - HOUR_MS)}`
  // A mail without a sender address counts as automatic.
  const automatic =
    mail.automatic || mail.from.address === '' || (recent?.count ?? 0) >= MAX_PER_HOUR
  const [message] = await sql<{ id: number }[]>`
    insert into service_message (
      request_id, kind, at, from_address, from_name, body, whole, mail_message_id, left_out)
    values (${thread.id}, ${automatic ? 'automatic' : 'in'}, ${now}, ${mail.from.address}, ${mail.from.name}, ${mail.body},
      ${mail.whole}, ${mail.messageId}, ${mail.leftOut}) returning id`
  await storeAttachments(sql, thread.id, message?.id ?? null, mail)
  if (!automatic) {
    // The waiting time of a question counts from its first message.
    await sql`
      update service_request set version = version + 1, state = 'open', snoozed_until = null,
        since = case when state = 'open' and snoozed_until is null then since else ${now}::timestamptz end
      where id = ${thread.id}`
  }
  await notifyThread(sql, thread.id, thread.channel_id)
  return { outcome: automatic ? 'automatic' : 'added', request: thread.id }
}

async function startThreadFromMail(
  shop: Pick<Shop, 'jobs' | 'ports' | 'config' | 'models'>,
  sql: Transaction,
  voucher: number | null,
  mail: ReadMail,
  now: Date,
): Promise<StoredMail> {
  const { address, name } = mail.from
  const home = await channelFor(shop, sql, voucher, mail)
  const [recent] = await sql<{ count: number }[]>`
    select count(*)::integer as count from service_request
    where lower(email) = lower(${address}) and source = 'mail' and at > ${new Date(now.getTime() - 24 * HOUR_MS)}`
  const { MAIL_FROM, MAIL_REPLY_TO } = shop.config
  const ownAddresses = [MAIL_FROM, MAIL_REPLY_TO ?? '', ...home.addresses].map(plainAddress)
  // No confirmation to an invalid address or to ourselves.
  const silent = !isEmail(address) || ownAddresses.includes(plainAddress(address))
  const request = await startThread(
    shop,
    sql,
    {
      voucherId: voucher,
      channelId: home.channel,
      language: home.language,
      email: address,
      name,
      subject: mail.subject,
      body: mail.body,
      at: now,
      source: 'mail',
      mail,
    },
    { silent: silent || (recent?.count ?? 0) >= MAX_CONFIRMATIONS },
  )
  await storeAttachments(sql, request, null, mail)
  return { outcome: 'begun', request }
}

/** The mailbox and the domain of 'Name <mailbox+token@domain>', in lower case. */
const plainAddress = (address: string) =>
  (/<([^<>]*)>/.exec(address)?.[1] ?? address)
    .trim()
    .toLowerCase()
    .replace(/^([^@+]*)\+[^@]*@/, '$1@')

/** The channel of the voucher; otherwise the channel with this address; otherwise the default channel. */
async function channelFor(
  { models, config }: Pick<Shop, 'config' | 'models'>,
  sql: Transaction,
  voucher: number | null,
  { to }: ReadMail,
): Promise<{ channel: string; language: Language; addresses: string[] }> {
  const addresses = to.map((address) => address.toLowerCase())
  const defaultChannel = await models.channelOrDefault(config.GIFTPOINT_DEFAULT_CHANNEL)
  const [row] = await sql<
    { id: string; language: string; default_language: Language; email: string }[]
  >`
    select channel.id, coalesce(voucher.language, '') as language, default_language, coalesce(company ->> 'email', '') as email
    from channel left join voucher on voucher.id = ${voucher} and voucher.channel_id = channel.id
    where voucher.id is not null or lower(company ->> 'email') = any(${addresses}::text[])
      or channel.id = ${defaultChannel ?? ''}
    order by voucher.id is null, coalesce(lower(company ->> 'email') = any(${addresses}::text[]), false) desc,
      channel.id = ${defaultChannel ?? ''} desc, channel.id limit 1`
  if (!row) throw new Error('no channel exists for the mail')
  const language = languageOf(row.language) ?? row.default_language
  return { channel: row.id, language, addresses: row.email === '' ? [] : [row.email] }
}

async function storeAttachments(
  sql: Transaction,
  request: number,
  message: number | null,
  { attachments }: ReadMail,
) {
  for (const { name, type, bytes } of attachments) {
    await sql`
      insert into service_attachment (request_id, message_id, name, type, bytes)
      values (${request}, ${message}, ${name}, ${type}, ${bytes})`
  }
}
