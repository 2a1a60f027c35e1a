import type { Role } from '#domain/staff/permissions.ts'

/** The colleague of each role in the demo world, and whether they work in all channels. */
export const DEMO_COLLEAGUES = {
  owner: { name: 'Olga Ooms', allChannels: true },
  editor: { name: 'Emre Evers', allChannels: false },
  merchandiser: { name: 'Mila Maas', allChannels: false },
  fulfilment: { name: 'Finn Faber', allChannels: true },
  service: { name: 'Sofie Smit', allChannels: true },
  reader: { name: 'Rik Raven', allChannels: false },
} as const satisfies Record<Role, { name: string; allChannels: boolean }>
