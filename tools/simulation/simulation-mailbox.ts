import type { SandboxMailer } from '#server/modules/mail/delivery/sandbox-mailer.ts'
import type { Queries, Sql } from '#server/platform/db/database.ts'
import type { Clock, OutgoingMail } from '#server/platform/services/service-ports.ts'

/** A mailbox of the simulated copy: every mail that arrived, with its time and content. */
export async function createMailbox(sql: Queries): Promise<void> {
  await sql`
    create table simulation_mail (
      place bigint generated always as identity primary key,
      id text not null,
      recipient text not null,
      code text,
      pid integer not null,
      at timestamptz not null,
      -- The sender got an error, or no answer at all.
      doubtful boolean not null default false
    )`
  await sql`create index on simulation_mail (recipient)`
}

/** The sandbox's mailer, which also records each mail that arrives, with its voucher code. */
export function countingMailer(
  mailer: SandboxMailer,
  { sql, clock }: { sql: Sql; clock: Clock },
): SandboxMailer {
  return {
    ...mailer,
    async send(mail: OutgoingMail) {
      await mailer.send(mail)
      await sql`
        insert into simulation_mail (id, recipient, code, pid, at)
        values (${mailKey(mail)}, ${mail.to}, ${voucherCodeOf(mail)},
          ${process.pid}, ${clock.now()})`
    },
  }
}

/**
 * The key by which repeated mails are found. Each attempt to send a voucher code creates another mail and code, so the
 * recipient is the key.
 */
const mailKey = (mail: OutgoingMail) => (voucherCodeOf(mail) === null ? mail.id : `gift ${mail.to}`)

export async function markDoubtful(sql: Sql, mail: OutgoingMail): Promise<void> {
  await sql`
    update simulation_mail set doubtful = true
    where place = (select max(place) from simulation_mail where id = ${mailKey(mail)})`
}

const voucherCodeOf = ({ opensVoucher, html }: OutgoingMail) =>
  opensVoucher ? (/\/login#([a-z0-9]+)"/.exec(html)?.[1] ?? null) : null

export type Repeats = { repeated: number; twice: number }

/**
 * Mails that arrived more than once: `repeated` includes unavoidable repeats after a failure, `twice` only real
 * duplicates.
 */
export async function findRepeats(sql: Sql, killed: readonly number[]): Promise<Repeats> {
  const [row] = await sql<Repeats[]>`
    with each as (
      select id, place, doubtful or pid = any(${killed as number[]}::integer[]) as doubtful,
        row_number() over (partition by id order by place) as nth,
        lag(doubtful or pid = any(${killed as number[]}::integer[])) over (partition by id order by place) as after_doubt
      from simulation_mail
    )
    select count(*) filter (where nth > 1)::integer as repeated,
      count(*) filter (where nth > 1 and not after_doubt)::integer as twice
    from each`
  return row ?? { repeated: 0, twice: 0 }
}
