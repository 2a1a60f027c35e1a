import {
  type AccountNoticeKind,
  isAccountNotice,
  type NoticeDetails,
  type OwnerNoticeKind,
  type OwnNoticeKind,
} from '#domain/staff/account-notice.ts'
import { type NewMail, queueMail } from '#server/modules/mail/queue/queue-mail.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Shop } from '#server/http/endpoint/shop.ts'

type NoticeContext = Pick<Shop, 'jobs' | 'ports' | 'config'>
/** The account of a staff member or an employer user. */
export type Account = { staffId: number } | { employerUserId: number }
type Notice<Kind extends AccountNoticeKind> = { kind: Kind; details: NoticeDetails<Kind> }

/** Mails an account owner in their own language. Part of the transaction of the change: a rollback sends no mail. */
export async function notifyAccount<Kind extends OwnNoticeKind>(
  context: NoticeContext,
  sql: Queries,
  account: Account,
  notice: Notice<Kind>,
): Promise<void> {
  const recipient = await findAccountRecipient(context, sql, account)
  if (recipient) await queueNotice(context, sql, account, recipient, notice)
}

/** Mails every owner who can sign in, each in their own language. Part of the transaction of the change. */
export async function notifyOwners<Kind extends OwnerNoticeKind>(
  context: NoticeContext,
  sql: Queries,
  notice: Notice<Kind>,
): Promise<void> {
  for (const staffId of await findOwnerIds(sql)) {
    const recipient = await findAccountRecipient(context, sql, { staffId })
    if (recipient) await queueNotice(context, sql, { staffId }, recipient, notice)
  }
}

export async function findOwnerIds(sql: Queries): Promise<number[]> {
  const owners = await sql<{ id: number }[]>`
    select id from staff where role = 'owner' and left_at is null order by id`
  return owners.map(({ id }) => id)
}

export type AccountRecipient = Pick<NewMail, 'recipient' | 'language' | 'channelId'>

/**
 * Address, language, and the channel whose theme the mail uses. Undefined if the user has left, or if the shop has no
 * channel yet and therefore sends no mails.
 */
export async function findAccountRecipient(
  { config }: Pick<Shop, 'config'>,
  sql: Queries,
  account: Account,
): Promise<AccountRecipient | undefined> {
  const accountRow =
    'staffId' in account
      ? sql`
          select email, language, (select min(channel_id) from staff_channel where staff_id = staff.id) as channel
          from staff where id = ${account.staffId} and left_at is null`
      : sql`
          select email, language, (
            select channel_id from campaign where employer_id = employer_user.employer_id order by id desc limit 1) as channel
          from employer_user where id = ${account.employerUserId} and left_at is null`
  const [row] = await sql<AccountRecipient[]>`
    select email as recipient, account.language, channel.id as "channelId" from (${accountRow}) account, channel
    order by (channel.id = account.channel) is true desc, channel.id = ${config.GIFTPOINT_DEFAULT_CHANNEL} desc, channel.id
    limit 1`
  return row
}

async function queueNotice(
  context: NoticeContext,
  sql: Queries,
  account: Account,
  recipient: AccountRecipient,
  { kind, details }: { kind: AccountNoticeKind; details: Record<string, string> },
) {
  const staff = 'staffId' in account ? account.staffId : null
  const user = 'employerUserId' in account ? account.employerUserId : null
  const [row] = await sql<{ id: number }[]>`
    insert into account_notice (kind, staff_id, employer_user_id, details, at)
    values (${kind}, ${staff}, ${user}, ${sql.json(details)}, ${context.ports.clock.now()})
    returning id`
  if (!row) throw new Error('insert of the notice returned no row')
  const subjectId = `notice:${row.id}`
  await queueMail(context, sql, { template: 'account-notice', subjectId, ...recipient })
}

export type FoundNotice = {
  kind: AccountNoticeKind
  /** Which site the account belongs to. */
  site: 'backoffice' | 'employer'
  isOwner: boolean
  name: string
  details: Record<string, string>
  at: Date
}

/** The data of one mail, by the subject that the mail was queued with. */
export async function findNotice(
  sql: Queries,
  subjectId: string,
): Promise<FoundNotice | undefined> {
  const [row] = await sql<(Omit<FoundNotice, 'kind'> & { kind: string })[]>`
    select kind, case when staff_id is null then 'employer' else 'backoffice' end as site,
      staff.role is not distinct from 'owner' as "isOwner",
      coalesce(staff.name, employer_user.name) as name, details, at
    from account_notice left join staff on staff.id = staff_id
      left join employer_user on employer_user.id = employer_user_id
    where account_notice.id = split_part(${subjectId}, ':', 2)::bigint`
  return row && isAccountNotice(row.kind) ? { ...row, kind: row.kind } : undefined
}
