import { hash } from '@node-rs/argon2'

import type { Sql } from '#server/db/database.ts'
import { StartupProblem } from '#server/ground/startup-problem.ts'

export const STAFF_ROLES = ['editor', 'service', 'admin'] as const

const LEAST_PASSWORD = 12

/** Gives a colleague access; one who had left comes back with the new name, role and password. */
export async function addStaff({
  sql,
  email,
  name,
  role,
  password,
}: {
  sql: Sql
  email: string
  name: string
  role: string
  password: string
}): Promise<void> {
  const address = email.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) {
    throw new StartupProblem(`'${email}' is not an e-mail address.`)
  }
  if (name.trim() === '') throw new StartupProblem('A colleague needs a name.')
  if (!STAFF_ROLES.some((known) => known === role)) {
    throw new StartupProblem(`The role is one of ${STAFF_ROLES.join(', ')}.`)
  }
  if (password.length < LEAST_PASSWORD) {
    throw new StartupProblem(`The password needs at least ${LEAST_PASSWORD} characters.`)
  }
  // Argon2id with the package's own costs, those of OWASP's first recommendation.
  const passwordHash = await hash(password)
  const added = await sql`
    insert into staff (email, name, role, password_hash)
    values (${address}, ${name.trim()}, ${role}, ${passwordHash})
    on conflict (email) do update set name = excluded.name, role = excluded.role,
      password_hash = excluded.password_hash, added_at = now(), left_at = null
    where staff.left_at is not null
    returning id`
  if (added.count === 0) throw new StartupProblem(`${address} has access already.`)
}
