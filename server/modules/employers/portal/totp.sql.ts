import type { Queries } from '#server/platform/db/database.ts'

export const saveTotpSecret = (sql: Queries, id: number, totpSecret: Buffer) => sql`
  update employer_user set totp_secret = ${totpSecret}
  where id = ${id} and totp_confirmed_at is null`

export async function lockTotp(sql: Queries, id: number) {
  const [row] = await sql<{ secret: Buffer | null; is_confirmed: boolean }[]>`
    select totp_secret as secret, totp_confirmed_at is not null as is_confirmed from employer_user
    where id = ${id} for no key update`
  return row
}

export const confirmTotpSecret = (
  sql: Queries,
  { id, now, step }: { id: number; now: Date; step: number },
) => sql`
  update employer_user set totp_confirmed_at = ${now}, totp_counter = ${step} where id = ${id}`

export const deleteTotp = (sql: Queries, id: number) => sql`
  update employer_user set totp_secret = null, totp_confirmed_at = null
  where id = ${id} and totp_confirmed_at is not null`
