import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { ConflictNotice, type ChangedField } from '#backoffice/kit/drafts/ConflictNotice.tsx'
import { TABLE_ROLES } from '#backoffice/kit/list/table-roles.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { currentVariants } from '#backoffice/modules/catalog/gifts/gift-state.ts'
import {
  isPoints,
  splitOfferField,
  type OffersDraft,
} from '#backoffice/modules/catalog/gifts/use-gift-drafts.ts'
import type { Gift } from '#backoffice/modules/catalog/gifts/use-gift-save.ts'
import { useVariantName } from '#backoffice/modules/catalog/gifts/use-variant-name.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'
import { EURO_CENTS_PER_POINT } from '#domain/vouchers/points.ts'

import css from './GiftOffers.module.css'

type Channel = { id: string; name: string }
type OffersProps = { gift: Gift; draft: OffersDraft; mayWrite: boolean }

/** A table of points and visibility: one column a channel, one row a variant where their points differ. */
export function GiftOffers({ gift, draft, mayWrite }: OffersProps) {
  const t = useTranslate()
  const variantName = useVariantName(gift)
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channels = (data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL)
  const variants = currentVariants(gift)
  const skus = variants.map(({ sku }) => sku)
  const hasVariantPrices = channels.some(({ id }) => !isOnePrice(draft, id, skus))
  const [chosenByVariant, setChosenByVariant] = useState<boolean | null>(null)
  // Stays on while the user types a price that equals the others, so that the field does not disappear.
  if (chosenByVariant === null && hasVariantPrices) setChosenByVariant(true)
  const changedOffers = useChangedOffers(gift, draft, channels)
  if (skus.length === 0) return null
  const isByVariant = (chosenByVariant ?? hasVariantPrices) && skus.length > 1
  const rows = isByVariant
    ? variants.map((article) => {
        const name = variantName(article) || article.sku
        return { key: article.sku, label: name, name, skus: [article.sku] }
      })
    : [{ key: 'all', label: t('points'), name: gift.name, skus }]
  return (
    <Card
      title={t('offers')}
      actions={
        skus.length > 1 ? (
          <label className={css.switch}>
            <input
              type="checkbox"
              checked={isByVariant}
              onChange={({ target }) => setChosenByVariant(target.checked)}
            />
            {t('pointsByVariant')}
          </label>
        ) : undefined
      }
    >
      <ConflictNotice conflict={draft.conflict} fields={changedOffers} />
      <OffersTable channels={channels} rows={rows} skus={skus} draft={draft} mayWrite={mayWrite} />
    </Card>
  )
}

type OfferRow = { key: string; label: string; name: string; skus: readonly string[] }

/** On a phone the name of a row is above its fields, so that these have the whole width. */
function OffersTable({
  channels,
  rows,
  skus,
  draft,
  mayWrite,
}: Omit<OffersProps, 'gift'> & {
  channels: readonly Channel[]
  rows: readonly OfferRow[]
  skus: readonly string[]
}) {
  const t = useTranslate()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="group" aria-label={t('offers')}>
      <table
        {...TABLE_ROLES.table}
        className={css.table}
        style={{ '--channels': channels.length } as CSSProperties}
      >
        <thead {...TABLE_ROLES.rowgroup}>
          <tr {...TABLE_ROLES.row}>
            <td {...TABLE_ROLES.cell} />
            {channels.map(({ id }) => (
              <th key={id} {...TABLE_ROLES.columnheader} scope="col">
                <ChannelName id={id} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.rowgroup}>
          {rows.map(({ key, label, ...row }) => (
            <tr key={key} {...TABLE_ROLES.row}>
              <th {...TABLE_ROLES.rowheader} scope="row">
                {label}
              </th>
              {channels.map((channel) => (
                <td key={channel.id} {...TABLE_ROLES.cell}>
                  <PriceCell {...row} channel={channel} draft={draft} mayWrite={mayWrite} />
                </td>
              ))}
            </tr>
          ))}
          <tr {...TABLE_ROLES.row}>
            <th {...TABLE_ROLES.rowheader} scope="row">
              {t('isOnSale')}
            </th>
            {channels.map((channel) => (
              <td key={channel.id} {...TABLE_ROLES.cell}>
                <VisibleField channel={channel} skus={skus} draft={draft} mayWrite={mayWrite} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

function VisibleField({ channel: { id, name }, skus, draft, mayWrite }: Omit<PriceProps, 'name'>) {
  const t = useTranslate()
  const offeredSkus = skus.filter((sku) => draft.offerOf(id, sku) !== undefined)
  return (
    <input
      type="checkbox"
      aria-label={t('onSaleIn', { channel: name })}
      disabled={!mayWrite || offeredSkus.length === 0}
      checked={offeredSkus.some((sku) => draft.isActive(id, sku))}
      onChange={({ target }) => draft.change(id, offeredSkus, { active: target.checked })}
    />
  )
}

/** Points or visibility with input that someone else has changed. */
function useChangedOffers(
  gift: Gift,
  { conflict, offerOf }: OffersDraft,
  channels: readonly Channel[],
): ChangedField[] {
  const t = useTranslate()
  const variantName = useVariantName(gift)
  return conflict.fields.map((field) => {
    const { channel: id, sku, fact } = splitOfferField(field)
    const channel = channels.find((one) => one.id === id)?.name ?? id
    const article = gift.articles.find((one) => one.sku === sku)
    const name = (article && variantName(article)) || gift.name
    const offer = offerOf(id, sku)
    return fact === 'points'
      ? { field, label: t('pointsOf', { name, channel }), now: offer?.points ?? '–' }
      : {
          field,
          label: t('onSaleIn', { channel }),
          now: t(offer?.active ? 'field.yes' : 'field.no'),
        }
  })
}

const isOnePrice = ({ pointsOf }: OffersDraft, channel: string, skus: readonly string[]) =>
  new Set(skus.map((sku) => pointsOf(channel, sku))).size <= 1

/** The value of the points in euros. '–' if they are not a number, or differ between variants. */
function Euros({ points }: { points: readonly string[] }) {
  const { language } = useBackofficeLanguage()
  const [value = '', ...others] = new Set(points)
  if (value === '' || !isPoints(value) || others.length > 0) return '–'
  const euros = (Number(value) * EURO_CENTS_PER_POINT) / 100
  return euros.toLocaleString(language, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 0,
  })
}

type PriceProps = {
  channel: Channel
  /** The variants that share the value. */
  skus: readonly string[]
  name: string
  draft: OffersDraft
  mayWrite: boolean
}

function PriceCell(price: PriceProps) {
  const { channel, skus, draft } = price
  return (
    <span className={css.price}>
      <PointsField {...price} />
      <span className={css.worth}>
        <Euros points={skus.map((sku) => draft.pointsOf(channel.id, sku))} />
      </span>
    </span>
  )
}

function PointsField({ channel: { id, name: channel }, skus, name, draft, mayWrite }: PriceProps) {
  const t = useTranslate()
  const { pointsOf, offerOf, change } = draft
  const values = [...new Set(skus.map((sku) => pointsOf(id, sku)))]
  const value = values.length === 1 ? (values[0] ?? '') : ''
  const storedOf = (sku: string) => String(offerOf(id, sku)?.points ?? '')
  if (!mayWrite) return values.join(' / ') || '–'
  return (
    <input
      className={css.input}
      inputMode="numeric"
      data-column={id}
      aria-label={t('pointsOf', { name, channel })}
      aria-invalid={!isPoints(value) || undefined}
      data-changed={skus.some((sku) => pointsOf(id, sku) !== storedOf(sku)) || undefined}
      placeholder={values.length > 1 ? values.join(' / ') : '–'}
      value={value}
      onChange={({ target }) => change(id, skus, { points: target.value })}
      onKeyDown={(event) =>
        handlePriceKey(event, id, () => {
          for (const sku of skus) change(id, [sku], { points: storedOf(sku) })
        })
      }
    />
  )
}

/** Enter moves down a column. Escape restores the old value. */
function handlePriceKey(
  event: KeyboardEvent<HTMLInputElement>,
  column: string,
  restore: () => void,
) {
  if (event.key === 'Escape') restore()
  if (event.key !== 'Enter') return
  event.preventDefault()
  const inputs = [...document.querySelectorAll<HTMLInputElement>(`[data-column="${column}"]`)]
  inputs[inputs.indexOf(event.currentTarget) + 1]?.focus()
}
