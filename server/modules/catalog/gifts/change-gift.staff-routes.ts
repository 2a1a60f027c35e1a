import type { FastifyInstance } from 'fastify'

import { refuseStaff } from '#contract/shared/refusals.staff.ts'
import {
  changeArticles,
  changeGift,
  changeGiftText,
  changeOffers,
  createGift,
} from '#contract/catalog/gifts.staff.ts'
import type { Queries } from '#server/platform/db/database.ts'
import type { CatalogueField } from '#server/modules/catalog/changes/catalog-fields.ts'
import { type FieldWrite, writeCatalogue } from '#server/modules/catalog/changes/write-catalog.ts'
import type { Backoffice } from '#server/http/staff/staff-context.ts'
import { readGift } from '#server/modules/catalog/gifts/gift-detail.sql.ts'
import { serveStaff, type SignedIn } from '#server/http/staff/serve-staff-endpoint.ts'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { GIFT_TEXT_NAMES } from '#domain/catalog/gift-texts.ts'
import {
  hasChannel,
  lockGiftText,
  listOfferVersions,
  listArticles,
  listActiveOffers,
  isKnownId,
  listChangedFields,
  findArticleElsewhere,
  lockDimensionValues,
  lockGift,
  findUnknownName,
} from '#server/modules/catalog/gifts/change-gift.sql.ts'
import type { ParsedInput } from '#contract/shared/endpoint.shop.ts'

/** Changes to a gift take effect at once. Each is stored with its previous values and has one audit entry. */
export function changeGiftRoutes(app: FastifyInstance, backoffice: Backoffice) {
  serveStaff(app, backoffice, changeGift, handleChangeGift)

  serveStaff(app, backoffice, changeGiftText, handleChangeGiftText)

  serveStaff(app, backoffice, changeOffers, handleChangeOffers)

  serveStaff(app, backoffice, changeArticles, handleChangeArticles)

  serveStaff(app, backoffice, createGift, handleCreateGift)
}

async function handleChangeGift(
  { id, version, ...wanted }: ParsedInput<typeof changeGift>,
  caller: SignedIn,
) {
  const before = await lockGift(caller, id)
  if (!before) return refuseStaff('not-found')
  if (!before.shared_is_yours) return refuseStaff('shared-gift')
  if (before.version !== version) return refuseOutdated(caller, id)
  const unknown = await findUnknownName(caller.sql, id, wanted)
  if (unknown !== null) return refuseStaff('unknown-name', { field: unknown })
  const fields: Record<string, unknown> = {
    ...wanted,
    ...(wanted.picture_alts ? { picture_alts: withoutEmptyTexts(wanted.picture_alts) } : {}),
  }
  return writeGift(
    caller,
    id,
    Object.entries(fields).flatMap(([name, after]) =>
      after === undefined ? [] : [{ field: `gift.${name}` as CatalogueField, product: id, after }],
    ),
  )
}

async function handleChangeGiftText(
  { id, channel, language, version, ...texts }: ParsedInput<typeof changeGiftText>,
  caller: SignedIn,
) {
  const before = await lockGift(caller, id)
  if (!before) return refuseStaff('not-found')
  if (channel === SHARED_CHANNEL || channel === before.owner_channel_id) {
    if (!before.shared_is_yours) return refuseStaff('shared-gift')
  } else if (!caller.within(channel)) return refuseStaff('not-found')
  if (!(await hasChannel(caller.sql, channel))) return refuseStaff('not-found')
  const text = await lockGiftText(caller.sql, { id, channel, language })
  if ((text?.row_version ?? 0) !== version) return refuseOutdated(caller, id)
  return writeGift(
    caller,
    id,
    GIFT_TEXT_NAMES.filter((name) => texts[name] !== undefined).map((name) => ({
      field: `text.${name}` as const,
      product: id,
      channel,
      language,
      after: texts[name],
    })),
    channel,
  )
}

async function handleChangeOffers(
  { id, offers }: ParsedInput<typeof changeOffers>,
  caller: SignedIn,
) {
  if (!(await lockGift(caller, id))) return refuseStaff('not-found')
  if (offers.some(({ channel }) => !caller.within(channel))) return refuseStaff('not-found')
  const rows = await listOfferVersions(caller.sql, id, JSON.stringify(offers))
  if (rows.some(({ known }) => !known)) return refuseStaff('not-found')
  const versions = new Map(rows.map(({ key, version }) => [key, version ?? 0]))
  if (offers.some(({ channel, sku, version }) => versions.get(`${channel} ${sku}`) !== version)) {
    return refuseOutdated(caller, id)
  }
  if (offers.some(({ version, points }) => version === 0 && points === undefined)) {
    return refuseStaff('needs-points')
  }
  const channels = new Set(offers.map(({ channel }) => channel))
  return writeGift(
    caller,
    id,
    offers.flatMap(
      ({ channel, sku, points, version, active = version === 0 ? true : undefined }) => [
        ...(points === undefined
          ? []
          : [{ field: 'offer.points' as const, product: id, id: sku, channel, after: points }]),
        ...(active === undefined
          ? []
          : [{ field: 'offer.active' as const, product: id, id: sku, channel, after: active }]),
      ],
    ),
    channels.size === 1 ? (offers[0]?.channel ?? null) : null,
  )
}

async function handleChangeArticles(
  { id, version, dimensions, articles }: ParsedInput<typeof changeArticles>,
  caller: SignedIn,
) {
  const { sql } = caller
  const before = await lockGift(caller, id)
  if (!before) return refuseStaff('not-found')
  if (!before.shared_is_yours) return refuseStaff('shared-gift')
  if (before.version !== version) return refuseOutdated(caller, id)
  const refusal = await refuseInvalidArticles(sql, id, dimensions, articles)
  if (refusal) return refusal
  const storedArticles = await listArticles(sql, id)
  const storedSkus = new Set(storedArticles.map(({ sku }) => sku))
  const sentSkus = new Set(articles.map(({ sku }) => sku))
  // A variant that is missing from the request is retired, because carts and orders may contain it.
  const all = [
    ...articles,
    ...storedArticles
      .filter(({ sku }) => !sentSkus.has(sku))
      .map(({ sku }) => ({ sku, retired: true })),
  ]
  const retiredSkus = all.filter(({ retired }) => retired).map(({ sku }) => sku)
  const endedOffers = await listActiveOffers(sql, retiredSkus)
  return writeGift(caller, id, [
    { field: 'gift.dimensions', product: id, after: dimensions },
    ...all
      .filter(({ sku }) => !storedSkus.has(sku))
      .map(({ sku }) => ({
        field: 'article.made' as const,
        product: id,
        id: sku,
        after: { gift: id },
      })),
    ...articles.flatMap(({ sku, values, pictures }, position) => [
      { field: 'article.values' as const, product: id, id: sku, after: values },
      { field: 'article.position' as const, product: id, id: sku, after: position },
      ...(pictures === undefined
        ? []
        : [{ field: 'article.pictures' as const, product: id, id: sku, after: pictures }]),
    ]),
    ...all.map(({ sku, retired }) => ({
      field: 'article.retired' as const,
      product: id,
      id: sku,
      after: retired,
    })),
    ...endedOffers.map(({ sku, channel_id }) => ({
      field: 'offer.active' as const,
      product: id,
      id: sku,
      channel: channel_id,
      after: false,
    })),
  ])
}

async function handleCreateGift(
  { id, brand, delivery, language, name, channel }: ParsedInput<typeof createGift>,
  caller: SignedIn,
) {
  const { sql, within, channels } = caller
  const owner =
    channel ?? (channels === null || within(SHARED_CHANNEL) ? SHARED_CHANNEL : channels[0])
  if (owner === undefined || !within(owner)) return refuseStaff('not-found')
  const unknown = await findUnknownName(sql, id, { brand })
  if (unknown !== null) return refuseStaff('unknown-name', { field: unknown })
  if (await isKnownId(sql, id)) return refuseStaff('code-taken')
  return writeGift(caller, id, [
    { field: 'gift.made', product: id, after: { brand, delivery, owner } },
    { field: 'article.made', product: id, id, after: { gift: id } },
    { field: 'article.retired', product: id, id, after: false },
    { field: 'text.name', product: id, channel: owner, language, after: name },
  ])
}

/** Without a text, a language uses the text of the image library. */
const withoutEmptyTexts = (alts: Record<string, Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(alts).flatMap(([file, texts]) => {
      const filled = Object.entries(texts).filter(([, text]) => text)
      return filled.length === 0 ? [] : [[file, Object.fromEntries(filled)]]
    }),
  )

/** Writes the fields with an audit entry and returns the changed gift. */
async function writeGift(
  caller: SignedIn,
  id: string,
  writes: FieldWrite[],
  channel: string | null = null,
) {
  const { sql, colleague, now, audit } = caller
  const change = await writeCatalogue(
    sql,
    { kind: 'gift', about: { gift: id }, staff: colleague.id, at: now },
    writes,
  )
  const rows = await listChangedFields(sql, change.id)
  audit({
    action: 'gift.changed',
    subjectKind: 'gift',
    subjectId: id,
    channelId: channel,
    before: Object.fromEntries(rows.map(({ name, before }) => [name, before])),
    after: Object.fromEntries(rows.map(({ name, after }) => [name, after])),
  })
  const answer = await readGift(sql, id, {
    channels: caller.channels,
    language: colleague.language,
  })
  if (!answer) throw new Error('gift not found during the change')
  return answer
}

/** The refusal contains the current gift, so that the editor who saves later sees both versions. */
async function refuseOutdated({ sql, channels, colleague }: SignedIn, id: string) {
  const current = await readGift(sql, id, { channels, language: colleague.language })
  return refuseStaff('changed-since', current ? { stands: current } : {})
}

/** Refuses repeated or foreign SKUs, equal variants, and values that their dimension does not have. */
async function refuseInvalidArticles(
  sql: Queries,
  id: string,
  dimensions: readonly string[],
  articles: readonly { sku: string; values: string[]; retired: boolean }[],
) {
  const skus = articles.map(({ sku }) => sku)
  if (new Set(skus).size < skus.length) return refuseStaff('code-taken')
  const taken = await findArticleElsewhere(sql, id, skus)
  if (taken) return refuseStaff('code-taken', { field: taken.sku })
  const current = articles.filter(({ retired }) => !retired)
  const combinations = new Set(current.map(({ values }) => values.join('\n')))
  if (combinations.size < current.length) return refuseStaff('same-values')
  for (const index of [0, 1]) {
    const values = [...new Set(current.map((article) => article.values[index] ?? ''))]
    const dimension = dimensions[index]
    if (dimension === undefined) {
      if (values.some((value) => value !== ''))
        return refuseStaff('unknown-name', { field: values.join(' ') })
      continue
    }
    const rows = await lockDimensionValues(sql, dimension, values)
    const known = new Set(rows.map(({ id }) => id))
    const unknown = values.find((value) => !known.has(value))
    if (unknown !== undefined)
      return refuseStaff('unknown-name', { field: unknown === '' ? dimension : unknown })
  }
  return null
}
