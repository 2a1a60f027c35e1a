import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import {
  type Approval,
  approvals,
  approve,
  rejectApproval,
  withdrawApproval,
} from '#contract/approvals.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { mayApprove, type Owners, findOwners } from '#server/modules/approvals/approval-rules.ts'
import type { Approvals } from '#server/modules/approvals/approval-kinds.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import type { AuditLine } from '#server/modules/audit/audit-entry.ts'
import { notifyOwners } from '#server/modules/staff/accounts/account-notices.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  type ApprovalRow,
  type ApprovalViewer,
  findVisibleApproval,
  lockVisibleApproval,
  readApproval,
  saveDecision,
  approvalList,
} from '#server/modules/approvals/approval.sql.ts'

export function approvalRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, approvals, handleApprovals(backoffice))

  serveStaff(app, backoffice, approve, handleApprove(backoffice), { opensOwnTransaction: true })

  serveStaff(app, backoffice, rejectApproval, handleRejectApproval(backoffice))

  serveStaff(app, backoffice, withdrawApproval, handleWithdrawApproval(backoffice))
}

/**
 * Carries out the requested action and saves the approval. If the subject has changed since the request, the request
 * lapses. Returns the approval or a refusal.
 */
async function approveOrLapse(
  { shop, approvals: { kinds } }: Backoffice,
  { id, note }: ParsedInput<typeof approve>,
  caller: SignedIn,
) {
  const { sql, now, colleague } = caller
  const decidable = decidableKinds(kinds, caller)
  const found = await findVisibleApproval(caller, decidable, id)
  const kind = found && kinds.get(found.kind)
  if (!found || !kind) return refuseStaff('not-found')
  const owners = await findOwners(sql, colleague.id)
  const allowed = mayApprove(found, colleague, owners)
  if (allowed.from === null) return refuseStaff(allowed.why)
  if (found.outcome !== null) return refuseStaff('is-decided')
  if (allowed.from > now) return refuseStaff('approve-later')
  const { alone } = allowed
  if ((alone || kind.recentSignIn) && !caller.signedInNow)
    return refuseStaff('needs-recent-sign-in')
  await kind.lock(sql, found)
  const row = await lockVisibleApproval(caller, decidable, id)
  if (!row) return refuseStaff('not-found')
  if (row.outcome !== null) return refuseStaff('is-decided')
  // Requests of staff who have left can no longer be approved.
  if (!row.requester_can_act) return refuseStaff('no-longer-possible')
  const result = await kind.decide(sql, row, {
    at: now,
    approvalId: row.id,
    askedBy: row.asked_by,
    decidedBy: colleague.id,
    reason: row.reason,
    decider: colleague,
  })
  if (refused(result)) {
    if (!kind.lapses) return result
    await saveLapsed(caller, row, { id, changes: result.changes ?? [] })
  } else {
    const reason = note === '' ? row.reason : note
    const texts = kind.erases ? { note: '', reason: '' } : { note, reason }
    await saveApproved(caller, row, { id, ...texts, alone, ...result })
    if (alone) {
      const details = { name: colleague.name, subject: row.subject_name }
      await notifyOwners(shop, sql, { kind: 'approved-alone', details })
    }
  }
  return decidedApproval(caller, row.id, decidable)
}

type ApprovedAction = { id: string; note: string; reason: string; alone: boolean } & Change
/** What the action has changed. */
type Change = Pick<AuditLine, 'before' | 'after'>

async function saveApproved(
  { sql, now, colleague, audit }: SignedIn,
  row: ApprovalRow,
  { id, note, reason, alone, before = null, after }: ApprovedAction,
) {
  await saveDecision(sql, row, { outcome: 'approved', by: colleague.id, at: now, note, alone })
  audit({
    action: 'approval.approved',
    ...subjectOf(row),
    reason,
    before,
    after: {
      approval: id,
      kind: row.kind,
      asked_by: String(row.asked_by),
      ...(alone ? { alone } : {}),
      ...after,
    },
  })
}

/** The subject has changed since the request, or no longer exists. */
async function saveLapsed(
  { sql, now, audit }: SignedIn,
  row: ApprovalRow,
  { id, changes }: { id: string; changes: ApprovalRow['changes'] },
) {
  await saveDecision(sql, row, { outcome: 'lapsed', by: null, at: now, note: '', changes })
  audit({
    action: 'approval.lapsed',
    ...subjectOf(row),
    after: { approval: id, kind: row.kind, asked_by: String(row.asked_by), changes },
  })
}

const subjectOf = ({ subject_kind, subject_id, channel_id }: ApprovalRow) => ({
  subjectKind: subject_kind,
  subjectId: subject_id,
  channelId: channel_id,
})

const handleApprovals =
  (backoffice: Backoffice) => (query: ParsedInput<typeof approvals>, caller: SignedIn) =>
    listApprovals(query, caller, decidableKinds(backoffice.approvals.kinds, caller))

const handleApprove =
  (backoffice: Backoffice) => async (input: ParsedInput<typeof approve>, caller: SignedIn) => {
    const decided = await caller.write((sql) =>
      approveOrLapse(backoffice, input, { ...caller, sql }),
    )
    return !refused(decided) && decided.outcome === 'lapsed'
      ? refuseStaff('changed-since', { changes: decided.changes })
      : decided
  }

const handleRejectApproval =
  (backoffice: Backoffice) =>
  async ({ id, note }: ParsedInput<typeof rejectApproval>, caller: SignedIn) => {
    const { sql, now, colleague, audit } = caller
    const decidable = decidableKinds(backoffice.approvals.kinds, caller)
    const row = await lockVisibleApproval(caller, decidable, id)
    if (!row) return refuseStaff('not-found')
    if (row.asked_by === colleague.id) return refuseStaff('second-person')
    if (row.outcome !== null) return refuseStaff('is-decided')
    await saveDecision(sql, row, { outcome: 'refused', by: colleague.id, at: now, note })
    audit({
      action: 'approval.refused',
      ...subjectOf(row),
      reason: note,
      after: { approval: id, kind: row.kind, asked_by: String(row.asked_by) },
    })
    return decidedApproval(caller, row.id, decidable)
  }

const handleWithdrawApproval =
  (backoffice: Backoffice) =>
  async ({ id }: ParsedInput<typeof withdrawApproval>, caller: SignedIn) => {
    const { sql, now, colleague, audit } = caller
    const decidable = decidableKinds(backoffice.approvals.kinds, caller)
    const row = await lockVisibleApproval(caller, decidable, id)
    if (!row || row.asked_by !== colleague.id) return refuseStaff('not-found')
    if (row.outcome !== null) return refuseStaff('is-decided')
    await saveDecision(sql, row, { outcome: 'withdrawn', by: colleague.id, at: now, note: '' })
    audit({
      action: 'approval.withdrawn',
      ...subjectOf(row),
      after: { approval: id, kind: row.kind },
    })
    return decidedApproval(caller, row.id, decidable)
  }

async function listApprovals(
  query: ParsedInput<typeof approvals>,
  caller: SignedIn,
  decidable: string[],
) {
  const { sql, colleague } = caller
  return serveList(caller, query, {
    file: 'approvals',
    list: approvalList(caller, decidable, query),
    columns: CSV,
    items: async (rows: ApprovalRow[]) => {
      const owners = await findOwners(sql, colleague.id)
      return rows.map((row) => approvalOf(row, caller, decidable, owners))
    },
  })
}

async function decidedApproval(caller: SignedIn, id: number, decidable: string[]) {
  const { sql, colleague } = caller
  return approvalOf(
    await readApproval(sql, id),
    caller,
    decidable,
    await findOwners(sql, colleague.id),
  )
}

/** The kinds that a colleague may approve or reject. */
export const decidableKinds = (
  kinds: Approvals['kinds'],
  { may }: Pick<StaffCaller, 'may'>,
): string[] =>
  [...kinds.values()].flatMap((kind) => (may(kind.approverPermission) ? kind.kind : []))

function approvalOf(
  row: ApprovalRow,
  { colleague }: ApprovalViewer,
  decidable: readonly string[],
  owners: Owners,
): z.output<typeof Approval> {
  const isDecidable = row.outcome === null && decidable.includes(row.kind)
  const allowed = mayApprove(row, colleague, owners)
  return {
    id: String(row.id),
    kind: row.kind,
    subject_kind: row.subject_kind,
    subject_id: row.subject_id,
    subject_name: row.subject_name,
    channel: row.channel_id,
    asked: row.asked,
    reason: row.reason,
    asked_by: { id: String(row.asked_by), name: row.requester_name },
    asked_at: row.asked_at.toISOString(),
    outcome: row.outcome,
    decided_by:
      row.decided_by === null ? null : { id: String(row.decided_by), name: row.decider_name ?? '' },
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    changes: row.changes,
    may_decide: isDecidable && row.asked_by !== colleague.id,
    approve_from: isDecidable ? (allowed.from?.toISOString() ?? null) : null,
    approve_never:
      isDecidable && allowed.from === null && allowed.why !== 'second-person' ? allowed.why : null,
    approve_alone: isDecidable && allowed.from !== null && allowed.alone,
    alone: row.alone,
    mine: row.asked_by === colleague.id,
  }
}

const CSV: ListFile<'approvals', ApprovalRow> = {
  asked_at: ({ asked_at }) => asked_at.toISOString(),
  kind: ({ kind }) => kind,
  subject_kind: ({ subject_kind }) => subject_kind,
  subject: ({ subject_name }) => subject_name,
  channel: ({ channel_id }) => channel_id,
  asked: ({ asked }) => JSON.stringify(asked),
  reason: ({ reason }) => reason,
  asked_by: ({ requester_name }) => requester_name,
  outcome: ({ outcome }) => outcome,
  decided_by: ({ decider_name }) => decider_name,
  decided_at: ({ decided_at }) => decided_at?.toISOString() ?? null,
  note: ({ note }) => note,
  ...notInFile(
    'id',
    'subject_id',
    'subject_name',
    'changes',
    'may_decide',
    'approve_from',
    'approve_never',
    'approve_alone',
    'alone',
    'mine',
  ),
}
