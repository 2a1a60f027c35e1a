import type { Queries } from '#server/platform/db/database.ts'

/** The maximum number of sessions per user. A new session ends the least recently used one. */
const MAX_SESSIONS = 10

const TABLES = {
  staff: { account: 'staff', session: 'staff_session', owner: 'staff_id' },
  employer: { account: 'employer_user', session: 'employer_session', owner: 'employer_user_id' },
}
type Site = keyof typeof TABLES

export type OpenSession = { id: string; ends_at: Date; second_factor?: boolean }
/** A session last seen before `idleSince` has expired. */
type Moment = { now: Date; idleSince: Date }

/**
 * The browser's existing session when its user signs in again: it continues under a new token. It ends if it belongs
 * to another user or has expired.
 */
export async function findSessionToContinue(
  sql: Queries,
  site: Site,
  { ownerId, tokenHash }: { ownerId: number; tokenHash: Buffer | undefined },
  { now, idleSince }: Moment,
): Promise<OpenSession | undefined> {
  if (!tokenHash) return undefined
  const { session, owner } = TABLES[site]
  const [found] = await sql<OpenSession[]>`
    select * from ${sql(session)}
    where token_hash = ${tokenHash} and ${sql(owner)} = ${ownerId} and ends_at > ${now} and seen_at > ${idleSince}
    for update`
  if (!found) await sql`delete from ${sql(session)} where token_hash = ${tokenHash}`
  return found
}

/** Ends the least recently used sessions, so that one more fits into the limit. */
export async function endOldestSessions(
  sql: Queries,
  site: Site,
  ownerId: number,
  { now, idleSince }: Moment,
): Promise<void> {
  const { account, session, owner } = TABLES[site]
  // Locks the account: otherwise two concurrent sign-ins would each count too few sessions.
  await sql`select from ${sql(account)} where id = ${ownerId} for no key update`
  await sql`
    delete from ${sql(session)} where id in (
      select id from ${sql(session)} where ${sql(owner)} = ${ownerId}
      order by ends_at > ${now} and seen_at > ${idleSince} desc, seen_at desc, id
      offset ${MAX_SESSIONS - 1})`
}
