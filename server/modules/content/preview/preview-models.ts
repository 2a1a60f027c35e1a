import { may, mayIn, type Role } from '#domain/staff/permissions.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { Look, PreviewTokens } from '#server/modules/content/preview/preview-token.ts'
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
import { allChanges } from '#server/modules/content/releases/release.sql.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

/** Previews have their own cache: recipients never get its data, and it takes no memory from theirs. */
const OWN_BYTES = 8_000_000
const MOST_AT_ONCE = 6

type Needs = {
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
export function previewsIn({ sql, models, clock, tokens, twoFactor }: Needs): Previews {
  const memory = new Memory(OWN_BYTES)
  /** The newest last. An entry whose live model is outdated is not used any more. */
  const laid = new Map<string, { live: ChannelModel; model: ChannelModel }>()

  async function modelOf(look: Look, channelId: string): Promise<ChannelModel | undefined> {
    const live = await models.channel(channelId)
    if (!live) return undefined
    const releases = await releasesOf(sql, look)
    const soldOut = look.soldOut.filter((sku) => live.offersBySku.has(sku))
    if (releases.length === 0 && soldOut.length === 0) return live
    const name = [
      channelId,
      ...releases.map(({ id, version }) => `${id}:${version}`),
      ...soldOut,
    ].join(' ')
    const before = laid.get(name)
    if (before?.live === live) return before.model
    const changes: StoredChange[] = []
    for (const { id } of releases) changes.push(...(await allChanges(sql, id)))
    const model = applyDraft(live, changes, new Set(soldOut), memory)
    before?.model.close()
    laid.delete(name)
    laid.set(name, { live, model })
    for (const [oldest, { model }] of laid) {
      if (laid.size <= MOST_AT_ONCE) break
      laid.delete(oldest)
      model.close()
    }
    return model
  }

  return {
    async holderOf(token) {
      const look = tokens.read(token)
      if (!look || look.endsAt <= clock.now().getTime()) return undefined
      if (!(await isStillIn(sql, look, { now: clock.now(), twoFactor }))) return undefined
      return {
        // A negative number, which no voucher has, so that queries find no rows.
        voucherId: -look.staffId,
        channelId: look.channel,
        available: look.points,
        firstName: '',
        salutation: '',
        language: look.language,
        validUntil: null,
        blocked: false,
        preview: { model: (channelId) => modelOf(look, channelId) },
      }
    },
  }
}

/**
 * A preview ends with the session that created it, and when its author loses access to the channel or to one of its
 * releases.
 */
async function isStillIn(
  sql: Queries,
  look: Look,
  { now, twoFactor }: { now: Date; twoFactor: TwoFactorRule },
) {
  const { staffId, sessionId, way } = look
  const [row] = await (way === 'session'
    ? sql<Maker[]>`
        select role, second_factor, ${places(sql)} as channels from staff_session join staff on staff.id = staff_id
        where staff_session.id = ${sessionId} and staff_id = ${staffId} and left_at is null and ends_at > ${now}`
    : sql<Maker[]>`
        select role, (${hasFactor(sql)} or ${twoFactor.byCompany} and ${hasCompanyAccount(sql)}) as second_factor, ${places(sql)} as channels from staff_token join staff on staff.id = staff_id
        where staff_token.id = ${sessionId} and staff_id = ${staffId} and left_at is null
          and ended_at is null and ends_at > ${now}`)
  if (!row || !mayIn(row, look.channel)) return false
  const { role, second_factor } = row
  if (twoFactor.requires(role) && !second_factor) return false
  const { releases, date, soldOut } = look
  const composes = releases.length > 0 || date !== null || soldOut.length > 0
  return may(role, 'preview.view') && (!composes || may(role, 'preview.compose'))
}

type Maker = { role: Role; second_factor: boolean; channels: string[] }
const places = (sql: Queries) =>
  sql`array(select channel_id from staff_channel where staff_channel.staff_id = staff.id)`

/** Releases scheduled until the date of the preview, in that order, and then the requested ones on top. */
async function releasesOf(sql: Queries, { releases, date }: Look) {
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
  const base = {
    navigation: isOwn.navigation ? parts.menus.navigation : sharedMenus.navigation,
    tiles: isOwn.tiles ? parts.menus.tiles : sharedMenus.tiles,
  }
  return new ChannelModel(
    {
      ...parts,
      channel: draftChannel(channel, own),
      // Current stock: later stock events are in the live model's offers.
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
      menus: channel.id === SHARED_CHANNEL ? base : draftMenus(base, isOwn, channel.id, own),
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
