import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './PriceMatrix.module.css'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Gift = StaffResponse<'gift'>
type Typed = Record<string, { points?: string; active?: boolean }>
type Article = Gift['articles'][number]
type OffersDraft = ReturnType<typeof useOffersDraft>

/** The prices as typed, and what of them differs from the stored ones. */
function useOffersDraft(gift: Gift) {
  const t = useTranslate()
  const [typed, setTyped] = useState<Typed>({})
  const action = useAction('changeOffers', { done: () => t('offersSaved', { name: gift.name }) })
  const offerOf = (channel: string, sku: string) =>
    gift.offers.find((one) => one.channel === channel && one.sku === sku)
  const changes = Object.entries(typed).flatMap(([name, { points, active }]) => {
    const [channel = '', sku = ''] = name.split(' ')
    const stands = offerOf(channel, sku)
    const newPoints = points !== undefined && points !== '' && Number(points) !== stands?.points
    const newSale = active !== undefined && active !== (stands?.active ?? false)
    if (!newPoints && !newSale) return []
    return {
      channel,
      sku,
      version: stands?.version ?? 0,
      ...(newPoints ? { points: Number(points) } : {}),
      ...(newSale ? { active } : {}),
    }
  })
  const wrong = Object.values(typed).some(
    ({ points }) => points !== undefined && !/^\d{0,6}$/.test(points),
  )
  const type = (name: string, part: Typed[string]) =>
    setTyped((before) => ({ ...before, [name]: { ...before[name], ...part } }))
  const clear = () => setTyped({})
  async function save() {
    if (wrong) return
    if (await action.run({ id: gift.id, offers: changes })) clear()
  }
  return { typed, type, changes, offerOf, clear, save, action }
}

/** Prices by channel. They are edited in place and saved together, each against the version that the user saw. */
export function PriceMatrix({ gift, mayWrite }: { gift: Gift; mayWrite: boolean }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('channelNames', {}))
  const channels = (data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL)
  const articles = gift.articles.filter(({ retired }) => !retired)
  const draft = useOffersDraft(gift)
  if (articles.length === 0) return null
  return (
    <section id="offers" className={css.offers} aria-label={t('offers')}>
      <h2>{t('offers')}</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={css.scroll} tabIndex={0} role="region" aria-label={t('offersTable')}>
        <table className={css.table}>
          <PricesHead gift={gift} articles={articles} />
          <tbody>
            {channels.map((channel) => (
              <ChannelRow
                key={channel.id}
                channel={channel}
                articles={articles}
                draft={draft}
                mayWrite={mayWrite}
              />
            ))}
          </tbody>
        </table>
      </div>
      {draft.action.wrong ? <Notice kind="bad">{draft.action.wrong}</Notice> : null}
      {draft.changes.length > 0 ? <SaveOffers draft={draft} /> : null}
    </section>
  )
}

function PricesHead({ gift, articles }: { gift: Gift; articles: readonly Article[] }) {
  const t = useTranslate()
  const words = useQuery(staffQuery('catalogueNames', {}))
  const called = (values: readonly string[]) =>
    values
      .map((id, place) => {
        const dimension = words.data?.dimensions.find((one) => one.id === gift.dimensions[place])
        return dimension?.values.find((one) => one.id === id)?.name ?? id
      })
      .filter(Boolean)
      .join(' ')
  return (
    <thead>
      <tr>
        <th scope="col">{t('channel')}</th>
        {articles.map(({ sku, values }) => (
          <th key={sku} scope="col" className={css.number}>
            {called(values) || t('points')}
          </th>
        ))}
        <th scope="col">{t('onSale')}</th>
      </tr>
    </thead>
  )
}

function ChannelRow({
  channel: { id, name },
  articles,
  draft,
  mayWrite,
}: {
  channel: { id: string; name: string }
  articles: readonly Article[]
  draft: OffersDraft
  mayWrite: boolean
}) {
  const t = useTranslate()
  const { typed, type, offerOf } = draft
  const own = articles.map(({ sku }) => offerOf(id, sku)).filter((one) => one !== undefined)
  const first = articles.map(({ sku }) => `${id} ${sku}`)
  const isActive = (key: string) => {
    const [, sku = ''] = key.split(' ')
    return typed[key]?.active ?? offerOf(id, sku)?.active ?? false
  }
  return (
    <tr>
      <th scope="row">
        {id} <span className={css.soft}>{name}</span>
      </th>
      {articles.map(({ sku }) => (
        <td key={sku} className={css.number}>
          <Points channel={id} sku={sku} draft={draft} mayWrite={mayWrite} />
        </td>
      ))}
      <td>
        <input
          type="checkbox"
          aria-label={t('onSaleIn', { channel: id })}
          disabled={!mayWrite || own.length === 0}
          checked={own.length > 0 && first.some(isActive)}
          onChange={({ target }) => {
            for (const { sku } of own) type(`${id} ${sku}`, { active: target.checked })
          }}
        />
      </td>
    </tr>
  )
}

function Points({
  channel,
  sku,
  draft,
  mayWrite,
}: {
  channel: string
  sku: string
  draft: OffersDraft
  mayWrite: boolean
}) {
  const t = useTranslate()
  const { typed, type, offerOf } = draft
  const key = `${channel} ${sku}`
  const stands = offerOf(channel, sku)
  const value = typed[key]?.points ?? (stands ? String(stands.points) : '')
  if (!mayWrite) return value || '–'
  return (
    <input
      className={css.input}
      inputMode="numeric"
      data-column={sku}
      aria-label={t('pointsOf', { name: sku, channel })}
      aria-invalid={!/^\d{0,6}$/.test(value) || undefined}
      data-changed={
        (typed[key]?.points !== undefined && value !== String(stands?.points ?? '')) || undefined
      }
      placeholder="–"
      value={value}
      onChange={({ target }) => type(key, { points: target.value })}
      onKeyDown={(event) =>
        nextRow(event, sku, () => type(key, { points: String(stands?.points ?? '') }))
      }
    />
  )
}

function SaveOffers({ draft: { changes, action, clear, save } }: { draft: OffersDraft }) {
  const t = useTranslate()
  return (
    <div className={css.actions}>
      <ActionButton look="main" busy={action.busy} onClick={() => void save()}>
        {t('saveOffers', { count: changes.length })}
      </ActionButton>
      <ActionButton look="plain" onClick={clear}>
        {t('discard')}
      </ActionButton>
    </div>
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
