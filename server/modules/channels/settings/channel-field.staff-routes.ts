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
import { placeChanges } from '#server/modules/content/releases/store-draft-changes.ts'
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

const SHOWN = 20
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
  const checked = await checkChanges(sql, releaseChanges, { ...caller, taken: [] })
  if (refused(checked)) {
    return checked.refused === 'not-found' ||
      checked.refused === 'not-allowed' ||
      checked.refused === 'unusable-value'
      ? refuseStaff(checked.refused, {
          message: checked.message,
          place: checked.place,
          field: changes[checked.place ?? -1]?.field,
        })
      : refuseStaff('unusable-value')
  }
  const release = await addRelease(sql, { name, ...madeBy(colleague.id, now) })
  const put = await placeChanges(
    sql,
    { release, held: [] },
    checked.map(({ change }) => change),
    { staffId: colleague.id, at: now },
  )
  if (refused(put)) return put
  const { placed } = put
  const unreadable = await contrastErrors(sql, placed)
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
    before: valuesOf(placed, 'before'),
    after: { ...valuesOf(placed, 'after'), release: String(release.id) },
  })
  const { written } = published
  return {
    release: { id: String(release.id), name: release.name },
    changed: written,
    same: placed.length - written,
  }
}

async function handlePreviewChannelChanges(
  { changes, ...input }: ParsedInput<typeof previewChannelChanges>,
  caller: SignedIn,
) {
  const channels = await chosenChannels(caller.sql, input, caller)
  const planned = await plan(caller.sql, channels, changes, caller)
  if (refused(planned)) return planned
  const names = new Map(channels.map(({ id, name }) => [id, name]))
  return {
    channels: channels.length,
    changed: planned.changes.length,
    same: planned.same,
    shown: planned.changes.slice(0, SHOWN).map(({ key, channelId, before, after }) => ({
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
  const channels = await chosenChannels(sql, ids ? { ids } : (found ?? {}), caller)
  if (channels.length !== count)
    return refuseStaff('count-differs', { stands: { count: channels.length } })
  const planned = await plan(sql, channels, changes, caller)
  if (refused(planned)) return planned
  if (planned.changes.length > MOST_CHANGES) return refuseStaff('too-many-changes')
  const unreadable = await contrastErrors(sql, planned.changes)
  if (unreadable.length > 0) {
    return refuseStaff('unreadable-look', {
      message: asText(unreadable),
      stands: unreadable.slice(0, SHOWN),
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
  const release = await addRelease(sql, { name, ...madeBy(colleague.id, now) })
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

const madeBy = (staffId: number, at: Date) =>
  ({ source: 'backoffice', made_by: staffId, made_at: at }) as const

function refusalOf(published: Exclude<Awaited<ReturnType<typeof publishRelease>>, { done: true }>) {
  return 'conflicts' in published
    ? refuseStaff('changed-since', { conflicts: published.conflicts })
    : refuseStaff('unusable-value', { message: published.unusable })
}

const valuesOf = (changes: readonly StoredChange[], which: 'before' | 'after') =>
  Object.fromEntries(changes.map((change) => [change.subject, change[which]]))

type Wanted = z.output<typeof changeChannels.input>['changes']

/** The changes of each channel, without equal values. */
async function plan(
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
    { ...caller, taken: [] },
  )
  if (refused(checked)) {
    return checked.refused === 'not-allowed'
      ? refuseStaff('not-allowed')
      : refuseStaff('unusable-value', { message: checked.message })
  }
  const things = channels.flatMap(({ id }) =>
    wanted.map(({ field, value }) => ({
      thing: { kind: 'channel', key: { channel: id, field } } satisfies ContentNode,
      after: { value },
    })),
  )
  const live = await readLive(
    sql,
    things.map(({ thing }) => thing),
  )
  const changes = things
    .map(({ thing, after }): StoredChange => {
      const { version, value } = live.get(nameOf(thing)) ?? NOTHING
      const subject = subjectOf(thing)
      const channelId = thing.key.channel
      return { ...thing, subject, channelId, baseVersion: version, before: value, after }
    })
    .filter(({ kind, before, after }) => !isSameValue(kind, before, after))
  return { changes, same: things.length - changes.length }
}
