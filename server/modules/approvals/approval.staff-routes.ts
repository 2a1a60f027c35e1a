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
import { mayApprove, type Owners, ownersBeside } from '#server/modules/approvals/approval-rules.ts'
import type { Approvals } from '#server/modules/approvals/approval-kinds.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import { notifyOwners } from '#server/modules/staff/accounts/account-notices.ts'
import { type ListFile, notInFile, serveList } from '#server/lists/serve-list.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'
import {
  type Row,
  type Looking,
  findShown,
  lockShown,
  readRow,
  decide,
  approvalList,
} from '#server/modules/approvals/approval.sql.ts'

export function approvalRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, approvals, handleApprovals(backoffice))

  serveStaff(app, backoffice, approve, handleApprove(backoffice), { waitsFirst: true })

  serveStaff(app, backoffice, rejectApproval, handleRejectApproval(backoffice))

  serveStaff(app, backoffice, withdrawApproval, handleWithdrawApproval(backoffice))
}

/** Saves that a request has lapsed, although its approval is refused. */
async function tried(
  { shop, approvals: { kinds } }: Backoffice,
  { id, note }: ParsedInput<typeof approve>,
  asker: SignedIn,
) {
  const { sql, now, colleague, audit } = asker
  const decidable = decidedBy(kinds, asker)
  const found = await findShown(asker, decidable, id)
  const kind = found && kinds.get(found.kind)
  if (!found || !kind) return refuseStaff('not-found')
  const owners = await ownersBeside(sql, colleague.id)
  const allowed = mayApprove(found, colleague, owners)
  if (allowed.from === null) return refuseStaff(allowed.why)
  if (found.outcome !== null) return refuseStaff('is-decided')
  if (allowed.from > now) return refuseStaff('approve-later')
  const { alone } = allowed
  if ((alone || kind.recentSignIn) && !asker.signedInNow) return refuseStaff('needs-recent-sign-in')
  await kind.lock(sql, found)
  const row = await lockShown(asker, decidable, id)
  if (!row) return refuseStaff('not-found')
  if (row.outcome !== null) return refuseStaff('is-decided')
  // The requester has lost access since, so nothing is carried out for them.
  if (!row.asker_is_here) return refuseStaff('no-longer-possible')
  const done = await kind.decide(sql, row, {
    at: now,
    approvalId: row.id,
    askedBy: row.asked_by,
    decidedBy: colleague.id,
    reason: row.reason,
    decider: colleague,
  })
  if (refused(done)) {
    if (!kind.lapses) return done
    await saveLapsed(asker, row, { id, changes: done.changes ?? [] })
  } else {
    const said = kind.erases ? '' : note
    await decide(sql, row, { outcome: 'approved', by: colleague.id, at: now, note: said, alone })
    if (alone) {
      const details = { name: colleague.name, subject: row.subject_name }
      await notifyOwners(shop, sql, { kind: 'approved-alone', details })
    }
    audit({
      action: 'approval.approved',
      ...subjectOf(row),
      reason: kind.erases || said !== '' ? said : row.reason,
      before: done.before ?? null,
      after: {
        approval: id,
        kind: row.kind,
        asked_by: String(row.asked_by),
        ...(alone ? { alone } : {}),
        ...done.after,
      },
    })
  }
  return decidedApproval(asker, row.id, decidable)
}

/** The subject has changed since the request, or no longer exists. */
async function saveLapsed(
  { sql, now, audit }: SignedIn,
  row: Row,
  { id, changes }: { id: string; changes: Row['changes'] },
) {
  await decide(sql, row, { outcome: 'lapsed', by: null, at: now, note: '', changes })
  audit({
    action: 'approval.lapsed',
    ...subjectOf(row),
    after: { approval: id, kind: row.kind, asked_by: String(row.asked_by), changes },
  })
}

const subjectOf = ({ subject_kind, subject_id, channel_id }: Row) => ({
  subjectKind: subject_kind,
  subjectId: subject_id,
  channelId: channel_id,
})

const handleApprovals =
  (backoffice: Backoffice) => (asked: ParsedInput<typeof approvals>, asker: SignedIn) =>
    listApprovals(asked, asker, decidedBy(backoffice.approvals.kinds, asker))

const handleApprove =
  (backoffice: Backoffice) => async (input: ParsedInput<typeof approve>, asker: SignedIn) => {
    const decided = await asker.write((sql) => tried(backoffice, input, { ...asker, sql }))
    return !refused(decided) && decided.outcome === 'lapsed'
      ? refuseStaff('changed-since', { changes: decided.changes })
      : decided
  }

const handleRejectApproval =
  (backoffice: Backoffice) =>
  async ({ id, note }: ParsedInput<typeof rejectApproval>, asker: SignedIn) => {
    const { sql, now, colleague, audit } = asker
    const decidable = decidedBy(backoffice.approvals.kinds, asker)
    const row = await lockShown(asker, decidable, id)
    if (!row) return refuseStaff('not-found')
    if (row.asked_by === colleague.id) return refuseStaff('second-person')
    if (row.outcome !== null) return refuseStaff('is-decided')
    await decide(sql, row, { outcome: 'refused', by: colleague.id, at: now, note })
    audit({
      action: 'approval.refused',
      subjectKind: row.subject_kind,
      subjectId: row.subject_id,
      channelId: row.channel_id,
      reason: note,
      after: { approval: id, kind: row.kind, asked_by: String(row.asked_by) },
    })
    return decidedApproval(asker, row.id, decidable)
  }

const handleWithdrawApproval =
  (backoffice: Backoffice) =>
  async ({ id }: ParsedInput<typeof withdrawApproval>, asker: SignedIn) => {
    const { sql, now, colleague, audit } = asker
    const decidable = decidedBy(backoffice.approvals.kinds, asker)
    const row = await lockShown(asker, decidable, id)
    if (!row || row.asked_by !== colleague.id) return refuseStaff('not-found')
    if (row.outcome !== null) return refuseStaff('is-decided')
    await decide(sql, row, { outcome: 'withdrawn', by: colleague.id, at: now, note: '' })
    audit({
      action: 'approval.withdrawn',
      subjectKind: row.subject_kind,
      subjectId: row.subject_id,
      channelId: row.channel_id,
      after: { approval: id, kind: row.kind },
    })
    return decidedApproval(asker, row.id, decidable)
  }

async function listApprovals(
  asked: ParsedInput<typeof approvals>,
  asker: SignedIn,
  decidable: ReturnType<typeof decidedBy>,
) {
  const { sql, colleague } = asker
  return serveList(asker, asked, {
    file: 'approvals',
    list: approvalList(asker, decidable, asked),
    columns: CSV,
    items: async (rows: Row[]) => {
      const owners = await ownersBeside(sql, colleague.id)
      return rows.map((row) => approvalOf(row, asker, decidable, owners))
    },
  })
}

async function decidedApproval(asker: SignedIn, id: number, decidable: string[]) {
  const { sql, colleague } = asker
  return approvalOf(await readRow(sql, id), asker, decidable, await ownersBeside(sql, colleague.id))
}

/** The kinds that a colleague may approve or reject. */
export const decidedBy = (kinds: Approvals['kinds'], { may }: Pick<StaffCaller, 'may'>): string[] =>
  [...kinds.values()].flatMap((kind) => (may(kind.decides) ? kind.kind : []))

function approvalOf(
  row: Row,
  { colleague }: Looking,
  kinds: readonly string[],
  owners: Owners,
): z.output<typeof Approval> {
  const open = row.outcome === null && kinds.includes(row.kind)
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
    asked_by: { id: String(row.asked_by), name: row.asker },
    asked_at: row.asked_at.toISOString(),
    outcome: row.outcome,
    decided_by:
      row.decided_by === null ? null : { id: String(row.decided_by), name: row.decider ?? '' },
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    changes: row.changes,
    may_decide: open && row.asked_by !== colleague.id,
    approve_from: open ? (allowed.from?.toISOString() ?? null) : null,
    approve_never:
      open && allowed.from === null && allowed.why !== 'second-person' ? allowed.why : null,
    approve_alone: open && allowed.from !== null && allowed.alone,
    alone: row.alone,
    mine: row.asked_by === colleague.id,
  }
}

const CSV: ListFile<'approvals', Row> = {
  asked_at: ({ asked_at }) => asked_at.toISOString(),
  kind: ({ kind }) => kind,
  subject_kind: ({ subject_kind }) => subject_kind,
  subject: ({ subject_name }) => subject_name,
  channel: ({ channel_id }) => channel_id,
  asked: ({ asked }) => JSON.stringify(asked),
  reason: ({ reason }) => reason,
  asked_by: ({ asker }) => asker,
  outcome: ({ outcome }) => outcome,
  decided_by: ({ decider }) => decider,
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
