import { LOOKS_LIKE_ADDRESS } from '#domain/mail/mail-address.ts'
import { hash } from '@node-rs/argon2'

import { type Role, ROLES } from '#domain/staff/permissions.ts'
import { deleteFormerAccess } from '#server/modules/staff/accounts/staff-invitation.sql.ts'
import type { Sql, Transaction } from '#server/platform/db/database.ts'
import { writeAudit } from '#server/modules/audit/audit-entry.ts'
import { StartupProblem } from '#server/platform/startup-error.ts'

const MIN_PASSWORD_LENGTH = 12

const isRole = (text: string): text is Role => ROLES.some((role) => role === text)

/**
 * Adds a staff member. One who had left returns with the new name, role, channels and password, without any earlier
 * sign-in method. The audit log names the command line as the author.
 */
export async function addStaff({
  sql,
  email,
  name,
  role,
  channels = [],
  password,
  now = new Date(),
}: Omit<ColleagueInput, 'channels'> & {
  sql: Sql
  channels?: readonly string[]
  now?: Date
}): Promise<void> {
  const colleague = validateColleague({ email, name, role, channels, password })
  // Argon2id with the package's default costs, OWASP's first recommendation.
  const passwordHash = await hash(password)
  await sql.begin(async (sql) => {
    await checkChannels(sql, channels)
    const id = await insertStaff(sql, colleague, passwordHash, now)
    await deleteFormerAccess(sql, id)
    await sql`
      insert into staff_channel (staff_id, channel_id)
      select ${id}, id from unnest(${[...channels]}::text[]) id`
    await writeAudit(sql, 'command', now, {
      action: 'staff.added',
      subjectKind: 'staff',
      subjectId: String(id),
      after: { email: colleague.address, name: colleague.name, role, channels },
      personal: ['email', 'name'],
    })
  })
}

type Colleague = { address: string; name: string; role: Role }
type ColleagueInput = {
  email: string
  name: string
  role: string
  channels: readonly string[]
  password: string
}

function validateColleague({ email, name, role, channels, password }: ColleagueInput): Colleague {
  const address = email.trim().toLowerCase()
  if (!LOOKS_LIKE_ADDRESS.test(address)) {
    throw new StartupProblem(`'${email}' is not an email address.`)
  }
  if (name.trim() === '') throw new StartupProblem('A user needs a name. Set --name.')
  if (!isRole(role)) throw new StartupProblem(`The role must be one of ${ROLES.join(', ')}.`)
  if (role === 'owner' && channels.length > 0) {
    throw new StartupProblem('An owner has access to all channels. Leave out --channel.')
  }
  if (role !== 'owner' && channels.length === 0) {
    throw new StartupProblem(`Every role except owner needs at least one --channel.`)
  }
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new StartupProblem(`The password needs at least ${MIN_PASSWORD_LENGTH} characters.`)
  }
  return { address, name: name.trim(), role }
}

async function checkChannels(sql: Transaction, channels: readonly string[]) {
  const known = await sql<{ id: string }[]>`
    select id from channel where id = any(${[...channels]}::text[])`
  const unknown = channels.find((channel) => !known.some(({ id }) => id === channel))
  if (unknown !== undefined) throw new StartupProblem(`There is no channel ${unknown}.`)
}

async function insertStaff(
  sql: Transaction,
  { address, name, role }: Colleague,
  passwordHash: string,
  now: Date,
) {
  const [added] = await sql<{ id: number }[]>`
    insert into staff (email, name, role, password_hash, added_at, owner_since)
    values (${address}, ${name}, ${role}, ${passwordHash}, ${now}, ${role === 'owner' ? now : null})
    on conflict (email) do update set name = excluded.name, role = excluded.role,
      password_hash = excluded.password_hash, added_at = excluded.added_at, left_at = null,
      owner_since = excluded.owner_since,
      version = staff.version + 1
    where staff.left_at is not null
    returning id`
  if (!added) throw new StartupProblem(`${address} already has access.`)
  return added.id
}
