import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import { createPreview, previewChoices } from '#contract/content/preview.staff.ts'
import { sessionCart } from '#server/modules/sessions/login/login-response.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { previewTokens } from '#server/modules/content/preview/preview-token.ts'
import { canSeeRelease } from '#server/modules/content/releases/release-response.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { PREVIEW_CART } from '#server/http/endpoint/preview-holder.ts'
import { corporateIdentity } from '#server/modules/channels/core/corporate-identity.ts'
import { findShownReleases } from '#server/modules/content/releases/release.sql.ts'
import { findUnknownSku } from '#server/modules/content/preview/preview.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

const LIFETIME_MS = 30 * 60_000
const MAX_GIFTS = 20

/** Previews of the shop for colleagues with the permission. */
export function previewRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, createPreview, handleCreatePreview(backoffice))
  serveStaff(app, backoffice, previewChoices, handlePreviewChoices(backoffice))
}

function handleCreatePreview(backoffice: Backoffice) {
  const { models, previews, config } = backoffice.shop
  const tokens = previewTokens(config.GIFTPOINT_PEPPER)
  return async (input: ParsedInput<typeof createPreview>, caller: SignedIn) => {
    const { sql, now, colleague, within, may, audit } = caller
    const { channel, points, date, sold_out: soldOut } = input
    const releases = [...new Set([...input.releases, ...(input.release ? [input.release] : [])])]
    const settings = within(channel) ? await models.about(channel) : undefined
    if (!settings) return refuseStaff('not-found')
    const isComposed = releases.length > 0 || date !== undefined || soldOut.length > 0
    if (isComposed && !may('preview.compose')) return refuseStaff('not-allowed')
    const unknown = await findUnknownSku(sql, soldOut, channel)
    if (unknown) {
      const message = `The channel offers no gift '${unknown.sku}'.`
      return refuseStaff('invalid-input', { message, field: 'sold_out' })
    }
    const ids = releases.map(Number)
    const rows = await findShownReleases(sql, ids)
    if (rows.length < ids.length || !rows.every((row) => canSeeRelease(caller, row))) {
      return refuseStaff('not-found')
    }
    const language = input.language ?? settings.defaultLanguage
    const endsAt = new Date(now.getTime() + LIFETIME_MS)
    const token = tokens.sign({
      channel,
      releases: ids,
      points,
      language,
      date: date === undefined ? null : Date.parse(date),
      soldOut,
      staffId: colleague.id,
      sessionId: colleague.sessionId,
      way: colleague.way,
      endsAt: endsAt.getTime(),
    })
    const holder = await previews.holderOf(token)
    const model = holder && (await holder.preview.model(channel))
    if (!holder || !model) return refuseStaff('not-found')
    audit({
      action: 'preview.created',
      subjectKind: 'channel',
      subjectId: channel,
      channelId: channel,
      after: { releases, points, language, date: date ?? null, sold_out: soldOut },
    })
    return {
      token,
      ends_at: endsAt.toISOString(),
      session: {
        wt: token,
        shopping_cart_guid: PREVIEW_CART,
        sales_channel: channel,
        language,
        corporate_identity: corporateIdentity(model.channel),
        shoppingcart: sessionCart(model.channel, holder, { guid: PREVIEW_CART, pieces: 0 }),
      },
    }
  }
}

function handlePreviewChoices(backoffice: Backoffice) {
  const { models } = backoffice.shop
  return async (
    { channel, search, chosen }: ParsedInput<typeof previewChoices>,
    { within }: SignedIn,
  ) => {
    const model = within(channel) ? await models.channel(channel) : undefined
    if (!model) return refuseStaff('not-found')
    const { defaultLanguage, timeZone } = model.channel
    const gifts = model.language(defaultLanguage).gifts()
    const words = search.toLowerCase().split(/\s+/).filter(Boolean)
    const matches = ({ name, offer }: (typeof gifts)[number]) => {
      const text = `${name} ${offer.sku}`.toLowerCase()
      return words.every((word) => text.includes(word))
    }
    return {
      time_zone: timeZone,
      language: defaultLanguage,
      gifts:
        words.length === 0
          ? []
          : gifts
              .filter(matches)
              .slice(0, MAX_GIFTS)
              .map(({ offer, name, points }) => ({ sku: offer.sku, name, points })),
      chosen: gifts
        .filter(({ offer }) => chosen.includes(offer.sku))
        .map(({ offer, name }) => ({ sku: offer.sku, name })),
    }
  }
}
