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
import { inTransaction } from '#server/platform/db/require-transaction.ts'
import { storeDraftChanges } from '#server/modules/content/releases/store-draft-changes.ts'
import { type SignedIn, serveStaff } from '#server/http/staff/serve-staff-endpoint.ts'
import { asText, contrastErrors } from '#server/modules/content/releases/contrast-errors.ts'
import {
  nameOf,
  type StoredChange,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import { NOTHING, readLive, isSameValue } from '#server/modules/content/releases/live-values.ts'
import { publishRelease } from '#server/modules/content/releases/publish-release.ts'
import {
  addRelease,
  lockPublishing,
  renewRelease,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'
import { chosenChannels } from '#server/modules/channels/settings/channel-field.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** The most changes or errors that a response lists. */
const MAX_LISTED = 20
/** The most changes that one transaction publishes quickly. */
const MOST_CHANGES = 20_000

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
  const sql = inTransaction(caller.sql)
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
    return refuseStaff('unreadable-look', { message: asText(unreadable), stands: unreadable })
  }
  await renewRelease(sql, release.id)
  const published = await publishRelease(sql, release, { at: now, by: colleague.id })
  if (!published.done) return refusalOf(published)
  audit({
    action: 'channel.changed',
    subjectKind: 'channel',
    subjectId: id,
    channelId: id,
    before: valuesOf(stored.changes, 'before'),
    after: { ...valuesOf(stored.changes, 'after'), release: String(release.id) },
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
  const channels = await chosenChannels(caller.sql, input, caller)
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
  const sql = inTransaction(caller.sql)
  if (!caller.may('release.publish')) return refuseStaff('not-allowed')
  // Blocks publishing between this count and the write.
  await lockPublishing(sql)
  const filter = ids ? { ids } : (found ?? {})
  const channels = await chosenChannels(sql, filter, caller)
  if (channels.length !== count)
    return refuseStaff('count-differs', { stands: { count: channels.length } })
  const planned = await planChanges(sql, channels, changes, caller)
  if (refused(planned)) return planned
  if (planned.changes.length > MOST_CHANGES) return refuseStaff('too-many-changes')
  const unreadable = await contrastErrors(sql, planned.changes)
  if (unreadable.length > 0) {
    return refuseStaff('unreadable-look', {
      message: asText(unreadable),
      stands: unreadable.slice(0, MAX_LISTED),
    })
  }
  const entry = {
    action: 'channels.changed',
    subjectKind: 'channel',
    subjectId: channels.length === 1 ? (channels[0]?.id ?? '') : 'several',
    channelId: channels.length === 1 ? (channels[0]?.id ?? null) : null,
    reason,
  }
  if (planned.changes.length === 0) {
    audit({ ...entry, after: { channels: count, changed: 0 } })
    return { release: null, changed: 0, same: planned.same }
  }
  const release = await addRelease(sql, { name, ...authoredBy(colleague.id, now) })
  await saveChanges(sql, release.id, planned.changes, { staffId: colleague.id, at: now })
  await renewRelease(sql, release.id)
  const published = await publishRelease(sql, release, { at: now, by: colleague.id })
  if (!published.done) return refusalOf(published)
  audit({
    ...entry,
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

type Published = Awaited<ReturnType<typeof publishRelease>>

function refusalOf(published: Exclude<Published, { done: true }>) {
  return 'conflicts' in published
    ? refuseStaff('changed-since', { conflicts: published.conflicts })
    : refuseStaff('unusable-value', { message: published.unusable })
}

const valuesOf = (changes: readonly StoredChange[], which: 'before' | 'after') =>
  Object.fromEntries(changes.map((change) => [change.subject, change[which]]))

type Wanted = z.output<typeof changeChannels.input>['changes']

/** The changes of each channel, and the number of values that stay the same. */
async function planChanges(
  sql: Queries | Transaction,
  channels: readonly { id: string }[],
  wanted: Wanted,
  caller: SignedIn,
) {
  const [first] = channels
  if (!first) return { changes: [], same: 0 }
  // An invalid value is invalid in every channel.
  const checked = await checkChanges(
    sql,
    wanted.map(({ field, value }): ReleaseChange => ({
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
    wanted.map(({ field, value }) => ({
      node: { kind: 'channel', key: { channel: id, field } } satisfies ContentNode,
      after: { value },
    })),
  )
  const live = await readLive(
    sql,
    nodes.map(({ node }) => node),
  )
  const changes = nodes
    .map(({ node, after }): StoredChange => {
      const { version, value } = live.get(nameOf(node)) ?? NOTHING
      const subject = subjectOf(node)
      const channelId = node.key.channel
      return { ...node, subject, channelId, baseVersion: version, before: value, after }
    })
    .filter(({ kind, before, after }) => !isSameValue(kind, before, after))
  return { changes, same: nodes.length - changes.length }
}
