import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { ChangedMeanwhile, type ChangedField } from '#backoffice/kit/drafts/ChangedMeanwhile.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import {
  isPoints,
  offerField,
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

/** A table of points and visibility: one row a channel, with one for each variant where their points differ. */
export function GiftOffers({ gift, draft, mayWrite }: OffersProps) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channels = (data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL)
  const skus = gift.articles.filter(({ retired }) => !retired).map(({ sku }) => sku)
  const differs = channels.some(({ id }) => !isOnePrice(draft, id, skus))
  const [chosen, setChosen] = useState<boolean | null>(null)
  // Stays by variant while one value is typed to be as another: a field must not go away under the cursor.
  if (chosen === null && differs) setChosen(true)
  const changed = useChangedOffers(gift, draft, channels)
  if (skus.length === 0) return null
  const byVariant = chosen ?? differs
  return (
    <Card title={t('offers')}>
      <ChangedMeanwhile conflict={draft.conflict} fields={changed} />
      {skus.length > 1 ? (
        <label className={css.switch}>
          <input
            type="checkbox"
            checked={byVariant}
            onChange={({ target }) => setChosen(target.checked)}
          />
          {t('pointsByVariant')}
        </label>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.scroll} tabIndex={0} role="group" aria-label={t('offers')}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('channel')}</th>
              <th scope="col" className={css.number}>
                {t('points')}
              </th>
              <th scope="col" className={css.number}>
                {t('euros')}
              </th>
              <th scope="col" className={css.visible}>
                {t('isOnSale')}
              </th>
            </tr>
          </thead>
          <tbody>
            {channels.map((channel) => (
              <ChannelOffer
                key={channel.id}
                gift={gift}
                channel={channel}
                skus={skus}
                byVariant={byVariant && skus.length > 1}
                draft={draft}
                mayWrite={mayWrite}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
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
    const { channel: id, sku, fact } = offerField(field)
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

function ChannelOffer({
  gift,
  channel,
  skus,
  byVariant,
  draft,
  mayWrite,
}: OffersProps & { channel: Channel; skus: readonly string[]; byVariant: boolean }) {
  const t = useTranslate()
  const variantName = useVariantName(gift)
  const { id, name } = channel
  const offered = skus.filter((sku) => draft.offerOf(id, sku) !== undefined)
  const isVisible = offered.some((sku) => draft.isActive(id, sku))
  const prices = { channel, draft, mayWrite }
  const variants = byVariant ? gift.articles.filter(({ sku }) => skus.includes(sku)) : []
  return (
    <>
      <tr>
        <th scope="row" colSpan={byVariant ? 3 : 1}>
          <ChannelName id={id} />
        </th>
        {byVariant ? null : <PriceCells {...prices} skus={skus} name={gift.name} column="all" />}
        <td className={css.visible}>
          <input
            type="checkbox"
            aria-label={t('onSaleIn', { channel: name })}
            disabled={!mayWrite || offered.length === 0}
            checked={isVisible}
            onChange={({ target }) => draft.change(id, offered, { active: target.checked })}
          />
        </td>
      </tr>
      {variants.map((article) => {
        const variant = variantName(article) || article.sku
        return (
          <tr key={article.sku} data-variant>
            <th scope="row">{variant}</th>
            <PriceCells {...prices} skus={[article.sku]} name={variant} column={article.sku} />
          </tr>
        )
      })}
    </>
  )
}

/** What the points are worth. Nothing while they are no number, or differ between variants. */
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
  /** One value for all of them. */
  skus: readonly string[]
  name: string
  column: string
  draft: OffersDraft
  mayWrite: boolean
}

function PriceCells(price: PriceProps) {
  const { channel, skus, draft } = price
  return (
    <>
      <td className={css.number}>
        <PointsField {...price} />
      </td>
      <td className={css.number}>
        <Euros points={skus.map((sku) => draft.pointsOf(channel.id, sku))} />
      </td>
    </>
  )
}

function PointsField({
  channel: { id, name: channel },
  skus,
  name,
  column,
  draft,
  mayWrite,
}: PriceProps) {
  const t = useTranslate()
  const { pointsOf, offerOf, change } = draft
  const all = [...new Set(skus.map((sku) => pointsOf(id, sku)))]
  const value = all.length === 1 ? (all[0] ?? '') : ''
  const storedOf = (sku: string) => String(offerOf(id, sku)?.points ?? '')
  if (!mayWrite) return all.join(' / ') || '–'
  return (
    <input
      className={css.input}
      inputMode="numeric"
      data-column={column}
      aria-label={t('pointsOf', { name, channel })}
      aria-invalid={!isPoints(value) || undefined}
      data-changed={skus.some((sku) => pointsOf(id, sku) !== storedOf(sku)) || undefined}
      placeholder={all.length > 1 ? all.join(' / ') : '–'}
      value={value}
      onChange={({ target }) => change(id, skus, { points: target.value })}
      onKeyDown={(event) =>
        nextRow(event, column, () => {
          for (const sku of skus) change(id, [sku], { points: storedOf(sku) })
        })
      }
    />
  )
}

/** Enter moves down a column. Escape restores the old value. */
function nextRow(event: KeyboardEvent<HTMLInputElement>, column: string, asItWas: () => void) {
  if (event.key === 'Escape') asItWas()
  if (event.key !== 'Enter') return
  event.preventDefault()
  const all = [...document.querySelectorAll<HTMLInputElement>(`[data-column="${column}"]`)]
  all[all.indexOf(event.currentTarget) + 1]?.focus()
}
