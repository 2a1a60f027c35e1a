import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import {
  changeChannelFields,
  changeChannels,
  previewChannelChanges,
} from '#contract/channels/channels.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import type { ReleaseChange } from '#contract/content/release-change.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Queries, Transaction } from '#server/platform/db/database.ts'
import { checkChanges } from '#server/modules/content/releases/validate-changes.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { requireTransaction } from '#server/platform/db/require-transaction.ts'
import { storeDraftChanges } from '#server/modules/content/releases/store-draft-changes.ts'
import { type SignedIn, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  contrastMessage,
  contrastErrors,
} from '#server/modules/content/releases/contrast-errors.ts'
import {
  nodeKey,
  type StoredChange,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import {
  NO_VALUE,
  readLiveValues,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import { refusalOf } from '#server/modules/content/releases/publish-changes.staff-routes.ts'
import { publishRelease } from '#server/modules/content/releases/publish-release.ts'
import {
  addRelease,
  lockPublishing,
  refreshRelease,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'
import { listMatchingChannels } from '#server/modules/channels/settings/channel-field.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** The most changes or errors that a response lists. */
const MAX_LISTED = 20
/** More changes would take too long to publish in one transaction. */
const MAX_CHANGES = 20_000

/** Texts and theme of a channel, published at once as a release that can be undone. */
export function channelFieldRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, changeChannelFields, handleChangeChannelFields)

  serveStaff(app, backoffice, previewChannelChanges, handlePreviewChannelChanges)

  serveStaff(app, backoffice, changeChannels, handleChangeChannels)
}

async function handleChangeChannelFields(
  { id, name, changes }: ParsedInput<typeof changeChannelFields>,
  caller: SignedIn,
) {
  const { now, colleague, audit } = caller
  const sql = requireTransaction(caller.sql)
  if (!caller.may('release.publish')) return refuseStaff('not-allowed')
  await lockPublishing(sql)
  const releaseChanges = changes.map(({ field, ...change }): ReleaseChange => ({
    kind: 'channel',
    key: { channel: id, field },
    ...change,
  }))
  const checked = await checkChanges(sql, releaseChanges, { ...caller, draftChanges: [] })
  if (refused(checked)) {
    const { refused: code, message, place } = checked
    if (code !== 'not-found' && code !== 'not-allowed' && code !== 'unusable-value')
      return refuseStaff('unusable-value')
    const field = place === undefined ? undefined : changes[place]?.field
    return refuseStaff(code, { message, place, field })
  }
  const release = await addRelease(sql, { name, ...authoredBy(colleague.id, now) })
  const stored = await storeDraftChanges(
    sql,
    { release, draftChanges: [] },
    checked.map(({ change }) => change),
    { staffId: colleague.id, at: now },
  )
  if (refused(stored)) return stored
  const unreadable = await contrastErrors(sql, stored.changes)
  if (unreadable.length > 0) {
    return refuseStaff('unreadable-look', {
      message: contrastMessage(unreadable),
      stands: unreadable,
    })
  }
  await refreshRelease(sql, release.id)
  const published = await publishRelease(sql, release, { at: now, by: colleague.id })
  if (!published.done) return refusalOf(published)
  audit({
    action: 'channel.changed',
    subjectKind: 'channel',
    subjectId: id,
    channelId: id,
    before: valuesBySubject(stored.changes, 'before'),
    after: { ...valuesBySubject(stored.changes, 'after'), release: String(release.id) },
  })
  const { written } = published
  return {
    release: { id: String(release.id), name: release.name },
    changed: written,
    same: stored.changes.length - written,
  }
}

async function handlePreviewChannelChanges(
  { changes, ...input }: ParsedInput<typeof previewChannelChanges>,
  caller: SignedIn,
) {
  const channels = await listMatchingChannels(caller.sql, input, caller)
  const planned = await planChanges(caller.sql, channels, changes, caller)
  if (refused(planned)) return planned
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  return {
    channels: channels.length,
    changed: planned.changes.length,
    same: planned.same,
    shown: planned.changes.slice(0, MAX_LISTED).map(({ key, channelId, before, after }) => ({
      channel: channelId,
      name: names.get(channelId) ?? '',
      field: 'field' in key && typeof key.field === 'string' ? key.field : '',
      before,
      after,
    })),
  }
}

async function handleChangeChannels(
  { ids, found, count, name, changes, reason }: ParsedInput<typeof changeChannels>,
  caller: SignedIn,
) {
  const { now, colleague, audit } = caller
  const sql = requireTransaction(caller.sql)
  if (!caller.may('release.publish')) return refuseStaff('not-allowed')
  // Nothing may be published between the count and the write.
  await lockPublishing(sql)
  const filter = ids ? { ids } : (found ?? {})
  const channels = await listMatchingChannels(sql, filter, caller)
  if (channels.length !== count)
    return refuseStaff('count-differs', { stands: { count: channels.length } })
  const planned = await planChanges(sql, channels, changes, caller)
  if (refused(planned)) return planned
  if (planned.changes.length > MAX_CHANGES) return refuseStaff('too-many-changes')
  const unreadable = await contrastErrors(sql, planned.changes)
  if (unreadable.length > 0) {
    return refuseStaff('unreadable-look', {
      message: contrastMessage(unreadable),
      stands: unreadable.slice(0, MAX_LISTED),
    })
  }
  const auditEntry = {
    action: 'channels.changed',
    subjectKind: 'channel',
    subjectId: channels.length === 1 ? (channels[0]?.id ?? '') : 'several',
    channelId: channels.length === 1 ? (channels[0]?.id ?? null) : null,
    reason,
  }
  if (planned.changes.length === 0) {
    audit({ ...auditEntry, after: { channels: count, changed: 0 } })
    return { release: null, changed: 0, same: planned.same }
  }
  const release = await addRelease(sql, { name, ...authoredBy(colleague.id, now) })
  await saveChanges(sql, release.id, planned.changes, { staffId: colleague.id, at: now })
  await refreshRelease(sql, release.id)
  const published = await publishRelease(sql, release, { at: now, by: colleague.id })
  if (!published.done) return refusalOf(published)
  audit({
    ...auditEntry,
    before: { release: String(release.id) },
    after: {
      channels: channels.map(({ id }) => id),
      changed: published.written,
      ...Object.fromEntries(changes.map(({ field, value }) => [field, value])),
    },
  })
  return {
    release: { id: String(release.id), name: release.name },
    changed: published.written,
    same: planned.same,
  }
}

const authoredBy = (staffId: number, at: Date) =>
  ({ source: 'backoffice', made_by: staffId, made_at: at }) as const

const valuesBySubject = (changes: readonly StoredChange[], side: 'before' | 'after') =>
  Object.fromEntries(changes.map((change) => [change.subject, change[side]]))

type FieldValues = z.output<typeof changeChannels.input>['changes']

/** The changes of each channel, and the number of values that stay the same. */
async function planChanges(
  sql: Queries | Transaction,
  channels: readonly { id: string }[],
  fieldValues: FieldValues,
  caller: SignedIn,
) {
  const [first] = channels
  if (!first) return { changes: [], same: 0 }
  // Validated for one channel only, because the rules are the same in every channel.
  const checked = await checkChanges(
    sql,
    fieldValues.map(({ field, value }): ReleaseChange => ({
      kind: 'channel',
      key: { channel: first.id, field },
      base_version: 0,
      after: { value },
    })),
    { ...caller, draftChanges: [] },
  )
  if (refused(checked)) {
    return checked.refused === 'not-allowed'
      ? refuseStaff('not-allowed')
      : refuseStaff('unusable-value', { message: checked.message })
  }
  const nodes = channels.flatMap(({ id }) =>
    fieldValues.map(({ field, value }) => ({
      node: { kind: 'channel', key: { channel: id, field } } satisfies ContentNode,
      after: { value },
    })),
  )
  const live = await readLiveValues(
    sql,
    nodes.map(({ node }) => node),
  )
  const changes = nodes
    .map(({ node, after }): StoredChange => {
      const { version, value } = live.get(nodeKey(node)) ?? NO_VALUE
      const subject = subjectOf(node)
      const channelId = node.key.channel
      return { ...node, subject, channelId, baseVersion: version, before: value, after }
    })
    .filter(({ kind, before, after }) => !isSameValue(kind, before, after))
  return { changes, same: nodes.length - changes.length }
}
