import type { Queries } from '#server/platform/db/database.ts'
import {
  employerUser,
  type EmployerUser,
} from '#server/modules/employers/portal/employer-sessions.ts'
import type { KnownPasskey } from '#server/modules/staff/two-factor/verify-passkey.ts'

type KeyRow = { id: number; name: string; added_at: Date; used_at: Date | null }

export async function findPasskey(
  sql: Queries,
  credentialId: string,
): Promise<(KnownPasskey & { id: number; userId: number }) | undefined> {
  const [row] = await sql<(KnownPasskey & { id: number; userId: number })[]>`
    select id, employer_user_id as "userId", public_key as "publicKey", credential_id as "credentialId", counter
    from employer_passkey where credential_id = ${Buffer.from(credentialId, 'base64url')}`
  return row
}

/** Authenticators without a counter always send 0. A counter that does not grow is a copied passkey. */
export const savePasskeyUse = (
  sql: Queries,
  { id, counter, now }: { id: number; counter: number; now: Date },
) => sql`
  update employer_passkey set counter = ${counter}, used_at = ${now}
  where id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0)`

export async function findPasskeyOwner(sql: Queries, userId: number) {
  const [row] = await sql<EmployerUser[]>`
    select ${employerUser(sql)} from employer_user join employer on employer.id = employer_id
    where employer_user.id = ${userId} and left_at is null`
  return row
}

export const listPasskeys = (sql: Queries, id: number) => sql<KeyRow[]>`
  select id, name, added_at, used_at from employer_passkey
  where employer_user_id = ${id} order by id`

export async function findPasskeyHandle(sql: Queries, id: number) {
  const [row] = await sql<{ handle: string; keys: Buffer[] }[]>`
    select passkey_handle as handle,
      array(select credential_id from employer_passkey where employer_user_id = ${id}) as keys
    from employer_user where id = ${id}`
  return row
}

export async function insertPasskey(
  sql: Queries,
  {
    id,
    name,
    publicKey,
    credentialId,
    counter,
    transports,
    now,
  }: {
    id: number
    name: string
    publicKey: Buffer
    credentialId: Buffer
    counter: number
    transports: string[]
    now: Date
  },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into employer_passkey (employer_user_id, name, public_key, credential_id, counter, transports, added_at)
    values (${id}, ${name}, ${publicKey}, ${credentialId}, ${counter},
      ${transports}, ${now})
    on conflict (credential_id) do nothing returning id`
  return row
}

export async function deletePasskey(sql: Queries, id: string, userId: number) {
  const [row] = await sql<{ name: string }[]>`
    delete from employer_passkey where id = ${id}::bigint and employer_user_id = ${userId} returning name`
  return row
}
