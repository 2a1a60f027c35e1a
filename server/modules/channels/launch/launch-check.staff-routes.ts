import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  launchIssueCounts,
  closeChannel,
  type Finding,
  launchCheck,
  openChannel,
} from '#contract/channels/launch-check.staff.ts'
import { LAUNCH_FINDINGS, type LaunchFinding } from '#contract/channels/launch-issues.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { ApprovalKind } from '#server/modules/approvals/approval-kinds.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { launchFindings } from '#server/modules/channels/launch/launch-check.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { lockSettings } from '#server/modules/channels/settings/channel-settings.sql.ts'
import {
  findOpenApproval,
  saveChannelState,
} from '#server/modules/channels/launch/launch-check.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** The launch check of channels, and opening and closing a channel. */
export function launchCheckRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, launchCheck, handleLaunchCheck)

  serveStaff(app, backoffice, launchIssueCounts, handleLaunchIssueCounts)

  serveStaff(app, backoffice, openChannel, handleOpenChannel(backoffice))

  serveStaff(app, backoffice, closeChannel, handleCloseChannel)
}

function handleOpenChannel(backoffice: Backoffice) {
  const requestOpening = backoffice.approvals.add(openDespiteFindings)
  return async (
    { id, version, override, reason }: ParsedInput<typeof openChannel>,
    caller: SignedIn,
  ) => {
    const { sql, now, may, within, audit } = caller
    const before = within(id) && id !== SHARED_CHANNEL && (await lockSettings(sql, id))
    if (!before) return refuseStaff('not-found')
    if (before.version !== version) return refuseStaff('changed-since')
    if (before.state === 'open') return refuseStaff('is-open')
    const findings = (await launchFindings(sql, [id])).get(id) ?? []
    const blocking = blockingKinds(findings)
    if (blocking.some((kind) => !override.includes(kind))) {
      return refuseStaff('launch-check', {
        message: `The launch checklist found: ${blocking.join(', ')}.`,
      })
    }
    if (blocking.length > 0) {
      if (!may('launch.override')) return refuseStaff('not-allowed')
      if (reason === '') return refuseStaff('reason-missing', { field: 'reason' })
      const approval = await requestOpening(caller, {
        subject: { kind: 'channel', id, name: before.name, channelId: id },
        asked: { findings: blocking },
        reason,
      })
      return refused(approval) ? approval : { state: 'asked' as const, version }
    }
    await saveChannelState(sql, id, 'open', now)
    audit({
      action: 'channel.opened',
      subjectKind: 'channel',
      subjectId: id,
      channelId: id,
      reason,
      before: { state: before.state },
      after: { state: 'open' },
    })
    return { state: 'open' as const, version: version + 1 }
  }
}

async function handleLaunchCheck(
  { id }: ParsedInput<typeof launchCheck>,
  { sql, within }: SignedIn,
) {
  const found = within(id) && id !== SHARED_CHANNEL && (await launchFindings(sql, [id])).get(id)
  return found
    ? { findings: found, asked: await pendingApproval(sql, id) }
    : refuseStaff('not-found')
}

async function handleLaunchIssueCounts(
  { ids }: ParsedInput<typeof launchIssueCounts>,
  { sql, within }: SignedIn,
) {
  const found = await launchFindings(
    sql,
    ids.filter((id) => within(id) && id !== SHARED_CHANNEL),
  )
  return {
    items: [...found].map(([id, findings]) => ({
      id,
      bad: findings.filter(({ level }) => level === 'bad').length,
      warn: findings.filter(({ level }) => level === 'warn').length,
    })),
  }
}

async function handleCloseChannel(
  { id, version, reason }: ParsedInput<typeof closeChannel>,
  caller: SignedIn,
) {
  const { sql, now, within, audit } = caller
  const before = within(id) && id !== SHARED_CHANNEL && (await lockSettings(sql, id))
  if (!before) return refuseStaff('not-found')
  if (before.version !== version) return refuseStaff('changed-since')
  if (before.state !== 'open') return refuseStaff('is-closed')
  await saveChannelState(sql, id, 'closed', now)
  audit({
    action: 'channel.closed',
    subjectKind: 'channel',
    subjectId: id,
    channelId: id,
    reason,
    before: { state: before.state },
    after: { state: 'closed' },
  })
  return { version: version + 1 }
}

/** Opens a channel despite blocking findings, which the request lists and a second colleague approves. */
const openDespiteFindings: ApprovalKind<{ findings: LaunchFinding[] }> = {
  kind: 'channel.open',
  asked: z.object({ findings: z.array(z.enum(LAUNCH_FINDINGS)) }),
  approverPermission: 'launch.override',
  versionOf: async (sql, id) => {
    const channel = await lockSettings(sql, id)
    return channel && channel.state !== 'open' ? String(channel.version) : null
  },
  async action(sql, id, { findings }, { at }) {
    // Findings that were not in the request are not approved.
    const blocking = blockingKinds((await launchFindings(sql, [id])).get(id) ?? [])
    if (blocking.some((kind) => !findings.includes(kind))) return refuseStaff('no-longer-possible')
    await saveChannelState(sql, id, 'open', at)
    return { before: { findings: blocking }, after: { state: 'open' } }
  },
}

/** The request to open the channel despite findings, until it is decided. */
async function pendingApproval(sql: Queries, id: string) {
  const row = await findOpenApproval(sql, id, openDespiteFindings.kind)
  return row
    ? {
        approval: String(row.id),
        by: row.by,
        at: row.asked_at.toISOString(),
        reason: row.reason,
      }
    : null
}

const blockingKinds = (findings: readonly Finding[]) => [
  ...new Set(findings.filter(({ level }) => level === 'bad').map(({ kind }) => kind)),
]
