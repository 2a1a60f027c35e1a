import type { FastifyInstance } from 'fastify'

import { COMPONENTS } from '#domain/content/components.ts'
import {
  channelFields,
  contentList,
  contentPage,
  mailTexts,
  menus,
  forkMenu,
} from '#contract/content/content.staff.ts'
import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { refused } from '#contract/shared/refusals.shop.ts'
import { contentCounts, mailCounts } from '#server/modules/content/texts/text-counts.ts'
import { listMailTexts, pageTexts } from '#server/modules/content/texts/page-texts.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import {
  lockVisibleRelease,
  canSeeRelease,
  releaseById,
} from '#server/modules/content/releases/release-response.ts'
import {
  type StaffCaller,
  serveStaff,
  type SignedIn,
} from '#server/http/staff/serve-staff-endpoint.ts'
import {
  MAIL_PATH,
  subjectOf,
  type ContentNode,
} from '#server/modules/content/releases/change-keys.ts'
import {
  listChanges,
  findShownRelease,
  type AuthoredChange,
  refreshRelease,
  saveChanges,
} from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import {
  listCountedTexts,
  listDraftCounts,
  listDrafts,
  countMenuAndTiles,
  findChannelFields,
  findChannelLanguage,
  type NodeValue,
  readNodeValues,
  listMenuNodes,
} from '#server/modules/content/texts/text.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Texts for editors: all languages of a text, and the fallback shown where one is empty. */
export function textRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, contentList, handleContentList)

  serveStaff(app, backoffice, contentPage, handleContentPage)

  serveStaff(app, backoffice, mailTexts, handleMailTexts)

  serveStaff(app, backoffice, menus, handleMenus)

  serveStaff(app, backoffice, channelFields, handleChannelFields)

  serveStaff(app, backoffice, forkMenu, handleForkMenu)
}

async function handleContentList(
  { channel }: ParsedInput<typeof contentList>,
  { sql, within }: SignedIn,
) {
  const found = within(channel) && (await findChannelLanguage(sql, channel))
  if (!found) return refuseStaff('not-found')
  const { name, defaultLanguage } = found
  const [rows, draftCounts, [counted]] = await Promise.all([
    listCountedTexts(sql, channel),
    listDraftCounts(sql, channel),
    countMenuAndTiles(sql, channel),
  ])
  const changesOf = (kind: string, path: string | null = null) =>
    draftCounts.find((row) => row.kind === kind && row.path === path)?.changes ?? 0
  const pages = contentCounts(
    rows.filter(({ path, key }) => !(path === MAIL_PATH && key.startsWith('mail_'))),
    defaultLanguage,
  )
  return {
    channel,
    name,
    default_language: defaultLanguage,
    pages: pages
      .map(({ path, ...counts }) => ({
        path,
        kind: COMPONENTS.some((component) => component === path)
          ? ('component' as const)
          : ('page' as const),
        ...counts,
        changes: changesOf('content', path),
      }))
      .sort((a, b) => positionOf(a.path) - positionOf(b.path) || (a.path < b.path ? -1 : 1)),
    mails: { ...mailCounts(rows), changes: changesOf('mail') },
    navigation: {
      own: counted?.own_items ?? false,
      items: counted?.items ?? 0,
      changes: changesOf('navigation'),
    },
    tiles: {
      own: counted?.own_tiles ?? false,
      items: counted?.tiles ?? 0,
      changes: changesOf('tile'),
    },
    fields: { changes: changesOf('channel') },
  }
}

async function handleContentPage(
  { channel, path, release }: ParsedInput<typeof contentPage>,
  caller: SignedIn,
) {
  const read = await readChannelAndDraft(caller, channel, release)
  if (refused(read)) return read
  const texts = await pageTexts(caller.sql, { channel, path, ...read })
  if (texts.length === 0) return refuseStaff('not-found')
  const drafts = await listDrafts(caller.sql, { channel, path }, caller)
  return { channel, path, default_language: read.defaultLanguage, drafts, texts }
}

async function handleMailTexts(
  { channel, release }: ParsedInput<typeof mailTexts>,
  caller: SignedIn,
) {
  const read = await readChannelAndDraft(caller, channel, release)
  if (refused(read)) return read
  const [drafts, texts] = await Promise.all([
    listDrafts(caller.sql, { channel }, caller),
    listMailTexts(caller.sql, { channel, changes: read.changes }),
  ])
  return { channel, drafts, texts }
}

async function handleMenus({ channel, release }: ParsedInput<typeof menus>, caller: SignedIn) {
  const read = await readChannelAndDraft(caller, channel, release)
  if (refused(read)) return read
  const { sql } = caller
  const [items, tiles] = await Promise.all([
    listMenuNodes(sql, 'navigation', channel),
    listMenuNodes(sql, 'tile', channel),
  ])
  return {
    default_language: read.defaultLanguage,
    navigation: { own: items.isOwn, items: withChanges(items.nodes, read.changes, 'navigation') },
    tiles: { own: tiles.isOwn, items: withChanges(tiles.nodes, read.changes, 'tile') },
  }
}

async function handleChannelFields(
  { channel, release }: ParsedInput<typeof channelFields>,
  caller: SignedIn,
) {
  const read = await readChannelAndDraft(caller, channel, release)
  if (refused(read)) return read
  const row = await findChannelFields(caller.sql, channel)
  const nodes = await readNodeValues(
    caller.sql,
    (row?.fields ?? []).map((field): ContentNode => ({
      kind: 'channel',
      key: { channel, field },
    })),
  )
  return { fields: withChanges(nodes, read.changes, 'channel') }
}

async function handleForkMenu(
  { id, channel, kind }: ParsedInput<typeof forkMenu>,
  caller: SignedIn,
) {
  const { sql, now, colleague, audit, within } = caller
  const found = await lockVisibleRelease(sql, id, caller)
  if (refused(found)) return found
  if (!within(channel) || !(await findChannelLanguage(sql, channel)))
    return refuseStaff('not-found')
  if (found.state !== 'draft' && found.state !== 'stopped') return refuseStaff('not-a-draft')
  const { isOwn, nodes } = await listMenuNodes(sql, kind, channel)
  if (isOwn || channel === SHARED_CHANNEL) return refuseStaff('is-own')
  const changes = nodes.map(({ node, value }) => ({
    ...node,
    subject: subjectOf(node),
    channelId: channel,
    baseVersion: 0,
    before: null,
    after: value,
  }))
  await saveChanges(sql, found.id, changes, { staffId: colleague.id, at: now })
  await refreshRelease(sql, found.id)
  audit({
    action: 'release.changed',
    subjectKind: 'release',
    subjectId: id,
    channelId: channel,
    after: { taken_over: kind, changes: changes.length },
  })
  return { release: await releaseById(sql, found.id), changes: changes.length }
}

/** Components come first, in their own order; pages of the channel after them. */
const positionOf = (path: string) => {
  const index = COMPONENTS.findIndex((component) => component === path)
  return index < 0 ? COMPONENTS.length : index
}

/** The channel's default language, and the changes of the release that is shown with its texts. */
async function readChannelAndDraft(
  caller: StaffCaller & { colleague: { id: number } },
  channel: string,
  release: string | undefined,
) {
  const { sql, within } = caller
  const found = within(channel) && (await findChannelLanguage(sql, channel))
  if (!found) return refuseStaff('not-found')
  let changes: AuthoredChange[] = []
  if (release !== undefined) {
    const row = await findShownRelease(sql, release)
    if (!row || !canSeeRelease(caller, row)) return refuseStaff('not-found')
    changes = await listChanges(sql, row.id)
  }
  return { defaultLanguage: found.defaultLanguage, changes }
}

function withChanges(
  nodes: NodeValue[],
  changes: readonly AuthoredChange[],
  kind: ContentNode['kind'],
) {
  const changesOfKind = changes.filter((change) => change.kind === kind)
  const changeOf = (node: ContentNode) => {
    const found = changesOfKind.find((change) => change.subject === subjectOf(node))
    return found ? { after: found.after, change_version: found.version } : null
  }
  const known = new Set(nodes.map(({ node }) => subjectOf(node)))
  return [
    ...nodes.map(({ node, version, value }) => ({
      key: node.key,
      subject: subjectOf(node),
      version,
      value,
      change: changeOf(node),
    })),
    // A node that only the release contains is not stored yet.
    ...changesOfKind
      .filter(({ subject }) => !known.has(subject))
      .map((change) => ({
        key: change.key,
        subject: change.subject,
        version: 0,
        value: null,
        change: changeOf(change),
      })),
  ]
}
