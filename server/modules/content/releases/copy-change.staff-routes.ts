import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { copyChange } from '#contract/content/releases.staff.ts'
import type { ChannelKey, ReleaseChange } from '#contract/content/release-change.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { channelFieldProblem } from '#server/modules/content/releases/validate-channel-field.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  lockVisibleRelease,
  releaseById,
} from '#server/modules/content/releases/release-response.ts'
import { indexOfMissingText } from '#server/modules/content/releases/required-texts.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  inChannel,
  nodeKey,
  type StoredChange,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import {
  NO_VALUE,
  readLiveValues,
  readSharedValues,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import {
  listChanges,
  refreshRelease,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { listKnownChannels } from '#server/modules/content/releases/release-action.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** At most this many copies are listed in the response. */
const MAX_LISTED = 20
/** More changes would take too long to publish in one transaction. */
const MAX_CHANGES = 20_000

/** Copies a text, mail or theme change to many channels, as changes of the same draft, with a preview. */
export function copyChangeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, copyChange, handleCopyChange)
}

async function handleCopyChange(input: ParsedInput<typeof copyChange>, caller: SignedIn) {
  const { id, subjects, dry_run: isDry } = input
  const { sql, now, colleague, audit } = caller
  const found = await lockVisibleRelease(sql, id, caller)
  if (refused(found)) return found
  if (found.state !== 'draft' && found.state !== 'stopped') return refuseStaff('not-a-draft')
  const channels = await targetChannels(input, caller)
  if (refused(channels)) return channels
  const draftChanges = await listChanges(sql, found.id)
  const chosen = chooseChanges(draftChanges, subjects, caller)
  if (refused(chosen)) return chosen
  const copies = chosen.flatMap((change) =>
    channels
      .filter((channel) => channel !== change.channelId)
      .map((channel) => ({ change, node: inChannel(change, channel), channel })),
  )
  if (copies.length + draftChanges.length > MAX_CHANGES) return refuseStaff('too-many-changes')
  const changes = await copiedChanges(sql, copies)
  const wanted = changes.map(
    ({ baseVersion: base_version, ...change }) => ({ ...change, base_version }) as ReleaseChange,
  )
  const textlessChange = changes[await indexOfMissingText(sql, wanted, draftChanges)]
  if (textlessChange) return refuseStaff('required-text', { message: textlessChange.subject })
  if (!isDry) {
    await saveChanges(sql, found.id, changes, { staffId: colleague.id, at: now })
    await refreshRelease(sql, found.id)
  }
  // A dry run is audited too, because the call counts as a write.
  audit({
    action: isDry ? 'release.previewed' : 'release.changed',
    subjectKind: 'release',
    subjectId: id,
    after: { copied: subjects, channels: channels.length, changed: changes.length },
  })
  return {
    release: await releaseById(sql, found.id),
    changed: changes.length,
    same: copies.length - changes.length,
    shown: await previewOf(
      sql,
      // Changes that replace an existing value come first.
      changes
        .toSorted((a, b) => Number(a.before === null) - Number(b.before === null))
        .slice(0, MAX_LISTED),
    ),
  }
}

async function targetChannels(input: ParsedInput<typeof copyChange>, { sql, within }: SignedIn) {
  const channels = [...new Set(input.channels)]
  // All other channels fall back to the texts of the shared channel, so they must not be changed by copying.
  if (channels.includes(SHARED_CHANNEL)) return refuseStaff('not-copyable', { field: 'channels' })
  if (!channels.every(within)) return refuseStaff('not-found')
  const existing = await listKnownChannels(sql, channels)
  return existing.count === channels.length ? channels : refuseStaff('not-found')
}

function chooseChanges(
  draftChanges: readonly StoredChange[],
  subjects: readonly string[],
  { may }: SignedIn,
) {
  const chosen = draftChanges.filter(({ subject }) => subjects.includes(subject))
  if (chosen.length === 0) return refuseStaff('not-found')
  if (chosen.some(({ kind }) => kind === 'navigation' || kind === 'tile')) {
    return refuseStaff('not-copyable')
  }
  // Copying a field to other channels needs the permission to write it there.
  const permissions = chosen.flatMap((change) => permissionFor(change) ?? [])
  return permissions.every(may) ? chosen : refuseStaff('not-allowed')
}

/** The copies that differ from the current value of their channel. */
async function copiedChanges(
  sql: Queries,
  copies: readonly { change: StoredChange; node: ContentNode; channel: string }[],
) {
  const live = await readLiveValues(
    sql,
    copies.map(({ node }) => node),
  )
  return copies
    .map(({ change, node, channel }): StoredChange => {
      const { version, value } = live.get(nodeKey(node)) ?? NO_VALUE
      const subject = subjectOf(node)
      const { after } = change
      return { ...node, subject, channelId: channel, baseVersion: version, before: value, after }
    })
    .filter(({ kind, before, after }) => !isSameValue(kind, before, after))
}

/** Without a text of its own, a channel shows the shared one, in `reads`. */
async function previewOf(sql: Queries, changes: readonly StoredChange[]) {
  const sharedOf = await readSharedValues(sql, changes)
  return changes.map((change) => {
    const { kind, key, subject, channelId, before, after } = change
    return {
      kind,
      key: { ...key },
      subject,
      channel: channelId,
      before,
      reads: sharedOf(change),
      after,
    }
  })
}

function permissionFor({ kind, key, after }: StoredChange): Permission | undefined {
  if (kind !== 'channel') return undefined
  return channelFieldProblem((key as ChannelKey).field, after?.['value'], new Set())?.needs
}
