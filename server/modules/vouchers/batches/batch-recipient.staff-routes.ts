import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import { addColleague, batchPeople } from '#contract/vouchers/batch-recipients.staff.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { maskedMail, maskedName } from '#domain/privacy/person-mask.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { addToBatch } from '#server/modules/vouchers/batches/add-to-batch.ts'
import { findBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import { ownBatch } from '#server/modules/vouchers/batches/batch.staff-routes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import type { ListQuery } from '#server/lists/keyset-page.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

type Row = Omit<
  StaffResponse<'addColleague'>,
  'id' | 'voucher' | 'mailed_at' | 'bounced_at' | 'stopped'
> & {
  id: number
  voucher_id: number
  mailed_at: Date | null
  bounced_at: Date | null
  stopped_at: Date | null
}

export function batchPeopleRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, batchPeople, listRecipients)

  serveStaff(
    app,
    backoffice,
    addColleague,
    async ({ id, reason, allow_second, ...person }, asker) => {
      const { sql, now, audit } = asker
      const batch = await ownBatch(asker, id)
      if (refused(batch)) return batch
      const done = await addToBatch(sql, batch, person, { now, reason, allowSecond: allow_second })
      if (refused(done)) return done
      audit({
        action: 'batch.colleague-added',
        subjectKind: 'batch',
        subjectId: id,
        channelId: batch.channel_id,
        reason,
        after: {
          recipient: String(done.recipient),
          points: batch.points,
          name: person.name,
          email: person.email,
        },
        personal: ['name', 'email'],
      })
      return findPerson(sql, done.recipient)
    },
  )
}

async function listRecipients({ id, ...asked }: ParsedInput<typeof batchPeople>, asker: SignedIn) {
  const { sql, now, within, may } = asker
  const batch = await findBatch(sql, Number(id), now)
  if (!batch || !within(batch.channel_id)) return refuseStaff('not-found')
  const open = may('person.show')
  const show = shownTo(open)
  return serveList(asker, asked, {
    file: `batch-${batch.id}-people`,
    list: peopleList({ ...asked, batchId: batch.id, open }),
    columns: csvOf(show),
    row: (row: Row) => show(personOf(row)),
  })
}

type Sort = 'name' | 'department' | 'added_at'
type Asked = Partial<Pick<z.output<(typeof batchPeople)['input']>, 'search' | 'mail' | 'ids'>>

const columns = (sql: Queries) => sql`
  recipient.id, voucher_id, last3, name, department, email, recipient.language, kind, words, mail_state, mailed_at,
  bounced_at, bounce, added_reason, stopped_at`

const peopleList = ({
  batchId,
  search,
  mail,
  ids,
  open,
}: Asked & { batchId: number; open: boolean }): ListQuery<Sort> => ({
  select: columns,
  from: (sql) => sql`
    recipient join voucher on voucher.id = voucher_id where recipient.batch_id = ${batchId}
      ${search === undefined ? sql`` : sql`and (strpos(lower(${searched(sql, open)}), ${search.toLowerCase()}) > 0 or last3 = ${search.toLowerCase()})`}
      ${mail === undefined ? sql`` : sql`and mail_state = any(${mail})`}
      ${ids === undefined ? sql`` : sql`and recipient.id = any(${ids.map(Number)}::bigint[])`}`,
  id: (sql) => sql`recipient.id`,
  sorts: {
    // Sorting by full names would reveal them page by page.
    name: { by: (sql) => (open ? sql`lower(name)` : sql`lower(left(name, 1))`), type: 'text' },
    department: { by: (sql) => sql`lower(department)`, type: 'text' },
    added_at: { by: (sql) => sql`added_at`, type: 'timestamptz' },
  },
  usual: 'department',
})

/** A masked name is not searchable, because guessing would reveal it. */
const searched = (sql: Queries, open: boolean) =>
  open ? sql`name || ' ' || email || ' ' || department` : sql`department`

type Person = StaffResponse<'addColleague'>

export async function findPerson(sql: Queries, id: number): Promise<Person> {
  const [row] = await sql<Row[]>`
    select ${columns(sql)} from recipient join voucher on voucher.id = voucher_id where recipient.id = ${id}`
  if (!row) throw new Error('a recipient went while being changed')
  return personOf(row)
}

function personOf({ id, voucher_id, mailed_at, bounced_at, stopped_at, ...row }: Row): Person {
  return {
    ...row,
    id: String(id),
    voucher: String(voucher_id),
    mailed_at: mailed_at?.toISOString() ?? null,
    bounced_at: bounced_at?.toISOString() ?? null,
    stopped: stopped_at !== null,
  }
}

/** Without the permission, names are masked: enough to recognise a person. */
const shownTo =
  (open: boolean) =>
  (person: Person): Person =>
    open
      ? person
      : {
          ...person,
          name: maskedName(person.name),
          email: maskedMail(person.email),
          words: '',
          bounce: '',
        }

const csvOf = (show: (person: Person) => Person) => {
  const column = (key: keyof Person) => (row: Row) => show(personOf(row))[key]
  return {
    name: column('name'),
    department: column('department'),
    email: column('email'),
    language: column('language'),
    kind: column('kind'),
    last3: column('last3'),
    mail: column('mail_state'),
    mailed_at: column('mailed_at'),
    bounced_at: column('bounced_at'),
  }
}
