import { staffEndpoints } from '#contract/endpoints.staff.ts'
import { type StaffCallName, staffPaths } from '#contract/paths.staff.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { may, type Role, ROLES } from '#domain/staff/permissions.ts'
import { staffClient, type StaffClient } from '#server/testing/clients/staff-client.ts'
import type { TestShop } from '#server/testing/test-shop.ts'

/** Input for calls that require some. */
const usualInput = (channel: string) =>
  new URLSearchParams({
    channel,
    from: '2026-01-01',
    to: '2026-01-31',
    day: '2026-01-15',
    month: '2026-01',
    search: 'a',
    language: 'nl',
  }).toString()

/**
 * Finds responses that name other channels than the colleague's own. Covers all calls that read the caller's channels
 * without an ID in their path. `seen`: calls whose response names the own channel. `needsMore`: calls that need other
 * input.
 */
export async function foreignChannels(shop: TestShop, own: string) {
  const clients = new Map<Role, StaffClient>()
  for (const role of ROLES.filter((one) => one !== 'owner')) {
    const client = await staffClient(shop, role, [own])
    await client.signIn()
    clients.set(role, client)
  }
  const seen = new Set<string>()
  const needsMore = new Set<string>()
  const foreign: string[] = []
  for (const name of Object.keys(staffEndpoints) as StaffCallName[]) {
    const { method, path, needs, channel } = staffPaths[name]
    if (method !== 'GET' || path.includes(':') || channel !== 'own') continue
    for (const [role, client] of clients) {
      if (needs !== 'signed-in' && !may(role, needs)) continue
      const first = await client.request('GET', path)
      const response =
        first.status === 400 ? await client.request('GET', `${path}?${usualInput(own)}`) : first
      if (response.status === 400) needsMore.add(name)
      else if (response.status !== 200) foreign.push(`${name} as ${role}: ${response.status}`)
      else if (response.headers.get('content-type')?.includes('json')) {
        const channels = new Set(channelsIn(await response.json()))
        if (channels.delete(own)) seen.add(name)
        channels.delete(SHARED_CHANNEL)
        if (channels.size > 0) foreign.push(`${name} as ${role}: ${[...channels].join(', ')}`)
      }
    }
  }
  return { seen, foreign, needsMore }
}

/** The IDs in all fields of a response that are called `channel`, `channel_id` or `channels`. */
function channelsIn(answer: unknown, field = ''): string[] {
  if (Array.isArray(answer)) return answer.flatMap((one) => channelsIn(one, field))
  if (typeof answer === 'object' && answer !== null) {
    const fields = Object.entries(answer).flatMap(([name, value]) => channelsIn(value, name))
    return isChannel(field) && 'id' in answer ? [String(answer.id), ...fields] : fields
  }
  return isChannel(field) && typeof answer === 'string' ? [answer] : []
}

const isChannel = (field: string) => /^channels?(_id)?$/.test(field)
