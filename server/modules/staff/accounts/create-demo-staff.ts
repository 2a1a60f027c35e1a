import { ROLES } from '#domain/staff/permissions.ts'
import { ROLE_DEFINITIONS } from '#domain/staff/role-definitions.ts'
import { DEMO_PASSWORD } from '#domain/staff/common-passwords.ts'
import type { Queries } from '#server/platform/db/database.ts'

const DOMAIN = 'giftpoint.example'
const CHANNEL = '1014'
const EMPLOYER = `employer@${DOMAIN}`

/** The colleagues of the demo world, one a role, and who comes in by the employers' door. */
export async function addDemoStaff(sql: Queries): Promise<void> {
  // Once in the life of a shop.
  const { hash } = await import('@node-rs/argon2')
  const passwordHash = await hash(DEMO_PASSWORD)
  await addDemoEmployer(sql, passwordHash)
  for (const role of ROLES) {
    const { name, allChannels } = ROLE_DEFINITIONS[role].demo
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

/** By the mailbox of their brand, in whose language they are asked. */
const LANGUAGE_OF_MAILBOX: Record<string, string> = {
  versand: 'de',
  commandes: 'fr',
  orders: 'en',
  hampers: 'en',
}

/** The channel bundle names suppliers but creates none; here each brand with an email address gets a supplier. */
export async function addDemoSuppliers(sql: Queries): Promise<void> {
  const brands = await sql<{ id: string; name: string; email: string }[]>`
    select id, name, supplier_email as email from brand
    where supplier_email <> '' and supplier_id is null order by id`
  for (const { id, name, email } of brands) {
    const [mailbox = ''] = email.split('@')
    const language = LANGUAGE_OF_MAILBOX[mailbox] ?? 'nl'
    await sql`
      with made as (insert into supplier (name, email, language) values (${name}, ${email}, ${language}) returning id)
      update brand set supplier_id = made.id from made where brand.id = ${id}`
  }
}

async function addDemoEmployer(sql: Queries, passwordHash: string) {
  await sql`
    with added as (insert into employer (name, added_at) values ('Kwartelhof', now()) returning id)
    insert into employer_user (employer_id, email, name, language, password_hash, added_at, is_demo)
    select id, ${EMPLOYER}, 'Femke Faas', 'nl', ${passwordHash}, now(), true from added
    on conflict (email) do nothing`
}

/** Demo passwords are public. */
export async function holdsDemoStaff(sql: Queries): Promise<boolean> {
  const [row] = await sql<{ demo: boolean }[]>`
    select exists (select from staff where is_demo and left_at is null)
      or exists (select from employer_user where is_demo and left_at is null) as demo`
  return row?.demo === true
}

export const demoStaffText = (shop: string) =>
  [
    `The back office is at ${shop}/backoffice; its colleagues, one a role, password ${DEMO_PASSWORD}:`,
    `${ROLES.map((role) => `${role}@`).join(', ')}${DOMAIN}`,
    `The employers’ door is at ${shop}/employer: ${EMPLOYER}, the same password, no second factor.`,
  ].join('\n  ')
