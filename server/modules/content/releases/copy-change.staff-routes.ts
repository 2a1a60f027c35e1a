import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { copyChange } from '#contract/content/releases.staff.ts'
import type { ChannelKey, ReleaseChange } from '#contract/content/release-change.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { channelFieldProblem } from '#server/modules/content/releases/validate-channel-field.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { ownRelease, shownRelease } from '#server/modules/content/releases/release-response.ts'
import { firstWordless } from '#server/modules/content/releases/required-texts.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import {
  inChannel,
  nameOf,
  type StoredChange,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import {
  NOTHING,
  readLive,
  readShared,
  isSameValue,
} from '#server/modules/content/releases/live-values.ts'
import {
  allChanges,
  renewRelease,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { listKnownChannels } from '#server/modules/content/releases/release-action.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const MAX_LISTED = 20
/** The most changes that one transaction publishes quickly. */
const MOST_CHANGES = 20_000

/** Copies a text, mail or theme change to many channels, as changes of the same draft, with a preview. */
export function copyChangeRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, copyChange, handleCopyChange)
}

async function handleCopyChange(input: ParsedInput<typeof copyChange>, caller: SignedIn) {
  const { id, subjects, dry_run: isDry } = input
  const { sql, now, colleague, audit } = caller
  const found = await ownRelease(sql, id, caller)
  if (refused(found)) return found
  if (found.state !== 'draft' && found.state !== 'stopped') return refuseStaff('not-a-draft')
  const channels = await targetChannels(input, caller)
  if (refused(channels)) return channels
  const draftChanges = await allChanges(sql, found.id)
  const chosen = chooseChanges(draftChanges, subjects, caller)
  if (refused(chosen)) return chosen
  const copies = chosen.flatMap((change) =>
    channels
      .filter((channel) => channel !== change.channelId)
      .map((channel) => ({ change, node: inChannel(change, channel), channel })),
  )
  if (copies.length + draftChanges.length > MOST_CHANGES) return refuseStaff('too-many-changes')
  const changes = await changesIn(sql, copies)
  const wanted = changes.map(
    ({ baseVersion: base_version, ...change }) => ({ ...change, base_version }) as ReleaseChange,
  )
  const wordless = changes[await firstWordless(sql, wanted, draftChanges)]
  if (wordless) return refuseStaff('required-text', { message: wordless.subject })
  // A dry run is in the history too, because the call counts as a write.
  if (!isDry) {
    await saveChanges(sql, found.id, changes, { staffId: colleague.id, at: now })
    await renewRelease(sql, found.id)
  }
  audit({
    action: isDry ? 'release.previewed' : 'release.changed',
    subjectKind: 'release',
    subjectId: id,
    after: { copied: subjects, channels: channels.length, changed: changes.length },
  })
  return {
    release: await shownRelease(sql, found.id),
    changed: changes.length,
    same: copies.length - changes.length,
    shown: await withWhatIsRead(
      sql,
      // Changes that replace an existing value come first.
      changes
        .toSorted((a, b) => Number(a.before === null) - Number(b.before === null))
        .slice(0, MAX_LISTED),
    ),
  }
}

async function targetChannels(
  { channels: named }: ParsedInput<typeof copyChange>,
  { sql, within }: SignedIn,
) {
  const channels = [...new Set(named)]
  // All other channels fall back to the shared channel's texts, so a change there must be made deliberately and not
  // by copying.
  if (channels.includes(SHARED_CHANNEL)) return refuseStaff('not-copyable', { field: 'channels' })
  if (!channels.every(within)) return refuseStaff('not-found')
  const there = await listKnownChannels(sql, channels)
  return there.count === channels.length ? channels : refuseStaff('not-found')
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
  const needed = chosen.flatMap((change) => neededFor(change) ?? [])
  return needed.every(may) ? chosen : refuseStaff('not-allowed')
}

/** The copies that differ from the current value of their channel. */
async function changesIn(
  sql: Queries,
  copies: readonly { change: StoredChange; node: ContentNode; channel: string }[],
) {
  const live = await readLive(
    sql,
    copies.map(({ node }) => node),
  )
  return copies
    .map(({ change, node, channel }): StoredChange => {
      const { version, value } = live.get(nameOf(node)) ?? NOTHING
      const subject = subjectOf(node)
      const { after } = change
      return { ...node, subject, channelId: channel, baseVersion: version, before: value, after }
    })
    .filter(({ kind, before, after }) => !isSameValue(kind, before, after))
}

/** Without a text of its own, a channel shows the shared one. */
async function withWhatIsRead(sql: Queries, changes: readonly StoredChange[]) {
  const sharedOf = await readShared(sql, changes)
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

function neededFor({ kind, key, after }: StoredChange): Permission | undefined {
  if (kind !== 'channel') return undefined
  return channelFieldProblem((key as ChannelKey).field, after?.['value'], new Set())?.needs
}
