import { HOLDER_MAILS } from '#domain/mail/mails.ts'
import type { TaskRow } from '#server/modules/tasks/task-list.sql.ts'
import type { ResolutionContext, ResolveRow } from '#server/modules/tasks/resolutions/resolution.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { requeueBouncedMail } from '#server/modules/mail/queue/mail-state.sql.ts'

type BouncedMail = { id: string; template: string; number: string | null; from: string; to: string }

/** The bounced mails with the current address of their order or thread, which may have been corrected. */
const findBouncedMails = (sql: Queries, cases: readonly TaskRow[]) => sql<BouncedMail[]>`
  select mail.id, template, orders.number, recipient as from,
    case when template in ('service-answer', 'service-received') then
      coalesce((select email from service_request where id = case template
        when 'service-received' then subject_id::bigint
        else (select request_id from service_message where service_message.id = subject_id::bigint) end), recipient)
      when template = any(${[...HOLDER_MAILS]}::text[]) and orders.number is not null
        and not exists (select from mail other where other.template = mail.template
          and other.subject_id = mail.subject_id and other.month = mail.month and other.recipient = orders.person ->> 'email')
      then orders.person ->> 'email' else recipient end as to
  from mail left join orders on orders.number = split_part(subject_id, ':', 1)
  where mail.id = any(${cases.map(({ subject }) => subject)}::uuid[]) and mail.state = 'refused'
  order by mail.created_at, mail.id`

export async function rowsOfMails(sql: Queries, cases: readonly TaskRow[]): Promise<ResolveRow[]> {
  const mails = await findBouncedMails(sql, cases)
  return mails.map(({ id, template, number, from, to }) => ({
    what: `mail.${template}`,
    subject: number ?? id,
    order: number,
    before: 'refused',
    after: from === to ? 'sent-again' : 'sent-to-new-address',
  }))
}

export async function resolveMails({ shop, sql }: ResolutionContext, cases: readonly TaskRow[]) {
  const mails = await findBouncedMails(sql, cases)
  for (const mail of mails) await requeueBouncedMail(sql, mail)
  await shop.jobs.send(
    sql,
    mails.map(({ id }) => ({ name: 'send-mail' as const, data: { id } })),
  )
}
