import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ColumnChoice } from '#backoffice/kit/list/ColumnChoice.tsx'
import { FilterBar } from '#backoffice/kit/list/FilterBar.tsx'
import type { ListOf } from '#backoffice/kit/list/list-definition.ts'
import { ListTable } from '#backoffice/kit/list/ListTable.tsx'
import { SelectionBar } from '#backoffice/kit/list/SelectionBar.tsx'
import { ViewTabs } from '#backoffice/kit/list/ViewTabs.tsx'
import { useListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { useListKeys } from '#backoffice/kit/list/use-list-keys.ts'
import { useRowAgain } from '#backoffice/kit/list/use-last-opened-row.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Key } from '#backoffice/kit/display/ShortcutKey.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './ListPage.module.css'

/** The page of every list in the back office. */
export function ListPage<Item>({
  list,
  title,
  up,
  acts,
  folders,
  found,
}: {
  list: ListOf<Item>
  title: MessageKey
  /** What it belongs to. */
  up?: { to: string; word: string }
  acts?: ReactNode
  /** Where what it lists lies in several. */
  folders?: ReactNode
  /** Search results besides the listed items. */
  found?: ReactNode
}) {
  const t = useTranslate()
  const address = useListAddress(list)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [list.name, address.withPlace],
    queryFn: () => list.ask(address.withPlace),
    placeholderData: keepPreviousData,
  })
  const whole = useRef<HTMLDivElement>(null)
  useListKeys(whole)
  useRowAgain(whole, data !== undefined)
  const narrowed = Object.keys(address.question).some((name) => name !== 'sort')

  return (
    <div ref={whole} className={css.list} aria-busy={(!data && !error) || undefined}>
      <PageHead
        title={t(title)}
        {...(up ? { up } : {})}
        acts={
          <>
            <ColumnChoice list={list} address={address} />
            <a className={actionButtonClass()} href={list.csv(address.question)} download>
              <BackofficeIcon name="download" />
              {t('export')}
            </a>
            {acts}
          </>
        }
      />
      {folders}
      <ViewTabs page={list.name} address={address} />
      <FilterBar list={list} address={address} />
      {found}
      {error && !data ? <LoadFailure error={error} again={() => void refetch()} /> : null}
      {data && data.items.length > 0 ? (
        <div className={classNames(isPlaceholderData && css.old)}>
          <ListTable list={list} address={address} data={data} />
        </div>
      ) : null}
      {data && data.items.length === 0 ? (
        narrowed ? (
          <NoneFound
            withoutFilters={() =>
              address.ask(
                Object.fromEntries(Object.keys(address.question).map((key) => [key, null])),
              )
            }
          />
        ) : (
          <div className={css.empty}>{list.empty}</div>
        )
      ) : null}
      {!data && !error ? <Bones /> : null}
      <SelectionBar list={list} address={address} total={data?.total} />
      <div className={css.foot}>
        <span className={css.keys} aria-hidden="true">
          {FOOT_KEYS.map(([key, word]) => (
            <span key={word}>
              <Key>{key}</Key> {t(word)}
            </span>
          ))}
        </span>
        {data ? (
          <nav className={css.pages} aria-label={t('pagesOfList')}>
            <span>
              {data.total.exact
                ? t(list.counted, { count: data.total.count })
                : t('moreThan', { count: data.total.count })}
            </span>
            {data.sum !== undefined && list.saySum ? (
              <strong data-list-sum>{list.saySum(data.sum)}</strong>
            ) : null}
            {data.previous === null && data.next === null ? null : (
              <>
                <PageLink to={data.previous === null ? null : address.at(null)} word="first" />
                <PageLink
                  to={data.previous === null ? null : address.at(data.previous)}
                  word="previous"
                />
                <PageLink to={data.next === null ? null : address.at(data.next)} word="next" />
                <PageLink to={data.next === null ? null : address.at('last')} word="last" />
              </>
            )}
          </nav>
        ) : null}
      </div>
    </div>
  )
}

const FOOT_KEYS: readonly [string, MessageKey][] = [
  ['/', 'keySearch'],
  ['↑ ↓', 'keyRow'],
  ['Space', 'keySelect'],
  ['Enter', 'keyOpen'],
  ['?', 'keyKeys'],
]

/** A link without a target stays visible as plain text. */
function PageLink({ to, word }: { to: string | null; word: MessageKey }) {
  const t = useTranslate()
  if (to === null) return <span className={css.nowhere}>{t(word)}</span>
  return (
    <BackofficeLink className={actionButtonClass('quiet', true)} to={to}>
      {t(word)}
    </BackofficeLink>
  )
}

function NoneFound({ withoutFilters }: { withoutFilters: () => void }) {
  const t = useTranslate()
  return (
    <div className={css.empty} role="status">
      <h2>{t('noneFits')}</h2>
      <p>{t('noneFitsHelp')}</p>
      <ActionButton onClick={withoutFilters}>{t('withoutFilters')}</ActionButton>
    </div>
  )
}

/** Shaped as what comes, and only when it takes long. */
function Bones() {
  return (
    <div className={css.bones} aria-hidden="true">
      {Array.from({ length: 8 }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  )
}
