import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { TimeHint } from '#backoffice/kit/time/TimeHint.tsx'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { listOf } from '#backoffice/modules/content/preview/preview-options.ts'
import { ReleaseStatus } from '#backoffice/modules/content/releases/ReleaseStatus.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { allLanguages } from '#domain/language.ts'

import css from './PreviewPage.module.css'

type SetParts = (parts: Record<string, string | null>) => void
type PreviewChoicesProps = {
  staff: Staff
  channel: string
  channels: readonly { id: string; name: string }[]
  asked: URLSearchParams
  set: SetParts
}

/** Who looks at the shop, and when. */
export function PreviewChoices({ staff, channel, channels, asked, set }: PreviewChoicesProps) {
  const t = useTranslate()
  return (
    <>
      <FormSelect
        label={t('channel')}
        value={channel}
        onChange={({ target }) => set({ channel: target.value, releases: null, sold_out: null })}
      >
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
      <FormSelect
        label={t('preview.language')}
        value={asked.get('language') ?? ''}
        onChange={({ target }) => set({ language: target.value })}
      >
        <option value="">{t('preview.languageOwn')}</option>
        {allLanguages.map((language) => (
          <option key={language} value={language}>
            {t(`in.${language}`)}
          </option>
        ))}
      </FormSelect>
      <div className={css.points}>
        <FormField
          label={t('preview.points')}
          type="number"
          min={0}
          max={100_000}
          inputMode="numeric"
          value={asked.get('points') ?? '20'}
          onChange={({ target }) => set({ points: target.value })}
        />
      </div>
      {staff.permissions.includes('preview.compose') ? (
        <Composed channel={channel} asked={asked} set={set} />
      ) : null}
    </>
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
  const releases = listOf(asked.get('releases'))
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
      <DayField asked={asked} set={set} zone={data?.time_zone} />
      <ChoicePopover
        label={t('preview.releases')}
        chosen={
          releases.length > 0 ? t('preview.releasesChosen', { count: releases.length }) : null
        }
      >
        <WaitingReleases channel={channel} chosen={releases} toggle={toggle} />
      </ChoicePopover>
      <ChoicePopover
        label={t('preview.soldOut')}
        chosen={soldOut.length > 0 ? t('preview.soldOutChosen', { count: soldOut.length }) : null}
      >
        <SoldOutGifts
          choices={data}
          chosen={soldOut}
          search={search}
          setSearch={setSearch}
          toggle={toggle}
        />
      </ChoicePopover>
    </>
  )
}

/** Its button says what is chosen. */
function ChoicePopover({
  label,
  chosen,
  children,
}: {
  label: string
  chosen: string | null
  children: ReactNode
}) {
  return (
    <div className={css.choice}>
      <Popover face={chosen ?? label} faceClass={actionButtonClass()} label={label}>
        {() => children}
      </Popover>
    </div>
  )
}

function DayField({
  asked,
  set,
  zone,
}: {
  asked: URLSearchParams
  set: SetParts
  zone: string | undefined
}) {
  const t = useTranslate()
  const day = asked.get('day') ?? ''
  return (
    <div className={css.day}>
      <DateField
        label={t('preview.day')}
        withTime
        // Noon, so that a preview of a day shows the shop and the greeting of daytime.
        usualTime="12:00"
        hint={
          day === '' || zone === undefined ? undefined : (
            <TimeHint wall={day} zone={zone} empty="" />
          )
        }
        value={day}
        onValue={(day) => set({ day, zone: day === '' ? null : (zone ?? null) })}
      />
    </div>
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
    <div className={css.part}>
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
            {name} <ReleaseStatus state={state} />
          </span>
        </FormCheckbox>
      ))}
    </div>
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
    <div className={css.part}>
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
    </div>
  )
}
