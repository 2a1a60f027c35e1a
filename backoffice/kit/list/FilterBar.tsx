import { type ReactNode, useEffect, useRef, useState } from 'react'

import { ChannelName, useChannels } from '#backoffice/kit/display/ChannelName.tsx'
import type { Choice, Filter, ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import type { ListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormCheckbox, FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { SortMenu } from '#backoffice/kit/list/SortMenu.tsx'
import { ViewButton } from '#backoffice/kit/list/ViewTabs.tsx'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { PHONE } from '#backoffice/kit/list/phone.ts'
import { ShortcutKey } from '#backoffice/kit/display/ShortcutKey.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { tagOf, type StaffLanguage } from '#domain/language.ts'

import css from './FilterBar.module.css'

const TYPING_MS = 250

/** Search field, active filters as chips, and a button for the other filters. */
export function FilterBar<Item>({
  list,
  address,
}: {
  list: ListDefinition<Item>
  address: ListAddress
}) {
  const t = useTranslate()
  const on = list.filters.filter(({ key }) => address.query[key] !== undefined)
  const off = list.filters.filter((filter) => !on.includes(filter))
  return (
    <div className={css.bar} role="search">
      <SearchField label={t(list.searchLabel)} tidy={list.cleanSearch} address={address} />
      {on.map((filter) => (
        <span key={filter.key} className={css.chip}>
          <Popover
            label={t(filter.label)}
            faceClass={css.name}
            face={
              <>
                <span className={css.soft}>{t(filter.label)}</span>{' '}
                <b>
                  <FilterValue filter={filter} value={address.query[filter.key] ?? ''} />
                </b>
              </>
            }
          >
            {(close) => <FilterEditor filter={filter} address={address} done={close} />}
          </Popover>
          <button
            type="button"
            className={css.off}
            aria-label={t('removeFilter', { name: t(filter.label) })}
            onClick={() => address.setQuery({ [filter.key]: null })}
          >
            <BackofficeIcon name="close" />
          </button>
        </span>
      ))}
      {off.length > 0 ? <MoreFilters filters={off} address={address} /> : null}
      {list.layout === 'grid' ? <SortMenu list={list} address={address} /> : null}
      <ViewButton page={list.name} address={address} />
    </div>
  )
}

function MoreFilters({ filters, address }: { filters: readonly Filter[]; address: ListAddress }) {
  const t = useTranslate()
  const [chosen, setChosen] = useState<string | null>(null)
  const filter = filters.find(({ key }) => key === chosen)
  return (
    <Popover
      label={t('filter')}
      faceClass={css.add}
      onOpen={() => setChosen(null)}
      face={
        <>
          <BackofficeIcon name="plus" />
          {t('filter')}
        </>
      }
    >
      {(close) =>
        filter ? (
          <Focused>
            <FilterEditor filter={filter} address={address} done={close} />
          </Focused>
        ) : (
          <ul className={css.choices}>
            {filters.map(({ key, label }) => (
              <li key={key}>
                <button type="button" onClick={() => setChosen(key)}>
                  {t(label)}
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Popover>
  )
}

/** The menu's button has gone, so the focus moves to the first new field. */
function Focused({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => bar.current?.querySelector<HTMLElement>('input, select')?.focus(), [])
  return <div ref={bar}>{children}</div>
}

type FilterEditorProps = { filter: Filter; address: ListAddress; done: () => void }

function FilterEditor({ filter, address, done }: FilterEditorProps) {
  const t = useTranslate()
  const value = address.query[filter.key] ?? ''
  const [typed, setTyped] = useState(value)
  const label = t(filter.label)
  const set = (next: string) => {
    done()
    address.setQuery({ [filter.key]: next === '' ? null : next })
  }
  if (filter.kind === 'channel') return <ChannelChoice label={label} value={value} onValue={set} />
  if (filter.kind === 'select') {
    return (
      <FormSelect label={label} value={value} onChange={({ target }) => set(target.value)}>
        <option value="">{t('any')}</option>
        {filter.choices.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </FormSelect>
    )
  }
  return (
    <form
      className={css.editor}
      onSubmit={(event) => {
        event.preventDefault()
        set(typed)
      }}
    >
      {filter.kind === 'multi-select' ? (
        <Choices legend={label} choices={filter.choices} value={typed} onValue={setTyped} />
      ) : filter.kind === 'day' ? (
        <DateField label={label} value={typed} onValue={setTyped} />
      ) : (
        <FormField label={label} value={typed} onChange={({ target }) => setTyped(target.value)} />
      )}
      <ActionButton type="submit" look="main" little>
        {t('apply')}
      </ActionButton>
    </form>
  )
}

type ChannelChoiceProps = { label: string; value: string; onValue: (value: string) => void }

function ChannelChoice({ label, value, onValue }: ChannelChoiceProps) {
  const t = useTranslate()
  const { channels } = useChannels()
  return (
    <FormSelect label={label} value={value} onChange={({ target }) => onValue(target.value)}>
      <option value="">{t('any')}</option>
      {channels.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </FormSelect>
  )
}

type ChoicesProps = {
  legend: string
  choices: readonly Choice[]
  /** Separated by commas. */
  value: string
  onValue: (value: string) => void
}

function Choices({ legend, choices, value, onValue }: ChoicesProps) {
  const picked = value === '' ? [] : value.split(',')
  return (
    <fieldset className={css.checks}>
      <legend className={css.legend}>{legend}</legend>
      {choices.map(({ value: one, name }) => (
        <FormCheckbox
          key={one}
          checked={picked.includes(one)}
          onChange={({ target }) =>
            onValue(
              (target.checked ? [...picked, one] : picked.filter((other) => other !== one)).join(
                ',',
              ),
            )
          }
        >
          {name}
        </FormCheckbox>
      ))}
    </fieldset>
  )
}

const asTyped = (typed: string) => typed

/** The list updates while the user types. A letter does not add a browser history entry. */
function SearchField({
  label,
  tidy = asTyped,
  address,
}: {
  label: string
  tidy: ((typed: string) => string) | undefined
  address: ListAddress
}) {
  const t = useTranslate()
  const isPhone = useMedia(PHONE)
  const searched = address.query['search'] ?? ''
  const [typed, setTyped] = useState(searched)
  const [last, setLast] = useState(searched)
  if (searched !== last) {
    setLast(searched)
    // The address changed through a link or the back button.
    if (searched !== typed.trim()) setTyped(searched)
  }
  useEffect(() => {
    const wanted = tidy(typed.trim())
    if (wanted === searched) return
    const timer = setTimeout(
      () => address.setQuery({ search: wanted }, { replace: searched !== '' }),
      TYPING_MS,
    )
    return () => clearTimeout(timer)
  }, [typed, searched, address, tidy])
  return (
    <label className={css.search}>
      <span className="visually-hidden">{label}</span>
      <BackofficeIcon name="search" />
      <input
        data-list-search
        data-anchor="list"
        type="search"
        placeholder={isPhone ? t('keySearch') : label}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <span className={css.key} aria-hidden="true">
        <ShortcutKey>/</ShortcutKey>
      </span>
    </label>
  )
}

function FilterValue({ filter, value }: { filter: Filter; value: string }) {
  const { language } = useBackofficeLanguage()
  return filter.kind === 'channel' ? <ChannelName id={value} /> : wordsOf(filter, value, language)
}

function wordsOf(
  filter: Exclude<Filter, { kind: 'channel' }>,
  value: string,
  language: StaffLanguage,
): string {
  if (filter.kind === 'day') {
    return new Date(`${value}T12:00:00Z`).toLocaleDateString(tagOf(language), {
      timeZone: 'UTC',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
    })
  }
  if (filter.kind === 'text') return value
  return value
    .split(',')
    .map((one) => filter.choices.find((choice) => choice.value === one)?.name ?? one)
    .join(', ')
}
