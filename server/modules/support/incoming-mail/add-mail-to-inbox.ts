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
/**
 * More than this comes from a program that does not declare itself. The mail is stored but does not reopen the
 * thread.
 */
const MOST_AN_HOUR = 20
/** The most new threads per address and day that are acknowledged. */
const MOST_RECEIVED = 3
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
    const first = await sql`
      insert into incoming_mail (key, at, outcome) values (${mail.key}, ${now}, 'automatic')
      on conflict do nothing returning key`
    if (first.count === 0) {
      const [known] = await sql<{ request_id: number | null }[]>`
        select request_id from incoming_mail where key = ${mail.key}`
      return { outcome: 'known', request: known?.request_id ? String(known.request_id) : null }
    }
    const { outcome, request } = await placed(shop, sql, mail, now)
    await sql`
      update incoming_mail set outcome = ${outcome}, request_id = ${request} where key = ${mail.key}`
    return { outcome, request: request === null ? null : String(request) }
  })
}

type Placed = { outcome: Exclude<MailOutcome, 'known'>; request: number | null }

async function placed(
  shop: Pick<Shop, 'jobs' | 'ports' | 'config' | 'models'>,
  sql: Transaction,
  mail: ReadMail,
  now: Date,
): Promise<Placed> {
  if (await isOurs(sql, mail)) return { outcome: 'own', request: null }
  const about = await findAbout(shop, sql, mail)
  if (about.request !== null) {
    const thread = await lockThread(sql, about.request)
    if (!thread) return { outcome: 'automatic', request: null }
    // Nothing is added for an erased sender: a new mail starts a new thread.
    if (!isErased(thread)) return addTo(sql, thread, mail, now)
  }
  // An automatic mail without a thread needs no answer.
  if (mail.automatic || mail.from.address === '') return { outcome: 'automatic', request: null }
  return begin(shop, sql, about.voucher, mail, now)
}

/** Whether we sent it ourselves: forwarding or a wrong address has returned it. */
async function isOurs(sql: Transaction, { messageId }: ReadMail): Promise<boolean> {
  const id = localPartOf(messageId ?? '') ?? ''
  if (!UUID.test(id)) return false
  return (
    (
      await sql`
      select from mail where id = ${id}::uuid union all select from recipient where mail_try = ${id}::uuid`
    ).count > 0
  )
}

async function findAbout(
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

async function addTo(
  sql: Transaction,
  thread: FoundThread,
  mail: ReadMail,
  now: Date,
): Promise<Placed> {
  const [lately] = await sql<{ count: number }[]>`
    select count(*)::integer as count from service_message
    where request_id = ${thread.id} and kind = 'in' and at > ${new Date(now.getTime() - HOUR_MS)}`
  // A mail without a sender address counts as automatic.
  const automatic =
    mail.automatic || mail.from.address === '' || (lately?.count ?? 0) >= MOST_AN_HOUR
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

async function begin(
  shop: Pick<Shop, 'jobs' | 'ports' | 'config' | 'models'>,
  sql: Transaction,
  voucher: number | null,
  mail: ReadMail,
  now: Date,
): Promise<Placed> {
  const { address, name } = mail.from
  const place = await channelFor(shop, sql, voucher, mail)
  const [lately] = await sql<{ count: number }[]>`
    select count(*)::integer as count from service_request
    where lower(email) = lower(${address}) and source = 'mail' and at > ${new Date(now.getTime() - 24 * HOUR_MS)}`
  const { MAIL_FROM, MAIL_REPLY_TO } = shop.config
  const ours = [MAIL_FROM, MAIL_REPLY_TO ?? '', ...place.addresses].map(plainAddress)
  // No acknowledgement to an invalid address or to ourselves.
  const silent = !isEmail(address) || ours.includes(plainAddress(address))
  const request = await startThread(
    shop,
    sql,
    {
      voucherId: voucher,
      channelId: place.channel,
      language: place.language,
      email: address,
      name,
      subject: mail.subject,
      body: mail.body,
      at: now,
      source: 'mail',
      mail,
    },
    { silent: silent || (lately?.count ?? 0) >= MOST_RECEIVED },
  )
  await storeAttachments(sql, request, null, mail)
  return { outcome: 'begun', request }
}

/** The mailbox and the domain of 'Name <mailbox+token@domain>', in lower case. */
const plainAddress = (one: string) =>
  (/<([^<>]*)>/.exec(one)?.[1] ?? one)
    .trim()
    .toLowerCase()
    .replace(/^([^@+]*)\+[^@]*@/, '$1@')

/** The channel of our mail's recipient; else the channel that owns the address; else the shop's first channel. */
async function channelFor(
  { models, config }: Pick<Shop, 'config' | 'models'>,
  sql: Transaction,
  voucher: number | null,
  { to }: ReadMail,
): Promise<{ channel: string; language: Language; addresses: string[] }> {
  const addresses = to.map((one) => one.toLowerCase())
  const home = await models.channelOrDefault(config.GIFTPOINT_DEFAULT_CHANNEL)
  const [row] = await sql<
    { id: string; language: string; default_language: Language; email: string }[]
  >`
    select channel.id, coalesce(voucher.language, '') as language, default_language, coalesce(company ->> 'email', '') as email
    from channel left join voucher on voucher.id = ${voucher} and voucher.channel_id = channel.id
    where voucher.id is not null or lower(company ->> 'email') = any(${addresses}::text[])
      or channel.id = ${home ?? ''}
    order by voucher.id is null, coalesce(lower(company ->> 'email') = any(${addresses}::text[]), false) desc,
      channel.id = ${home ?? ''} desc, channel.id limit 1`
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
