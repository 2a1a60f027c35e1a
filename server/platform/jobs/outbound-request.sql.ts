import { randomUUID } from 'node:crypto'

import type { Queries } from '#server/platform/db/database.ts'

/** Longer than any vendor is waited for; only a process that died on the way leaves an outboundRequest open for so long. */
export const OUTBOUND_REQUEST_MS = 60_000

export type OutboundRequest = {
  name: string
  holder: string
}

/**
 * Acquires the lease for a call to an outside service, without a transaction that waits for the answer: one process
 * at a time per name. If another process has the lease, returns the time at which it ends.
 */
export async function setOut(
  sql: Queries,
  name: string,
  now: Date,
): Promise<OutboundRequest | Date> {
  const holder = randomUUID()
  const until = new Date(now.getTime() + OUTBOUND_REQUEST_MS)
  const mine = await sql`
    insert into outbound_request (name, holder, until) values (${name}, ${holder}, ${until})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    -- A moment far ahead was written by a clock that has been set back since.
    where outbound_request.until <= ${now} or outbound_request.until > ${new Date(now.getTime() + 2 * OUTBOUND_REQUEST_MS)}`
  if (mine.count > 0) return { name, holder }
  const [other] = await sql<
    { until: Date }[]
  >`select until from outbound_request where name = ${name}`
  return other?.until ?? now
}

/** Part of the transaction that writes what was answered. */
export async function comeBack(sql: Queries, { name, holder }: OutboundRequest): Promise<void> {
  await sql`delete from outbound_request where name = ${name} and holder = ${holder}`
}

/**
 * After a call without an answer, which may have had its effect all the same. It releases the lease at once for the
 * next process.
 */
export async function giveUp(
  sql: Queries,
  { name, holder }: OutboundRequest,
  now: Date,
): Promise<void> {
  await sql`update outbound_request set until = ${now} where name = ${name} and holder = ${holder}`
}

/** Requests another run, even if another process completes one meanwhile. */
export async function setOutAgain(
  sql: Queries,
  { name, holder }: OutboundRequest,
  now: Date,
): Promise<void> {
  await sql`
    insert into outbound_request (name, holder, until) values (${name}, ${holder}, ${now})
    on conflict (name) do update set until = excluded.until where outbound_request.holder = excluded.holder`
}
