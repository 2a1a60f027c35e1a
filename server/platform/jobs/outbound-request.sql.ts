import { randomUUID } from 'node:crypto'

import type { Queries } from '#server/platform/db/database.ts'

/** Longer than the timeout of any vendor: only a crashed process holds a lease for this long. */
export const OUTBOUND_LEASE_MS = 60_000

export type OutboundRequest = {
  name: string
  holder: string
}

/**
 * Acquires the lease for a call to an outside service, without a transaction that waits for the answer: one process
 * at a time per name. If another process has the lease, returns the time at which it ends.
 */
export async function acquireOutboundRequest(
  sql: Queries,
  name: string,
  now: Date,
): Promise<OutboundRequest | Date> {
  const holder = randomUUID()
  const until = new Date(now.getTime() + OUTBOUND_LEASE_MS)
  const acquired = await sql`
    insert into outbound_request (name, holder, until) values (${name}, ${holder}, ${until})
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    -- A time far in the future was written before the clock was set back.
    where outbound_request.until <= ${now} or outbound_request.until > ${new Date(now.getTime() + 2 * OUTBOUND_LEASE_MS)}`
  if (acquired.count > 0) return { name, holder }
  const [current] = await sql<
    { until: Date }[]
  >`select until from outbound_request where name = ${name}`
  return current?.until ?? now
}

/** Releases the lease in the transaction that stores the answer. */
export async function finishRequest(
  sql: Queries,
  { name, holder }: OutboundRequest,
): Promise<void> {
  await sql`delete from outbound_request where name = ${name} and holder = ${holder}`
}

/**
 * For a call without an answer, which may still have had its effect. It releases the lease at once for the
 * next process.
 */
export async function releaseRequest(
  sql: Queries,
  { name, holder }: OutboundRequest,
  now: Date,
): Promise<void> {
  await sql`update outbound_request set until = ${now} where name = ${name} and holder = ${holder}`
}

/** Requests another run, even if another process completes one in between. */
export async function reopenRequest(
  sql: Queries,
  { name, holder }: OutboundRequest,
  now: Date,
): Promise<void> {
  await sql`
    insert into outbound_request (name, holder, until) values (${name}, ${holder}, ${now})
    on conflict (name) do update set until = excluded.until where outbound_request.holder = excluded.holder`
}
