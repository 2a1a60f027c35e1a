import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'

import { useAsked, withParts } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { TimeHint } from '#backoffice/kit/time/TimeHint.tsx'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'
import { listOf, previewOptionsOf } from '#backoffice/modules/content/preview/preview-options.ts'
import { ReleaseState } from '#backoffice/modules/content/releases/ReleaseStatus.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { allLanguages } from '#domain/language.ts'

import css from './PreviewPage.module.css'

/** Chooses the viewer of the preview. The address contains all choices, so it can be saved and shared. */
export function PreviewPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const [asked, change] = useAsked()
  const names = useQuery(staffQuery('channelNames', {}))
  const channel = asked.get('channel') ?? names.data?.items[0]?.id
  const set = (parts: Record<string, string | null>) => change(parts, { replace: true })
  if (names.error) return <LoadFailure error={names.error} again={() => void names.refetch()} />
  const composes = staff.permissions.includes('preview.compose')
  const look = channel === undefined ? null : previewOptionsOf(asked, channel)
  return (
    <>
      <PageHead
        title={t('preview.title')}
        acts={look ? <OpenPreview address={withParts(asked, { channel: look.channel })} /> : null}
      />
      <div className={css.body}>
        <p className={css.soft}>{t('preview.help')}</p>
        <ViewerFields
          asked={asked}
          set={set}
          channel={channel}
          channels={names.data?.items ?? []}
          language={staff.language}
        />
        {composes && channel !== undefined ? (
          <Composed channel={channel} asked={asked} set={set} />
        ) : null}
        {composes ? null : <Notice kind="info">{t('preview.onlyStands')}</Notice>}
      </div>
    </>
  )
}

function OpenPreview({ address }: { address: string }) {
  const t = useTranslate()
  return (
    <a
      className={actionButtonClass('main')}
      href={`/backoffice/preview/shop?${address}`}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        const wrong = document.querySelector<HTMLInputElement>('#page input:invalid')
        if (!wrong) return
        event.preventDefault()
        wrong.focus()
      }}
    >
      <BackofficeIcon name="eye" />
      {t('preview.open')}
    </a>
  )
}

type SetParts = (parts: Record<string, string | null>) => void
type ViewerFieldsProps = {
  asked: URLSearchParams
  set: SetParts
  channel: string | undefined
  channels: readonly { id: string; name: string }[]
  language: string
}

function ViewerFields({ asked, set, channel, channels, language }: ViewerFieldsProps) {
  const t = useTranslate()
  const languageNames = new Intl.DisplayNames([language], { type: 'language' })
  return (
    <div className={css.fields}>
      <FormSelect
        label={t('channel')}
        value={channel ?? ''}
        onChange={({ target }) => set({ channel: target.value, releases: null, sold_out: null })}
      >
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            {id} {name}
          </option>
        ))}
      </FormSelect>
      <FormField
        label={t('preview.points')}
        type="number"
        min={0}
        max={100_000}
        inputMode="numeric"
        value={asked.get('points') ?? '20'}
        onChange={({ target }) => set({ points: target.value })}
      />
      <FormSelect
        label={t('preview.language')}
        value={asked.get('language') ?? ''}
        onChange={({ target }) => set({ language: target.value })}
      >
        <option value="">{t('preview.languageOwn')}</option>
        {allLanguages.map((language) => (
          <option key={language} value={language}>
            {languageNames.of(language)}
          </option>
        ))}
      </FormSelect>
    </div>
  )
}

/** Differences from the live shop: a date, unpublished releases, sold-out gifts. */
function Composed({
  channel,
  asked,
  set,
}: {
  channel: string
  asked: URLSearchParams
  set: SetParts
}) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const soldOut = listOf(asked.get('sold_out'))
  const { data } = useQuery({
    ...staffQuery('previewChoices', {
      channel,
      search: useDeferredValue(search),
      chosen: soldOut.join(','),
    }),
    placeholderData: keepPreviousData,
  })
  const toggle = (name: 'releases' | 'sold_out', one: string) => {
    const list = listOf(asked.get(name))
    set({
      [name]: (list.includes(one) ? list.filter((id) => id !== one) : [...list, one]).join(','),
    })
  }
  return (
    <>
      <div className={css.fields}>
        <DateField
          label={t('preview.day')}
          aside={t('release.optional')}
          withTime
          // Noon, so that a preview of a day shows the shop and the greeting of daytime.
          usualTime="12:00"
          hint={
            <TimeHint
              wall={data ? (asked.get('day') ?? '') : ''}
              zone={data?.time_zone ?? 'UTC'}
              empty={t('preview.dayHelp', { zone: data?.time_zone ?? '' })}
            />
          }
          value={asked.get('day') ?? ''}
          onValue={(day) => set({ day, zone: day === '' ? null : (data?.time_zone ?? null) })}
        />
      </div>
      <WaitingReleases channel={channel} chosen={listOf(asked.get('releases'))} toggle={toggle} />
      <SoldOutGifts
        choices={data}
        chosen={soldOut}
        search={search}
        setSearch={setSearch}
        toggle={toggle}
      />
    </>
  )
}

type Toggle = (name: 'releases' | 'sold_out', one: string) => void

function WaitingReleases({
  channel,
  chosen,
  toggle,
}: {
  channel: string
  chosen: readonly string[]
  toggle: Toggle
}) {
  const t = useTranslate()
  const waiting = useQuery(
    staffQuery('releases', { channel, state: 'draft,scheduled,stopped', limit: 50 }),
  )
  const open = (waiting.data?.items ?? []).filter(({ source }) => source !== 'end')
  return (
    <fieldset className={css.part}>
      <legend>{t('preview.releases')}</legend>
      {waiting.data && open.length === 0 ? (
        <p className={css.soft}>{t('preview.noReleases')}</p>
      ) : null}
      {open.map(({ id, name, state }) => (
        <FormCheckbox
          key={id}
          checked={chosen.includes(id)}
          onChange={() => toggle('releases', id)}
        >
          <span className={css.named}>
            {name} <ReleaseState state={state} />
          </span>
        </FormCheckbox>
      ))}
    </fieldset>
  )
}

type SoldOutProps = {
  choices: StaffResponse<'previewChoices'> | undefined
  chosen: readonly string[]
  search: string
  setSearch: (search: string) => void
  toggle: Toggle
}

function SoldOutGifts({ choices, chosen, search, setSearch, toggle }: SoldOutProps) {
  const t = useTranslate()
  const nameOf = (sku: string) => choices?.chosen.find((gift) => gift.sku === sku)?.name ?? sku
  const found = (choices?.gifts ?? []).filter(({ sku }) => !chosen.includes(sku))
  return (
    <fieldset className={css.part}>
      <legend>{t('preview.soldOut')}</legend>
      {chosen.length > 0 ? (
        <ul className={css.chips}>
          {chosen.map((sku) => (
            <li key={sku}>
              <ActionButton
                little
                icon="close"
                aria-label={t('preview.removeGift', { name: nameOf(sku) })}
                onClick={() => toggle('sold_out', sku)}
              >
                {nameOf(sku)}
              </ActionButton>
            </li>
          ))}
        </ul>
      ) : null}
      <FormField
        label={t('preview.findGift')}
        type="search"
        hint={t('preview.soldOutHelp')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {search.trim() !== '' && choices && found.length === 0 ? (
        <p className={css.soft} role="status">
          {t('preview.noGift')}
        </p>
      ) : null}
      {search.trim() === '' ? null : (
        <ul className={css.found}>
          {found.map(({ sku, name, points }) => (
            <li key={sku}>
              <ActionButton
                little
                look="plain"
                icon="plus"
                aria-label={t('preview.addGift', { name })}
                onClick={() => {
                  toggle('sold_out', sku)
                  setSearch('')
                }}
              >
                {name} <span className={css.soft}>{points}</span>
              </ActionButton>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
