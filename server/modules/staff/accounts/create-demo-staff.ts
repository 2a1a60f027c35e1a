import { ROLES } from '#domain/staff/permissions.ts'
import { DEMO_COLLEAGUES } from '#domain/staff/demo-colleagues.ts'
import { DEMO_PASSWORD } from '#domain/staff/common-passwords.ts'
import type { Queries } from '#server/platform/db/database.ts'

const DOMAIN = 'giftpoint.example'
const CHANNEL = '1014'
export const DEMO_EMPLOYER = `employer@${DOMAIN}`

/** Imports argon2 on demand, because a shop needs this hash only once. */
export async function demoPasswordHash(): Promise<string> {
  const { hash } = await import('@node-rs/argon2')
  return hash(DEMO_PASSWORD)
}

/** The staff accounts of the demo world, one for each role. */
export async function addDemoStaff(sql: Queries): Promise<void> {
  const passwordHash = await demoPasswordHash()
  for (const role of ROLES) {
    const { name, allChannels } = DEMO_COLLEAGUES[role]
    const [added] = await sql<{ id: number }[]>`
      insert into staff (email, name, role, password_hash, is_demo)
      values (${`${role}@${DOMAIN}`}, ${name}, ${role}, ${passwordHash}, true)
      on conflict (email) do nothing
      returning id`
    if (!added || role === 'owner') continue
    await sql`
      insert into staff_channel (staff_id, channel_id)
      select ${added.id}, id from channel
      where ${allChannels} or id = ${CHANNEL}`
  }
}

/** Whether an account with the public demo password exists. */
export async function hasDemoAccounts(sql: Queries): Promise<boolean> {
  const [row] = await sql<{ demo: boolean }[]>`
    select exists (select from staff where is_demo and left_at is null)
      or exists (select from employer_user where is_demo and left_at is null) as demo`
  return row?.demo === true
}

export const demoStaffText = (shop: string) =>
  [
    `Back office: ${shop}/backoffice`,
    `  Staff accounts, one for each role, password ${DEMO_PASSWORD}:`,
    `  ${ROLES.map((role) => `${role}@`).join(', ')}${DOMAIN}`,
    `Employer portal: ${shop}/employer`,
    `  Account ${DEMO_EMPLOYER}, same password, no second factor`,
  ].join('\n')
