import type { FastifyInstance } from 'fastify'

import { createChannel } from '#contract/channels/channels.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { notify } from '#server/platform/db/change-events.ts'
import { refuseTakenHost } from '#server/modules/channels/settings/channel-settings.staff-routes.ts'
import { setHosts } from '#server/modules/channels/settings/channel-settings.sql.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { requireTransaction } from '#server/platform/db/require-transaction.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { lockPublishing } from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  findChannelId,
  addChannel,
  COPY_PART,
} from '#server/modules/channels/settings/create-channel.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/**
 * Creates a channel from another in one transaction, so it exists completely or not at all. It is closed until a
 * colleague opens it. Settings are copied; the VAT type of its vouchers is not, because it is decided per channel.
 */
export function createChannelRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, createChannel, handleCreateChannel)
}

async function handleCreateChannel(
  { from, id, name, hosts, parts }: ParsedInput<typeof createChannel>,
  caller: SignedIn,
) {
  const { now, within, audit } = caller
  const sql = requireTransaction(caller.sql)
  // So that no release is published while its texts are copied.
  await lockPublishing(sql)
  const exists = within(from) && (await findChannelId(sql, from)).count > 0
  if (!exists || from === SHARED_CHANNEL) return refuseStaff('not-found')
  const refusal = await refuseTakenHost(sql, { id, hosts, within })
  if (refusal) return refusal
  if (!(await addChannel(sql, { from, id, name, theme: parts.includes('theme'), now }))) {
    return refuseStaff('channel-taken', { field: 'id' })
  }
  if (!(await setHosts(sql, id, hosts))) {
    return (
      (await refuseTakenHost(sql, { id, hosts, within })) ??
      refuseStaff('host-taken', { field: 'hosts' })
    )
  }
  const copied: Record<string, number> = {}
  for (const part of parts) copied[part] = await COPY_PART[part](sql, from, id)
  await notify(sql, 'channel', id)
  audit({
    action: 'channel.created',
    subjectKind: 'channel',
    subjectId: id,
    channelId: id,
    after: { from, name, hosts, ...copied },
  })
  return { id, copied }
}
