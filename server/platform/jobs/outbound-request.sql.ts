import { randomUUID } from 'node:crypto'

import type { Queries } from '#server/platform/db/database.ts'

/** Longer than any vendor is waited for; only a process that died on the way leaves an outboundRequest open for so long. */
export const OUTBOUND_REQUEST_MS = 60_000

export type OutboundRequest = {
  name: string
  holder: string
}

/**
 * Sets out to ask somebody outside, while no transaction waits for the answer: one process at a time under a name. A
 * moment is the answer where somebody else is on it, until then at most.
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

/** Without an answer: what was asked for may have been done all the same, and whoever sets out next need not wait. */
export async function giveUp(
  sql: Queries,
  { name, holder }: OutboundRequest,
  now: Date,
): Promise<void> {
  await sql`update outbound_request set until = ${now} where name = ${name} and holder = ${holder}`
}

/** Somebody has to set out once more, whoever else has come back meanwhile. */
export async function setOutAgain(
  sql: Queries,
  { name, holder }: OutboundRequest,
  now: Date,
): Promise<void> {
  await sql`
    insert into outbound_request (name, holder, until) values (${name}, ${holder}, ${now})
    on conflict (name) do update set until = excluded.until where outbound_request.holder = excluded.holder`
}
