import { randomBytes } from 'node:crypto'

import type { Sql } from '#server/platform/db/database.ts'

/** Every sign-in method of a staff member besides the password: an app, the company's sign-in, a session, a token. */
export async function addSignInMethods(sql: Sql, staffId: number) {
  const [at, ends] = [new Date(), new Date(Date.now() + 3_600_000)]
  await sql`
    insert into staff_mfa_method (staff_id, kind, secret) values (${staffId}, 'recovery', ${randomBytes(32)})`
  await sql`
    insert into staff_identity (issuer, subject, staff_id, added_at)
    values ('https://company.example', ${`subject-${staffId}`}, ${staffId}, ${at})`
  await sql`
    insert into staff_session (token_hash, staff_id, way, made_at, seen_at, ends_at, address, agent)
    values (${randomBytes(32)}, ${staffId}, 'password', ${at}, ${at}, ${ends}, '', '')`
  await sql`
    insert into staff_token (token_hash, staff_id, name, permissions, made_at, ends_at)
    values (${randomBytes(32)}, ${staffId}, 'A program', ${['content.read']}, ${at}, ${ends})`
}

export async function signInMethodsOf(sql: Sql, staffId: number): Promise<string[]> {
  const rows = await sql<{ way: string }[]>`
    select 'an app' as way from staff_mfa_method where staff_id = ${staffId}
    union all select 'the company' from staff_identity where staff_id = ${staffId}
    union all select 'a session' from staff_session where staff_id = ${staffId}
    union all select 'a token' from staff_token where staff_id = ${staffId} and ended_at is null`
  return rows.map(({ way }) => way)
}
