import type { Role } from '#domain/staff/permissions.ts'
import { addDays, dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { StaffWork } from '#tools/demo-making/office-entry.ts'
import { playSimulation } from '#tools/demo-making/office-simulation.ts'
import type { PlayedShop } from '#tools/demo-making/played-shop.ts'

/** API tokens: the days for which each is valid, and how often its program calls. */
const TOKENS = [
  {
    ago: 190,
    name: 'Exact Online, boekhouding',
    permissions: ['order.read', 'finance.read'],
    days: 365,
  },
  // Expires soon.
  {
    ago: 82,
    name: 'Voorraadscherm magazijn',
    permissions: ['catalogue.read', 'parcel.read'],
    days: 90,
  },
] as const
const CALLS_EVERY_DAYS = 7

const WEBHOOKS = [
  {
    ago: 64,
    name: 'ERP Noordzee Logistiek',
    url: 'https://erp.noordzee-logistiek.example/giftpoint',
    kinds: ['order.placed', 'order.shipped'],
    channels: ['2001'],
  },
  {
    ago: 120,
    name: 'Boekhouding',
    url: 'https://boekhouding.giftpoint.example/webhooks/credits',
    kinds: ['credit.booked', 'credit.refunded', 'credit.refund_failed'],
    channels: [],
  },
] as const
/** Its server is down for two days. */
const OUTAGE = { host: 'erp.noordzee-logistiek.example', from: 16, until: 14 }

const SIMULATION = { ago: 24, channel: '2001', holders: 40, points: 12, days: 10 }
const EXPORTED_AGO = 18

/** Tokens, webhooks and background jobs. */
export const systemEntries = (played: PlayedShop): StaffWork[] => [
  ...TOKENS.flatMap((token) => tokenEntries(played, token)),
  ...WEBHOOKS.map(({ ago, ...webhook }) => ({
    ago,
    time: '10:10',
    run: async () => {
      const { kinds, channels, ...named } = webhook
      await played.call('owner', 'addWebhook', {
        ...named,
        kinds: [...kinds],
        channels: [...channels],
      })
    },
  })),
  { ago: OUTAGE.from, time: '07:15', run: async () => played.silentHosts.add(OUTAGE.host) },
  { ago: OUTAGE.until, time: '15:30', run: async () => played.silentHosts.delete(OUTAGE.host) },
  { ago: EXPORTED_AGO, time: '11:35', run: () => exportAudit(played) },
  {
    ago: SIMULATION.ago,
    time: '13:45',
    run: async () => {
      const { ago: _, ...parameters } = SIMULATION
      const today = dayAt(played.time.now, DEFAULT_ZONE)
      await playSimulation(played, { ...parameters, first_day: addDays(today, 1), seed: 1 })
    },
  },
]

function tokenEntries(played: PlayedShop, { ago, ...token }: (typeof TOKENS)[number]): StaffWork[] {
  const created: { token?: string } = {}
  const entries: StaffWork[] = [
    {
      ago,
      time: '10:40',
      run: async () => {
        const input = { ...token, permissions: [...token.permissions] }
        created.token = (await played.call('owner', 'createToken', input)).token
      },
    },
  ]
  for (let call = ago - 1; call >= 0; call -= CALLS_EVERY_DAYS)
    entries.push({ ago: call, time: '07:05', run: () => played.callWithToken(created.token ?? '') })
  return entries
}

async function exportAudit(played: PlayedShop) {
  const to = new Date(played.time.now).toISOString()
  const from = new Date(played.time.now - 30 * 86_400_000).toISOString()
  await played.call('owner', 'exportAudit', { from, to })
  await played.runJobs()
}

/** The role that signs in on each of five days a week, besides those with work. */
const SIGN_INS: readonly Role[] = ['editor', 'merchandiser', 'reader', 'owner', 'fulfilment']
const ALL_ROLES: readonly Role[] = [
  'owner',
  'editor',
  'merchandiser',
  'fulfilment',
  'service',
  'reader',
]
/** All of them have signed in within the last days. */
const ALL_SIGN_IN_AGO = [3, 1]

export function signInEntries(played: PlayedShop, days: number): StaffWork[] {
  const entries: StaffWork[] = []
  for (let ago = days; ago > 0; ago -= 1) {
    const dailyRole = SIGN_INS[ago % 7]
    const roles = ALL_SIGN_IN_AGO.includes(ago) ? ALL_ROLES : dailyRole ? [dailyRole] : []
    for (const [place, role] of roles.entries())
      entries.push({
        ago,
        time: `08:${String(25 + 6 * place).padStart(2, '0')}`,
        run: () => played.call(role, 'whoAmI', {}),
      })
  }
  return entries
}
