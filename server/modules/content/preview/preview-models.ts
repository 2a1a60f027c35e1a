import { may, mayIn, type Role } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { PreviewScope, PreviewTokens } from '#server/modules/content/preview/preview-token.ts'
import { hasCompanyAccount, hasFactor } from '#server/modules/staff/sessions/staff.sql.ts'
import type { TwoFactorRule } from '#server/modules/staff/sessions/two-factor-rule.ts'
import type { Previews } from '#server/http/endpoint/preview-holder.ts'
import { Memory } from '#server/platform/cache/memory-cache.ts'
import type { Clock } from '#server/platform/services/service-ports.ts'
import { ChannelModel } from '#server/modules/catalog/read-model/channel-catalog.ts'
import type { ReadModels } from '#server/modules/catalog/read-model/read-models.ts'
import { Vocabulary } from '#server/modules/catalog/read-model/translated-labels.sql.ts'
import type { StoredChange } from '#server/modules/content/releases/change-keys.ts'
import {
  draftChannel,
  draftContent,
  draftMenus,
} from '#server/modules/content/releases/apply-draft.ts'
import { listChanges } from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** Previews have a cache of their own, so that recipients never get their data and lose no memory to them. */
const CACHE_BYTES = 8_000_000
const MAX_MODELS = 6

type PreviewContext = {
  sql: Queries
  models: ReadModels
  clock: Clock
  tokens: PreviewTokens
  twoFactor: TwoFactorRule
}

/**
 * The shop with unpublished releases applied to the live rows in memory. Nothing is written, and recipients see none
 * of it.
 */
export function createPreviews({
  sql,
  models,
  clock,
  tokens,
  twoFactor,
}: PreviewContext): Previews {
  const memory = new Memory(CACHE_BYTES)
  /** Models by releases and sold-out gifts, the most recent last. Each is valid only for its live model. */
  const cached = new Map<string, { live: ChannelModel; model: ChannelModel }>()

  async function modelOf(
    scope: PreviewScope,
    channelId: string,
  ): Promise<ChannelModel | undefined> {
    const live = await models.channel(channelId)
    if (!live) return undefined
    const releases = await releasesOf(sql, scope)
    const soldOut = scope.soldOut.filter((sku) => live.offersBySku.has(sku))
    if (releases.length === 0 && soldOut.length === 0) return live
    const name = [
      channelId,
      ...releases.map(({ id, version }) => `${id}:${version}`),
      ...soldOut,
    ].join(' ')
    const previous = cached.get(name)
    if (previous?.live === live) return previous.model
    const changes: StoredChange[] = []
    for (const { id } of releases) changes.push(...(await listChanges(sql, id)))
    const model = applyDraft(live, changes, new Set(soldOut), memory)
    previous?.model.close()
    cached.delete(name)
    cached.set(name, { live, model })
    for (const [oldest, { model }] of cached) {
      if (cached.size <= MAX_MODELS) break
      cached.delete(oldest)
      model.close()
    }
    return model
  }

  return {
    async holderOf(token) {
      const scope = tokens.read(token)
      if (!scope || scope.endsAt <= clock.now().getTime()) return undefined
      if (!(await hasAccess(sql, scope, { now: clock.now(), twoFactor }))) return undefined
      return {
        // A negative number, which no voucher has, so that queries find no rows.
        voucherId: -scope.staffId,
        channelId: scope.channel,
        available: scope.points,
        firstName: '',
        salutation: '',
        language: scope.language,
        validUntil: null,
        blocked: false,
        preview: { model: (channelId) => modelOf(scope, channelId) },
      }
    },
  }
}

/**
 * A preview ends with the session or the API token that created it, and when its author loses the permission or the
 * access to the channel.
 */
async function hasAccess(
  sql: Queries,
  scope: PreviewScope,
  { now, twoFactor }: { now: Date; twoFactor: TwoFactorRule },
) {
  const { staffId, sessionId, way } = scope
  const [row] = await (way === 'session'
    ? sql<Author[]>`
        select role, second_factor, ${channelsOfStaff(sql)} as channels from staff_session join staff on staff.id = staff_id
        where staff_session.id = ${sessionId} and staff_id = ${staffId} and left_at is null and ends_at > ${now}`
    : sql<Author[]>`
        select role, (${hasFactor(sql)} or ${twoFactor.byCompany} and ${hasCompanyAccount(sql)}) as second_factor, ${channelsOfStaff(sql)} as channels from staff_token join staff on staff.id = staff_id
        where staff_token.id = ${sessionId} and staff_id = ${staffId} and left_at is null
          and ended_at is null and ends_at > ${now}`)
  if (!row || !mayIn(row, scope.channel)) return false
  const { role, second_factor } = row
  if (twoFactor.requires(role) && !second_factor) return false
  const { releases, date, soldOut } = scope
  const isComposed = releases.length > 0 || date !== null || soldOut.length > 0
  return may(role, 'preview.view') && (!isComposed || may(role, 'preview.compose'))
}

type Author = { role: Role; second_factor: boolean; channels: string[] }
const channelsOfStaff = (sql: Queries) =>
  sql`array(select channel_id from staff_channel where staff_channel.staff_id = staff.id)`

/** Releases scheduled until the date of the preview, in that order, and then the requested ones on top. */
async function releasesOf(sql: Queries, { releases, date }: PreviewScope) {
  if (releases.length === 0 && date === null) return []
  const day = date === null ? null : new Date(date)
  return sql<{ id: number; version: number }[]>`
    select id, version from release
    where state in ('draft', 'scheduled', 'stopped') and (id = any(${releases}::bigint[])
      or state = 'scheduled' and from_at <= ${day} and (until_at is null or until_at > ${day}))
    order by array_position(${releases}::bigint[], id) nulls first, from_at, id`
}

function applyDraft(
  live: ChannelModel,
  changes: readonly StoredChange[],
  soldOut: ReadonlySet<string>,
  memory: Memory,
): ChannelModel {
  const { parts, channel } = live
  const own = changes.filter(({ channelId }) => channelId === channel.id)
  const shared = changes.filter(({ channelId }) => channelId === SHARED_CHANNEL)
  const isOwn = {
    navigation: parts.menus.navigation[0]?.channel_id === channel.id,
    tiles: parts.menus.tiles[0]?.channel_id === channel.id,
  }
  const sharedMenus = draftMenus(
    parts.menus,
    { navigation: !isOwn.navigation, tiles: !isOwn.tiles },
    SHARED_CHANNEL,
    shared,
  )
  const baseMenus = {
    navigation: isOwn.navigation ? parts.menus.navigation : sharedMenus.navigation,
    tiles: isOwn.tiles ? parts.menus.tiles : sharedMenus.tiles,
  }
  return new ChannelModel(
    {
      ...parts,
      channel: draftChannel(channel, own),
      // The live model's offers have the current stock; the rows have the stock when they were read.
      offers: parts.offers.map((row) => ({
        ...row,
        in_stock: soldOut.has(row.sku)
          ? 0
          : (live.offersBySku.get(row.sku)?.inStock ?? row.in_stock),
      })),
      own: {
        ...parts.own,
        content:
          channel.id === SHARED_CHANNEL ? parts.own.content : draftContent(parts.own.content, own),
      },
      menus:
        channel.id === SHARED_CHANNEL ? baseMenus : draftMenus(baseMenus, isOwn, channel.id, own),
      vocabulary: draftAttributes(parts.vocabulary, shared),
    },
    { ...live.needs, memory },
  )
}

function draftAttributes(vocabulary: Vocabulary, shared: readonly StoredChange[]): Vocabulary {
  if (shared.length === 0) return vocabulary
  const rows = [...vocabulary.content.values()].flat()
  return new Vocabulary(
    vocabulary.rows,
    draftContent(rows, shared),
    vocabulary.searchWords,
    vocabulary.pictures,
  )
}
