import { hash } from '@node-rs/argon2'

import { type Role, ROLES } from '#domain/desk-rights.ts'
import type { Queries } from '#server/db/database.ts'

/** Printed at every start of the demo world, so good for nothing else. */
export const DEMO_PASSWORD = 'giftpoint-demo'
const DOMAIN = 'giftpoint.example'
const CHANNEL = '1014'

const NAMES: Record<Role, string> = {
  owner: 'Olga Ooms',
  editor: 'Emre Evers',
  merchandiser: 'Mila Maas',
  fulfilment: 'Finn Faber',
  service: 'Sofie Smit',
  reader: 'Rik Raven',
}

/** One a role; the day of service and fulfilment is not cut by channels. */
const LIMITED: readonly Role[] = ['editor', 'merchandiser', 'reader']

/** The six people of the demo world. */
export async function addDemoStaff(sql: Queries): Promise<void> {
  const passwordHash = await hash(DEMO_PASSWORD)
  for (const role of ROLES) {
    const [added] = await sql<{ id: number }[]>`
      insert into staff (email, name, role, password_hash, is_demo)
      values (${`${role}@${DOMAIN}`}, ${NAMES[role]}, ${role}, ${passwordHash}, true)
      on conflict (email) do nothing
      returning id`
    if (!added || role === 'owner') continue
    await sql`
      insert into staff_channel (staff_id, channel_id)
      select ${added.id}, id from channel
      where ${!LIMITED.includes(role)} or id = ${CHANNEL}`
  }
}

/** Their password is known to everybody. */
export async function holdsDemoStaff(sql: Queries): Promise<boolean> {
  const [row] = await sql<{ demo: boolean }[]>`
    select exists (select from staff where is_demo and left_at is null) as demo`
  return row?.demo === true
}

export const demoStaffInWords = (shop: string) =>
  [
    `The desk is at ${shop}/desk; its colleagues, one a role, password ${DEMO_PASSWORD}:`,
    `${ROLES.map((role) => `${role}@`).join(', ')}${DOMAIN}`,
  ].join('\n  ')
