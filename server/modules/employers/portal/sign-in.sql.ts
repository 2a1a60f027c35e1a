import type { Queries } from '#server/platform/db/database.ts'

export const saveEmployerLanguage = (sql: Queries, id: number, language: string) => sql`
  update employer_user set language = ${language}, language_chosen = true where id = ${id}`

export const endEmployerSessionById = (sql: Queries, sessionId: string) =>
  sql`delete from employer_session where id = ${sessionId}`

export async function findInvitation(sql: Queries, tokenHash: Buffer, now: Date) {
  const [row] = await sql<{ email: string; name: string; company: string }[]>`
    select employer_user.email, employer_user.name, employer.name as company from employer_invitation
      join employer_user on employer_user.id = employer_user_id join employer on employer.id = employer_id
    where token_hash = ${tokenHash} and used_at is null and ends_at > ${now}`
  return row
}

export async function useInvitation(sql: Queries, now: Date, tokenHash: Buffer) {
  const [row] = await sql<{ id: number }[]>`
    update employer_invitation set used_at = ${now}
    where token_hash = ${tokenHash} and used_at is null and ends_at > ${now}
    returning employer_user_id as id`
  return row
}

export async function saveFirstPassword(sql: Queries, id: number, passwordHash: string) {
  const [row] = await sql<{ email: string; employer_id: number }[]>`
    update employer_user set password_hash = ${passwordHash}
    where id = ${id} and left_at is null returning email, employer_id`
  return row
}
