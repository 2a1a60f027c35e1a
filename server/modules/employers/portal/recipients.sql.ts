import type { Queries } from '#server/platform/db/database.ts'
import type { EmployerAnswer } from '#contract/client.employer.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'

type Person = EmployerAnswer<'addRecipient'>

export type RecipientRow = Omit<Person, 'id' | 'batch'> & { id: number; batch_id: number }

export type RecipientSort = 'name' | 'department'

/** Whether the campaign belongs to the employer. Checked again under the lock, because a batch may have been moved. */
export async function belongsToEmployer(
  sql: Queries,
  campaign: number | null,
  employer: number,
): Promise<boolean> {
  const rows = await sql`
    select from campaign where id = ${campaign} and employer_id = ${employer}`
  return rows.count === 1
}

const columns = (sql: Queries) => sql`
  id, batch_id, campaign, name, department, email, corrected, mail`

export const peopleList = ({
  search,
  campaign,
  mail,
}: {
  search?: string | undefined
  campaign?: string | undefined
  mail?: 'bounced' | undefined
}): ListQuery<RecipientSort> => ({
  select: columns,
  from: (sql) => sql`
    employer_person where true
      ${search === undefined ? sql`` : sql`and strpos(lower(name || ' ' || email || ' ' || department), ${search.toLowerCase()}) > 0`}
      ${campaign === undefined ? sql`` : sql`and batch_id in (select id from employer_batch where campaign_id = ${campaign}::bigint)`}
      ${mail === undefined ? sql`` : sql`and mail = ${mail}`}`,
  id: (sql) => sql`id`,
  sorts: {
    name: { by: (sql) => sql`lower(name)`, type: 'text' },
    department: { by: (sql) => sql`lower(department)`, type: 'text' },
  },
  defaultSort: 'name',
})

export async function findRecipient(sql: Queries, id: number): Promise<Person> {
  const [row] = await sql<
    RecipientRow[]
  >`select ${columns(sql)} from employer_person where id = ${id}`
  if (!row) throw new Error('recipient not found after the change')
  return recipientAnswer(row)
}

export const recipientAnswer = ({ id, batch_id, ...row }: RecipientRow): Person => ({
  id: String(id),
  batch: String(batch_id),
  ...row,
})

export async function ownsBatch(sql: Queries, id: string): Promise<boolean> {
  const rows = await sql`select from employer_batch where id = ${id}::bigint`
  return rows.count > 0
}

export const listBatchOfRecipient = (sql: Queries, person: string) => sql<{ batch_id: number }[]>`
  select batch_id from employer_person where id = ${person}::bigint`

export const lockBalanceOfRecipient = (sql: Queries, person: string) =>
  sql`select from voucher_balance where voucher_id = (select voucher_id from recipient where id = ${person}::bigint) for update`

export const lockVoucherOfRecipient = (sql: Queries, person: string) =>
  sql`select from voucher where id = (select voucher_id from recipient where id = ${person}::bigint) for update`

export async function lockBouncedRecipient(sql: Queries, person: string) {
  const [row] = await sql<{ shown_email: string; mail_state: string; claimed: boolean }[]>`
    select case when email_from = 'giver' then email else '' end as shown_email, mail_state,
      exists (select from voucher_activation where voucher_activation.voucher_id = recipient.voucher_id) as claimed
    from recipient where id = ${person}::bigint for update`
  return row
}
