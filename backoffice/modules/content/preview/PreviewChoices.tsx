import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { TimeHint } from '#backoffice/kit/time/TimeHint.tsx'
import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { listOf } from '#backoffice/modules/content/preview/preview-options.ts'
import { SoldOutGifts } from '#backoffice/modules/content/preview/SoldOutGifts.tsx'
import { WaitingReleases } from '#backoffice/modules/content/preview/WaitingReleases.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Staff } from '#contract/staff/sign-in.staff.ts'
import { allLanguages } from '#domain/language.ts'

import css from './PreviewPage.module.css'

type SetOptions = (parts: Record<string, string | null>) => void
type PreviewChoicesProps = {
  staff: Staff
  channel: string
  channels: readonly { id: string; name: string }[]
  query: URLSearchParams
  set: SetOptions
}

/** In one row the labels are only for screen readers, and longer choices are in menus. */
type InRow = { inRow?: boolean }

const OptionName = ({ text, inRow }: { text: string; inRow: boolean }) =>
  inRow ? <span className="visually-hidden">{text}</span> : text

/** The recipient and the date of the preview, in one row or behind a button beside the channel. */
export function PreviewChoices({
  narrow,
  ...props
}: PreviewChoicesProps & {
  /** There is no room for one row. */
  narrow: boolean
}) {
  const t = useTranslate()
  const mayCompose = props.staff.permissions.includes('preview.compose')
  if (!narrow)
    return (
      <>
        <ChannelChoice {...props} />
        <LanguageAndPoints {...props} inRow />
        {mayCompose ? <UnpublishedOptions {...props} inRow /> : null}
      </>
    )
  const count = ['language', 'points', 'day', 'releases', 'sold_out'].filter(
    (name) => (props.query.get(name) ?? '') !== '',
  ).length
  return (
    <>
      <ChannelChoice {...props} />
      <Popover
        label={t('preview.options')}
        triggerClass={actionButtonClass()}
        trigger={
          <>
            <BackofficeIcon name="settings" />
            {t('preview.options')}
            {count > 0 ? ` (${count})` : null}
          </>
        }
      >
        {() => (
          <div className={css.menu}>
            <LanguageAndPoints {...props} />
            {mayCompose ? <UnpublishedOptions {...props} /> : null}
          </div>
        )}
      </Popover>
    </>
  )
}

function ChannelChoice({ channel, channels, set }: PreviewChoicesProps) {
  const t = useTranslate()
  return (
    <div className={css.channel}>
      <FormSelect
        label={<OptionName text={t('channel')} inRow />}
        value={channel}
        onChange={({ target }) => set({ channel: target.value, releases: null, sold_out: null })}
      >
        {channels.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FormSelect>
    </div>
  )
}

function LanguageAndPoints({ query, set, inRow = false }: PreviewChoicesProps & InRow) {
  const t = useTranslate()
  return (
    <>
      <div className={css.language}>
        <FormSelect
          label={<OptionName text={t('preview.language')} inRow={inRow} />}
          value={query.get('language') ?? ''}
          onChange={({ target }) => set({ language: target.value })}
        >
          <option value="">{t('preview.languageOwn')}</option>
          {allLanguages.map((language) => (
            <option key={language} value={language}>
              {t(`in.${language}`)}
            </option>
          ))}
        </FormSelect>
      </div>
      <div className={css.points}>
        {inRow ? <span aria-hidden="true">{t('preview.points')}</span> : null}
        <FormField
          label={<OptionName text={t('preview.points')} inRow={inRow} />}
          type="number"
          min={0}
          max={100_000}
          inputMode="numeric"
          value={query.get('points') ?? '20'}
          onChange={({ target }) => set({ points: target.value })}
        />
      </div>
    </>
  )
}

/** Differences from the live shop: a date, unpublished releases, sold-out gifts. */
function UnpublishedOptions({ channel, query, set, inRow = false }: PreviewChoicesProps & InRow) {
  const t = useTranslate()
  const [search, setSearch] = useState('')
  const soldOut = listOf(query.get('sold_out'))
  const releases = listOf(query.get('releases'))
  const { data } = useQuery({
    ...staffQuery('previewChoices', {
      channel,
      search: useDeferredValue(search),
      chosen: soldOut.join(','),
    }),
    placeholderData: keepPreviousData,
  })
  const toggle = (name: 'releases' | 'sold_out', id: string) => {
    const list = listOf(query.get(name))
    set({
      [name]: (list.includes(id) ? list.filter((other) => other !== id) : [...list, id]).join(','),
    })
  }
  const Section = inRow ? ChoicePopover : ChoiceSection
  return (
    <>
      <DayField query={query} set={set} zone={data?.time_zone} inRow={inRow} />
      <Section
        label={t('preview.releases')}
        chosen={
          releases.length > 0 ? t('preview.releasesChosen', { count: releases.length }) : null
        }
      >
        <WaitingReleases channel={channel} chosen={releases} toggle={toggle} />
      </Section>
      <Section
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
      </Section>
    </>
  )
}

type ChoiceProps = { label: string; chosen: string | null; children: ReactNode }

/** A choice behind a button that shows the chosen value. */
const ChoicePopover = ({ label, chosen, children }: ChoiceProps) => (
  <Popover
    trigger={
      <>
        {chosen ?? label}
        <BackofficeIcon name="down" />
      </>
    }
    triggerClass={actionButtonClass()}
    label={label}
  >
    {() => children}
  </Popover>
)

const ChoiceSection = ({ label, children }: ChoiceProps) => (
  <section aria-label={label} className={css.part}>
    <h3>{label}</h3>
    {children}
  </section>
)

function DayField({
  query,
  set,
  zone,
  inRow = false,
}: Pick<PreviewChoicesProps, 'query' | 'set'> & InRow & { zone: string | undefined }) {
  const t = useTranslate()
  const day = query.get('day') ?? ''
  return (
    <div className={css.day}>
      {inRow ? <span aria-hidden="true">{t('preview.dayShort')}</span> : null}
      <DateField
        label={<OptionName text={t('preview.day')} inRow={inRow} />}
        withTime
        // Noon, so that a preview of a day shows the shop and the greeting of daytime.
        usualTime="12:00"
        hint={
          inRow || day === '' || zone === undefined ? undefined : (
            <TimeHint wallTime={day} zone={zone} empty="" />
          )
        }
        value={day}
        onValue={(day) => set({ day, zone: day === '' ? null : (zone ?? null) })}
      />
    </div>
  )
}
