import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { ChangeValue, ReleaseChange } from '#contract/content/release-change.ts'
import { restoreVersion, compareVersions, versions } from '#contract/content/releases.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { compareTexts } from '#server/modules/content/releases/compare-texts.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { checkChanges } from '#server/modules/content/releases/validate-changes.ts'
import { storeDraftChanges } from '#server/modules/content/releases/store-draft-changes.ts'
import { releaseById } from '#server/modules/content/releases/release-response.ts'
import {
  nodeKey,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import {
  NO_VALUE,
  readLiveValues,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import {
  addRelease,
  freeName,
  findLastAuthors,
  refreshRelease,
} from '#server/modules/content/releases/release.sql.ts'
import {
  listContentVersions,
  findContentVersion,
} from '#server/modules/content/releases/versions/version.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** The published versions of a text, and the differences between two of them. */
export function versionRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, versions, handleVersions)

  serveStaff(app, backoffice, restoreVersion, handleRestoreVersion)

  serveStaff(app, backoffice, compareVersions, handleCompareVersions)
}

async function handleVersions(input: ParsedInput<typeof versions>, { sql, within }: SignedIn) {
  const { channel, kind, subject, path, cursor, limit } = input
  if (!within(channel)) return refuseStaff('not-found')
  const rows = await listContentVersions(sql, { channel, kind, subject, path, cursor, limit })
  const page = rows.slice(0, limit)
  return {
    items: page.map((row) => ({
      id: String(row.id),
      kind: row.kind,
      subject: row.subject,
      key: row.key,
      channel: row.channel_id,
      release: { id: String(row.release_id), name: row.release_name },
      source: row.source,
      by: row.staff_id === null ? null : { id: String(row.staff_id), name: row.staff_name ?? '' },
      at: row.at.toISOString(),
      before: row.before,
      after: row.after,
    })),
    next: rows.length > limit ? String(page.at(-1)?.id ?? '') : null,
  }
}

async function handleRestoreVersion(
  { id, before }: ParsedInput<typeof restoreVersion>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit } = caller
  const found = await stateOf(sql, before ? `before-${id}` : id, caller.within)
  if (refused(found)) return found
  const { node, value, releaseName } = found
  const live = (await readLiveValues(sql, [node])).get(nodeKey(node)) ?? NO_VALUE
  if (isSameValue(node.kind, live.value, value)) return refuseStaff('nothing-to-undo')
  const change = { ...node, base_version: live.version, after: value } as ReleaseChange
  const checked = await checkChanges(sql, [change], { ...caller, draftChanges: [], restores: true })
  if (refused(checked)) return checked
  const draft = await addRelease(sql, {
    name: await freeName(sql, `↩ ${releaseName}`),
    source: 'backoffice',
    made_by: colleague.id,
    made_at: now,
  })
  const stored = await storeDraftChanges(
    sql,
    { release: draft, draftChanges: [] },
    checked.map(({ change }) => change),
    { staffId: colleague.id, at: now },
  )
  if (refused(stored)) return stored
  await refreshRelease(sql, draft.id)
  audit({
    action: 'version.restored',
    subjectKind: 'release',
    subjectId: String(draft.id),
    channelId: node.key.channel,
    after: { version: id, before, subject: subjectOf(node) },
  })
  const authors = await findLastAuthors(sql, [{ kind: node.kind, subject: subjectOf(node) }])
  return {
    release: await releaseById(sql, draft.id),
    undoes: [...authors.values()][0] ?? null,
  }
}

async function handleCompareVersions(
  { from, to }: ParsedInput<typeof compareVersions>,
  { sql, within }: SignedIn,
) {
  const older = await stateOf(sql, from, within)
  if (refused(older)) return older
  const { node } = older
  const newer =
    to === 'live' ? { node, value: await liveValueOf(sql, node) } : await stateOf(sql, to, within)
  if (refused(newer)) return newer
  if (nodeKey(node) !== nodeKey(newer.node)) return refuseStaff('different-things')
  return {
    kind: node.kind,
    subject: node.subject,
    from: older.value,
    to: newer.value,
    fields: compareTexts(older.value, newer.value),
  }
}

const liveValueOf = async (sql: Queries, node: ContentNode) =>
  (await readLiveValues(sql, [node])).get(nodeKey(node))?.value ?? null

/** '17' is the value that version 17 published, 'before-17' the one it replaced. */
async function stateOf(sql: Queries, name: string, within: (channel: string) => boolean) {
  const row = await findContentVersion(sql, name)
  if (!row || !within(row.channel_id)) return refuseStaff('not-found')
  const { kind, subject, key } = row
  const value: ChangeValue = name.startsWith('before-') ? row.before : row.after
  return { node: { kind, subject, key }, value, releaseName: row.release_name }
}
