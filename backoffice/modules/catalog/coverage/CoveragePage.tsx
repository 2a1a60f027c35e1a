import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink, useQueryParams, withQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { HiddenReasons } from '#backoffice/modules/catalog/coverage/HiddenReasons.tsx'
import { FormCheckbox, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { allLanguages, type Language } from '#domain/language.ts'

import css from './CoveragePage.module.css'
import { SHARED_CHANNEL } from '#domain/channels/shared-channel.ts'

type Coverage = StaffResponse<'coverage'>
const FEW_GIFTS = 2
const SHADE_STEPS = [3, 10, 20, 35, 50]

/** How many gifts voucher holders see, by their balance and channel. */
export function CoveragePage() {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const names = useQuery(staffQuery('channelNames', {}))
  const channels = (names.data?.items ?? []).filter(({ id }) => id !== SHARED_CHANNEL)
  const channel = query.get('channel') ?? channels[0]?.id ?? ''
  const language = allLanguages.find((one) => one === query.get('language')) ?? 'nl'
  const inStock = query.get('in_stock') !== 'no'
  const { data, error, refetch } = useQuery({
    ...staffQuery('coverage', { channel, language, in_stock: inStock ? 'yes' : 'no' }),
    enabled: channel !== '',
  })
  return (
    <>
      <PageHead
        title={t('coverage')}
        besideTitle={<span className={css.soft}>{t('coverageHelp')}</span>}
      />
      <div className={css.tools}>
        <FormSelect
          data-anchor="coverage"
          label={t('channel')}
          value={channel}
          onChange={({ target }) => change({ channel: target.value })}
        >
          {channels.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FormSelect>
        <FormSelect
          label={t('language')}
          value={language}
          onChange={({ target }) => change({ language: target.value })}
        >
          {allLanguages.map((one) => (
            <option key={one} value={one}>
              {t(`in.${one}`)}
            </option>
          ))}
        </FormSelect>
        <FormCheckbox
          checked={inStock}
          onChange={({ target }) => change({ in_stock: target.checked ? null : 'no' })}
        >
          {t('inStockOnly')}
        </FormCheckbox>
      </div>
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      <div className={css.body}>
        {data ? <CoverageTable data={data} channel={channel} inStock={inStock} /> : null}
        {data ? <FewGiftsSection data={data} channel={channel} /> : null}
        {channel === '' ? null : <HiddenGiftSearch channel={channel} language={language} />}
      </div>
    </>
  )
}

const giftsHref = (channel: string, parts: Record<string, string>) =>
  `/backoffice/gifts?${withQueryParams(new URLSearchParams(), { channel, active: 'yes', ...parts })}`

type CoverageTableProps = { data: Coverage; channel: string; inStock: boolean }

function CoverageTable({ data, channel, inStock }: CoverageTableProps) {
  const t = useTranslate()
  const cellHref = (index: number, parts: Record<string, string> = {}) =>
    giftsHref(channel, {
      ...parts,
      points: String(data.points[index] ?? ''),
      ...(inStock ? { stock: 'there' } : {}),
    })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t('coverageMap')}>
      <table className={css.heat}>
        <thead>
          <tr>
            <th scope="col">{t('category')}</th>
            {data.points.map((points) => (
              <th key={points} scope="col">
                {t('voucher.price.points', { count: points })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map(({ category, reach }) => (
            <tr key={category.id}>
              <th scope="row">{category.name}</th>
              {reach.map((gifts, index) => (
                <td key={data.points[index]} data-step={shadeOf(gifts)}>
                  <BackofficeLink to={cellHref(index, { category: category.id })}>
                    {gifts}
                  </BackofficeLink>
                </td>
              ))}
            </tr>
          ))}
          <tr className={css.all}>
            <th scope="row">{t('allGifts')}</th>
            {data.all.map((gifts, index) => (
              <td key={data.points[index]}>
                <BackofficeLink to={cellHref(index)}>{gifts}</BackofficeLink>
              </td>
            ))}
          </tr>
          <tr className={css.share}>
            <th scope="row">{t('balancesHold')}</th>
            {data.balances.map((share, index) => (
              <td key={data.points[index]}>{share}%</td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  )
}

/** The colour of a cell: none, few, or a shade that grows with the number of gifts. */
const shadeOf = (gifts: number) =>
  gifts === 0
    ? 'none'
    : gifts <= FEW_GIFTS
      ? 'thin'
      : `h${SHADE_STEPS.filter((step) => gifts >= step).length}`

function FewGiftsSection({ data, channel }: { data: Coverage; channel: string }) {
  const t = useTranslate()
  const rows = data.rows.flatMap(({ category, reach, elsewhere }) => {
    // The highest balance with which a recipient still sees few gifts.
    const last = reach.findLastIndex((gifts) => gifts <= FEW_GIFTS)
    return last < 0
      ? []
      : {
          category,
          elsewhere: elsewhere[last] ?? 0,
          points: data.points[last] ?? 0,
          gifts: reach[last] ?? 0,
        }
  })
  if (rows.length === 0) return null
  return (
    <section className={css.thin} aria-label={t('whereThin')}>
      <h2>{t('whereThin')}</h2>
      <ul>
        {rows.map(({ category, elsewhere, points, gifts }) => (
          <li key={category.id}>
            <span>
              <b>{t('upToPoints', { name: category.name, count: points })}</b>{' '}
              <span className={css.soft}>{t('giftsCounted', { count: gifts })}</span>
            </span>
            {elsewhere === 0 ? (
              <span className={css.soft}>{t('inOtherChannels', { count: 0 })}</span>
            ) : (
              <BackofficeLink
                to={`/backoffice/gifts?${withQueryParams(new URLSearchParams(), { category: category.id, not_in: channel, points: String(points), stock: 'there' })}`}
              >
                {t('inOtherChannels', { count: elsewhere })}
              </BackofficeLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const MAX_RESULTS = 6

function HiddenGiftSearch({ channel, language }: { channel: string; language: Language }) {
  const t = useTranslate()
  const [query, change] = useQueryParams()
  const [search, setSearch] = useState('')
  const gift = query.get('why')
  const results = useQuery({
    ...staffQuery('gifts', { search, limit: MAX_RESULTS }),
    enabled: search.trim().length > 1,
  })
  return (
    <section className={css.why} aria-label={t('whyNotShown')}>
      <h2>{t('whyNotShown')}</h2>
      <label className={css.search}>
        <span>{t('gift')}</span>
        <input
          type="search"
          placeholder={t('giftSearch')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </label>
      {search.trim().length > 1 ? (
        <ul>
          {(results.data?.items ?? []).map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                className={css.pick}
                onClick={() => {
                  change({ why: id }, { replace: true })
                  setSearch('')
                }}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {gift ? <HiddenReasons key={gift} gift={gift} channel={channel} language={language} /> : null}
    </section>
  )
}
