import type { Queries } from '#server/platform/db/database.ts'
import type { StaffLanguage } from '#domain/language.ts'
import { dropQueuedMails } from '#server/modules/mail/queue/mail-state.sql.ts'

type UserRow = {
  id: number
  email: string
  name: string
  language: StaffLanguage
  has_password: boolean
  totp: boolean
  passkeys: number
  sessions: number
  seen_at: Date | null
  added_at: Date
}

export async function lockEmployerUser(sql: Queries, employer: string, user: string) {
  const [row] = await sql<{ id: number; email: string; language: string }[]>`
    select id, email, language from employer_user
    where id = ${user}::bigint and employer_id = ${employer}::bigint and left_at is null
    for no key update`
  return row
}

export async function dropInvitations(sql: Queries, user: number): Promise<void> {
  await dropQueuedMails(
    sql,
    'employer-invitation',
    sql`select id::text from employer_invitation where employer_user_id = ${user}`,
  )
  await sql`delete from employer_invitation where employer_user_id = ${user}`
}

export const listEmployerUsers = (
  sql: Queries,
  { id, now, idleSince }: { id: string; now: Date; idleSince: Date },
) => sql<UserRow[]>`
  select id, email, name, language, password_hash is not null as has_password,
    totp_confirmed_at is not null as totp, added_at,
    (select count(*)::integer from employer_passkey where employer_user_id = employer_user.id) as passkeys, seen.at as seen_at, coalesce(seen.open, 0) as sessions
  from employer_user left join lateral (
    select max(seen_at) as at, count(*) filter (where ends_at > ${now} and seen_at > ${idleSince})::integer as open
    from employer_session where employer_user_id = employer_user.id) seen on true
  where employer_id = ${id}::bigint and left_at is null order by lower(name), id`

export async function insertEmployerUser(
  sql: Queries,
  {
    id,
    email,
    name,
    language,
    now,
  }: { id: string; email: string; name: string; language: string; now: Date },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into employer_user (employer_id, email, name, language, added_at)
    values (${id}::bigint, ${email}, ${name}, ${language}, ${now})
    on conflict (email) do update set employer_id = excluded.employer_id, name = excluded.name,
      language = excluded.language, language_chosen = false, password_hash = null, totp_secret = null, totp_confirmed_at = null,
      totp_counter = 0, added_at = excluded.added_at, left_at = null
    where employer_user.left_at is not null
    returning id`
  return row
}

export const removeTotp = (sql: Queries, id: number) => sql`
  update employer_user set totp_secret = null, totp_confirmed_at = null where id = ${id}`

export const deleteEmployerPasskeys = (sql: Queries, id: number) =>
  sql`delete from employer_passkey where employer_user_id = ${id}`

export const removeEmployerUserAccess = (sql: Queries, id: number, now: Date) => sql`
  update employer_user set left_at = ${now}, password_hash = null, totp_secret = null, totp_confirmed_at = null
  where id = ${id}`

export const insertEmployerInvitation = (
  sql: Queries,
  {
    id,
    tokenHash,
    user,
    now,
    endsAt,
    invitedBy,
  }: { id: string; tokenHash: Buffer; user: number; now: Date; endsAt: Date; invitedBy: number },
) => sql`
  insert into employer_invitation (id, token_hash, employer_user_id, made_at, ends_at, invited_by)
  values (${id}, ${tokenHash}, ${user}, ${now}, ${endsAt}, ${invitedBy})`

export async function findNewestCampaignChannel(sql: Queries, employer: string) {
  const [row] = await sql<{ channel: string }[]>`
    select channel_id as channel from campaign where employer_id = ${employer}::bigint
    order by id desc limit 1`
  return row
}
