import type { FastifyInstance } from 'fastify'

import type { EmployerAnswer } from '#contract/client.employer.ts'
import { refuseEmployer } from '#contract/shared/refusals.employer.ts'
import { addColleague, correctAddress, people } from '#contract/employers/portal.employer.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Queries } from '#server/platform/db/database.ts'
import { addToBatch } from '#server/modules/vouchers/batches/add-to-batch.ts'
import { lockBatch } from '#server/modules/vouchers/batches/batch.sql.ts'
import { settleBounced } from '#server/modules/vouchers/batches/bounced-recipients.sql.ts'
import { keysetPage, type ListQuery } from '#server/lists/keyset-page.ts'
import type { EmployerDoor } from '#server/modules/employers/portal/employer-portal.ts'
import { overEmployerLimit } from '#server/modules/employers/voucher-limit.ts'
import { serveEmployer } from '#server/modules/employers/portal/serve-employer-endpoint.ts'

type Person = EmployerAnswer<'addColleague'>
type Row = Omit<Person, 'id' | 'batch'> & { id: number; batch_id: number }
type Sort = 'name' | 'department'

/**
 * Recipients named by the employer. The use of their vouchers is in the restricted statistics only: nothing here
 * shows who activated one.
 */
export function employerPeopleRoutes(app: FastifyInstance, door: EmployerDoor) {
  serveEmployer(app, door, people, async (asked, { read }) => {
    const { rows, ...page } = await read((sql) =>
      keysetPage<Row, Sort>(sql, peopleList(asked), asked),
    )
    return { items: rows.map(personOf), ...page }
  })

  serveEmployer(
    app,
    door,
    addColleague,
    async ({ batch: id, reason, allow_second, ...given }, { who, now, read, write, audit }) => {
      const own = await read((sql) => sql`select from employer_batch where id = ${id}::bigint`)
      if (own.count === 0) return refuseEmployer('not-found')
      const person = { ...given, kind: 'own' as const, words: '' }
      const added = await write(async (sql) => {
        const batch = await lockBatch(sql, Number(id), now)
        if (!batch || !(await isOf(sql, batch.campaign_id, who.employerId)))
          return refuseEmployer('not-found')
        const over = await overEmployerLimit(sql, batch, { employerId: who.employerId, now })
        if (refused(over)) return over
        const done = await addToBatch(sql, batch, person, {
          now,
          reason,
          allowSecond: allow_second,
        })
        if (refused(done)) return done
        // In a batch sent by mail, the new recipient gets a mail too; otherwise the back office exports one more
        // code.
        if (person.email !== '' && batch.send_at !== null) {
          await sql`update recipient set mail_state = 'waiting' where id = ${done.recipient}`
          await sql`update voucher_batch set send_ended_at = null where id = ${batch.id}`
        }
        audit({
          action: 'employer.colleague-added',
          subjectKind: 'employer',
          subjectId: String(who.employerId),
          channelId: batch.channel_id,
          reason,
          after: {
            batch: id,
            recipient: String(done.recipient),
            points: batch.points,
            name: person.name,
            email: person.email,
          },
          personal: ['name', 'email'],
        })
        return done
      })
      return refused(added) ? added : read((sql) => findOwn(sql, added.recipient))
    },
  )

  serveEmployer(
    app,
    door,
    correctAddress,
    async ({ person, was, email }, { who, now, read, write, audit }) => {
      const [own] = await read(
        (sql) => sql<{ batch_id: number }[]>`
          select batch_id from employer_person where id = ${person}::bigint`,
      )
      if (!own) return refuseEmployer('not-found')
      const done = await write(async (sql) => {
        // In the lock order used everywhere.
        const batch = await lockBatch(sql, own.batch_id, now)
        if (!batch || !(await isOf(sql, batch.campaign_id, who.employerId)))
          return refuseEmployer('not-found')
        await sql`select from voucher_balance where voucher_id = (select voucher_id from recipient where id = ${person}::bigint) for update`
        await sql`select from voucher where id = (select voucher_id from recipient where id = ${person}::bigint) for update`
        const [one] = await sql<{ known: string; mail_state: string; claimed: boolean }[]>`
          select case when email_from = 'giver' then email else '' end as known, mail_state,
            exists (select from voucher_activation where voucher_activation.voucher_id = recipient.voucher_id) as claimed
          from recipient where id = ${person}::bigint for update`
        if (one?.mail_state !== 'bounced') return refuseEmployer('no-longer-possible')
        if (one.known !== was) return refuseEmployer('changed-since')
        // A recipient who has activated the voucher by now keeps its code: no other address gets it, and the employer
        // sees no difference.
        await sql`
          update recipient set email = ${email}, email_from = 'giver', mail_state = ${one.claimed ? 'sent' : 'waiting'},
            mail_try = null, mail_due_at = null, mail_leaving_until = null, mail_tries = 0, bounced_at = null, bounce = ''
          where id = ${person}::bigint`
        if (!one.claimed)
          await sql`update voucher_batch set send_ended_at = null where id = ${batch.id}`
        await settleBounced(sql, batch.id, now)
        audit({
          action: 'employer.address-corrected',
          subjectKind: 'employer',
          subjectId: String(who.employerId),
          channelId: batch.channel_id,
          before: { email: was },
          after: { batch: String(batch.id), recipient: person, email },
          personal: ['email'],
        })
        return { corrected: true }
      })
      return refused(done) ? done : read((sql) => findOwn(sql, Number(person)))
    },
  )
}

/** A batch may have been moved to another campaign since it was looked at. */
async function isOf(sql: Queries, campaign: number | null, employer: number): Promise<boolean> {
  const rows = await sql`
    select from campaign where id = ${campaign} and employer_id = ${employer}`
  return rows.count === 1
}

const columns = (sql: Queries) => sql`
  id, batch_id, campaign, name, department, email, corrected, mail`

const peopleList = ({
  search,
  mail,
}: {
  search?: string | undefined
  mail?: 'bounced' | undefined
}): ListQuery<Sort> => ({
  select: columns,
  from: (sql) => sql`
    employer_person where true
      ${search === undefined ? sql`` : sql`and strpos(lower(name || ' ' || email || ' ' || department), ${search.toLowerCase()}) > 0`}
      ${mail === undefined ? sql`` : sql`and mail = ${mail}`}`,
  id: (sql) => sql`id`,
  sorts: {
    name: { by: (sql) => sql`lower(name)`, type: 'text' },
    department: { by: (sql) => sql`lower(department)`, type: 'text' },
  },
  usual: 'name',
})

async function findOwn(sql: Queries, id: number): Promise<Person> {
  const [row] = await sql<Row[]>`select ${columns(sql)} from employer_person where id = ${id}`
  if (!row) throw new Error('somebody went while being changed')
  return personOf(row)
}

const personOf = ({ id, batch_id, ...row }: Row): Person => ({
  id: String(id),
  batch: String(batch_id),
  ...row,
})
