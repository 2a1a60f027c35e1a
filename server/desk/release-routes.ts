import type { FastifyInstance } from 'fastify'

import { refuseDesk } from '#contract/desk/desk-refusal.ts'
import {
  archiveRelease,
  changeRelease,
  dropChange,
  makeRelease,
  release,
  releases,
  renameRelease,
} from '#contract/desk/release-api.ts'
import { refused } from '#contract/refusal.ts'
import { checkChanges } from '#server/desk/checked-change.ts'
import type { Desk } from '#server/desk/desk.ts'
import { placeChanges } from '#server/desk/place-changes.ts'
import {
  changeAnswer,
  ownRelease,
  releaseAnswer,
  seenBy,
  seesRelease,
  shownRelease,
} from '#server/desk/release-answer.ts'
import { serveDesk } from '#server/desk/serve-desk.ts'
import { nameOf, subjectOf } from '#server/releases/change-keys.ts'
import { isMoved, NOTHING, readLive } from '#server/releases/live-values.ts'
import {
  addRelease,
  allChanges,
  findShownReleases,
  renewRelease,
  type ReleaseState,
} from '#server/releases/release-queries.ts'

const CHANGEABLE: readonly ReleaseState[] = ['draft', 'stopped']

/** Drafts: what is in them, by whom, and what others published meanwhile. */
export function releaseRoutes(app: FastifyInstance, desk: Desk) {
  serveDesk(app, desk, releases, async ({ state, channel, search, cursor, limit }, asker) => {
    const { sql, within } = asker
    if (channel !== undefined && !within(channel)) return refuseDesk('not-found')
    const rows = await findShownReleases(
      sql,
      sql`${seenBy(sql, asker)}
        ${state === undefined ? sql`and release.state <> 'archived'` : sql`and release.state = ${state}`}
        ${channel === undefined ? sql`` : sql`and ${channel} = any(release.channels)`}
        ${search === undefined ? sql`` : sql`and strpos(lower(release.name), lower(${search})) > 0`}
        ${cursor === undefined ? sql`` : sql`and release.id < ${Number(cursor)}`}`,
      limit + 1,
    )
    const page = rows.slice(0, limit)
    return {
      items: page.map(releaseAnswer),
      next: rows.length > limit ? String(page.at(-1)?.id ?? '') : null,
    }
  })

  serveDesk(app, desk, makeRelease, async ({ name }, { sql, now, colleague, audit }) => {
    const made = await addRelease(sql, {
      name,
      source: 'desk',
      made_by: colleague.id,
      made_at: now,
    })
    audit({
      action: 'release.made',
      subjectKind: 'release',
      subjectId: String(made.id),
      after: { name },
    })
    return shownRelease(sql, made.id)
  })

  serveDesk(app, desk, release, async ({ id }, asker) => {
    const { sql } = asker
    const [row] = await findShownReleases(sql, sql`release.id = ${Number(id)}`, 1)
    if (!row || !seesRelease(asker, row)) return refuseDesk('not-found')
    const changes = await allChanges(sql, row.id)
    const isOut = row.state === 'live' || row.state === 'ended'
    const live = isOut ? new Map() : await readLive(sql, changes)
    const moved = isOut
      ? []
      : changes.filter((change) => isMoved(change, live.get(nameOf(change)) ?? NOTHING))
    return {
      release: releaseAnswer(row),
      changes: changes.map(changeAnswer),
      changed_since: moved.map(({ kind, subject }) => ({ kind, subject })),
      left: row.notes.left ?? [],
    }
  })

  serveDesk(app, desk, renameRelease, async ({ id, name }, asker) => {
    const { sql, audit } = asker
    const found = await ownRelease(sql, id, asker)
    if (refused(found)) return found
    if (found.state === 'live' || found.state === 'ended') return refuseDesk('not-a-draft')
    await sql`update release set name = ${name}, version = version + 1 where id = ${found.id}`
    audit({
      action: 'release.renamed',
      subjectKind: 'release',
      subjectId: id,
      before: { name: found.name },
      after: { name },
    })
    return shownRelease(sql, found.id)
  })

  serveDesk(app, desk, archiveRelease, async ({ id }, asker) => {
    const { sql, audit } = asker
    const found = await ownRelease(sql, id, asker)
    if (refused(found)) return found
    if (!CHANGEABLE.includes(found.state)) return refuseDesk('not-a-draft')
    await sql`update release set state = 'archived', version = version + 1 where id = ${found.id}`
    audit({
      action: 'release.archived',
      subjectKind: 'release',
      subjectId: id,
      before: { name: found.name, state: found.state },
    })
    return shownRelease(sql, found.id)
  })

  serveDesk(app, desk, changeRelease, async ({ id, changes }, asker) => {
    const { sql, now, colleague, audit } = asker
    const found = await ownRelease(sql, id, asker)
    if (refused(found)) return found
    if (!CHANGEABLE.includes(found.state)) return refuseDesk('not-a-draft')
    const held = await allChanges(sql, found.id)
    const checked = await checkChanges(sql, changes, { ...asker, taken: held })
    if (refused(checked)) return checked
    const placed = await placeChanges(
      sql,
      { release: found, held },
      checked.map(({ change }) => change),
      { staffId: colleague.id, at: now },
    )
    if (refused(placed)) return placed
    await renewRelease(sql, found.id)
    const channels = [...new Set(placed.map(({ channelId }) => channelId))]
    audit({
      action: 'release.changed',
      subjectKind: 'release',
      subjectId: id,
      channelId: channels.length === 1 ? channels[0] : null,
      before: Object.fromEntries(
        placed.map(({ kind, subject, before }) => [`${kind} ${subject}`, before]),
      ),
      after: Object.fromEntries(
        placed.map(({ kind, subject, after }) => [`${kind} ${subject}`, after]),
      ),
    })
    const subjects = new Set(placed.map(({ kind, subject }) => `${kind} ${subject}`))
    return {
      release: await shownRelease(sql, found.id),
      changes: (await allChanges(sql, found.id))
        .filter(({ kind, subject }) => subjects.has(`${kind} ${subject}`))
        .map(changeAnswer),
      removed: checked.flatMap(({ change, removed }) =>
        removed.length > 0 ? { subject: subjectOf(change), what: removed } : [],
      ),
      warnings: checked.flatMap(({ change, warnings }) =>
        warnings.map((message) => ({ subject: subjectOf(change), message })),
      ),
    }
  })

  serveDesk(app, desk, dropChange, async ({ id, kind, subject }, asker) => {
    const { sql, audit } = asker
    const found = await ownRelease(sql, id, asker)
    if (refused(found)) return found
    if (!CHANGEABLE.includes(found.state)) return refuseDesk('not-a-draft')
    const [gone] = await sql<{ after: Record<string, unknown> | null; channel_id: string }[]>`
      delete from release_change
      where release_id = ${found.id} and kind = ${kind} and subject = ${subject}
      returning after, channel_id`
    if (!gone) return refuseDesk('not-found')
    await renewRelease(sql, found.id)
    audit({
      action: 'release.changed',
      subjectKind: 'release',
      subjectId: id,
      channelId: gone.channel_id,
      before: { [`${kind} ${subject}`]: gone.after },
      after: {},
    })
    return { release: await shownRelease(sql, found.id) }
  })
}
