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
  const activeFilters = list.filters.filter(({ key }) => address.query[key] !== undefined)
  const otherFilters = list.filters.filter((filter) => !activeFilters.includes(filter))
  return (
    <div className={css.bar} role="search">
      <SearchField label={t(list.searchLabel)} clean={list.cleanSearch} address={address} />
      {activeFilters.map((filter) => (
        <span key={filter.key} className={css.chip}>
          <Popover
            label={t(filter.label)}
            triggerClass={css.name}
            trigger={
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
            className={css.remove}
            aria-label={t('removeFilter', { name: t(filter.label) })}
            onClick={() => address.setQuery({ [filter.key]: null })}
          >
            <BackofficeIcon name="close" />
          </button>
        </span>
      ))}
      {otherFilters.length > 0 ? <MoreFilters filters={otherFilters} address={address} /> : null}
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
      triggerClass={css.add}
      onOpen={() => setChosen(null)}
      trigger={
        <>
          <BackofficeIcon name="plus" />
          {t('filter')}
        </>
      }
    >
      {(close) =>
        filter ? (
          <WithFocus>
            <FilterEditor filter={filter} address={address} done={close} />
          </WithFocus>
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

/** Focuses the first field of its content, because the button that had the focus has disappeared. */
function WithFocus({ children }: { children: ReactNode }) {
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
      <ActionButton type="submit" variant="main" small>
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
      {choices.map(({ value: choice, name }) => (
        <FormCheckbox
          key={choice}
          checked={picked.includes(choice)}
          onChange={({ target }) =>
            onValue(
              (target.checked
                ? [...picked, choice]
                : picked.filter((other) => other !== choice)
              ).join(','),
            )
          }
        >
          {name}
        </FormCheckbox>
      ))}
    </fieldset>
  )
}

const unchanged = (typed: string) => typed

/** The list updates while the user types. Only the first search adds a browser history entry. */
function SearchField({
  label,
  clean = unchanged,
  address,
}: {
  label: string
  clean: ((typed: string) => string) | undefined
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
    const cleaned = clean(typed.trim())
    if (cleaned === searched) return
    const timer = setTimeout(
      () => address.setQuery({ search: cleaned }, { replace: searched !== '' }),
      TYPING_MS,
    )
    return () => clearTimeout(timer)
  }, [typed, searched, address, clean])
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
  return filter.kind === 'channel' ? (
    <ChannelName id={value} />
  ) : (
    filterValueText(filter, value, language)
  )
}

function filterValueText(
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
    .map((chosen) => filter.choices.find((choice) => choice.value === chosen)?.name ?? chosen)
    .join(', ')
}
