import type { Queries } from '#server/platform/db/database.ts'
import type { KnownPasskey } from '#server/modules/staff/two-factor/verify-passkey.ts'

type Passkey = KnownPasskey & { id: number; staffId: number }

export async function findPasskeyHandle(sql: Queries, staffId: number): Promise<string> {
  const [row] = await sql<{ handle: string }[]>`
    select passkey_handle as handle from staff where id = ${staffId}`
  if (!row) throw new Error('the staff member does not exist')
  return row.handle
}

export async function findPasskey(
  sql: Queries,
  credentialId: string,
): Promise<Passkey | undefined> {
  const [row] = await sql<Passkey[]>`
    select id, staff_id as "staffId", secret as "publicKey", credential_id as "credentialId", counter from staff_mfa_method
    where kind = 'passkey' and credential_id = ${Buffer.from(credentialId, 'base64url')}`
  return row
}

/** The counter must increase. Some passkeys never count, so theirs stays 0. */
export const savePasskeyUse = (
  sql: Queries,
  { id, counter, now }: { id: number; counter: number; now: Date },
) => sql`
  update staff_mfa_method set counter = ${counter}, used_at = ${now}
  where id = ${id} and (counter < ${counter} or counter = 0 and ${counter} = 0)`

export const listCredentialIds = (sql: Queries, staffId: number) => sql<
  { credential_id: Buffer }[]
>`
  select credential_id from staff_mfa_method
  where staff_id = ${staffId} and kind = 'passkey'`

export async function insertPasskey(
  sql: Queries,
  {
    staffId,
    name,
    publicKey,
    credentialId,
    counter,
    transports,
    now,
  }: {
    staffId: number
    name: string
    publicKey: Buffer
    credentialId: Buffer
    counter: number
    transports: string[]
    now: Date
  },
) {
  const [row] = await sql<{ id: number }[]>`
    insert into staff_mfa_method (staff_id, kind, name, secret, credential_id, counter, transports, confirmed_at, added_at)
    values (${staffId}, 'passkey', ${name}, ${publicKey}, ${credentialId},
      ${counter}, ${transports}, ${now}, ${now})
    on conflict (credential_id) do nothing returning id`
  return row
}

export async function deletePasskey(sql: Queries, id: string, staffId: number) {
  const [row] = await sql<{ name: string }[]>`
    delete from staff_mfa_method
    where id = ${Number(id)} and staff_id = ${staffId} and kind = 'passkey' returning name`
  return row
}
