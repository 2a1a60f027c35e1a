import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { FilterBar } from '#backoffice/kit/list/FilterBar.tsx'
import type { ListResult, ListDefinition } from '#backoffice/kit/list/list-definition.ts'
import { ListSkeleton } from '#backoffice/kit/list/ListSkeleton.tsx'
import { ListTools, type ToolLink } from '#backoffice/kit/list/ListTools.tsx'
import { ListTable } from '#backoffice/kit/list/ListTable.tsx'
import { SelectionBar } from '#backoffice/kit/list/SelectionBar.tsx'
import { ViewTabs } from '#backoffice/kit/list/ViewTabs.tsx'
import { type ListAddress, useListAddress } from '#backoffice/kit/list/use-list-address.ts'
import { useListKeys } from '#backoffice/kit/list/use-list-keys.ts'
import { useLastOpenedRow } from '#backoffice/kit/list/use-last-opened-row.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { ShortcutKey } from '#backoffice/kit/display/ShortcutKey.tsx'
import { EmptyState } from '#backoffice/kit/page/EmptyState.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './ListPage.module.css'

type ListPageProps<Item> = {
  list: ListDefinition<Item>
  title: MessageKey
  /** What its rows belong to, after the title. */
  subject?: string
  /** The page above it. */
  parent?: { to: string; label: string }
  /** The current scope of the list, below the title. */
  facts?: string
  /** The one main action. */
  actions?: ReactNode
  /** Pages beside this one, before the main action. On a phone they are in the menu. */
  links?: readonly ToolLink[]
  /** Replaces the export of the results. */
  exportButton?: ReactNode
  /** Between its title and its rows. */
  folders?: ReactNode
  /** Search results besides the listed items. */
  found?: ReactNode
}

/** The page of every list in the back office. */
export function ListPage<Item>(props: ListPageProps<Item>) {
  const { list, parent, facts, actions, links = [], exportButton, folders, found } = props
  const t = useTranslate()
  const title = props.subject ? `${t(props.title)}: ${props.subject}` : t(props.title)
  const address = useListAddress(list)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [list.name, address.queryWithCursor],
    queryFn: () => list.fetchPage(address.queryWithCursor),
    placeholderData: keepPreviousData,
  })
  const page = useRef<HTMLDivElement>(null)
  useListKeys(page)
  useLastOpenedRow(page, data !== undefined)
  const isNarrowed = Object.keys(address.query).some((name) => name !== 'sort')
  // A list that never had a row has nothing to search, filter or export. The answer to the last search does not count.
  if (data?.items.length === 0 && !isNarrowed && !isPlaceholderData) {
    return (
      <div ref={page} className={css.list}>
        <PageHead title={title} {...(parent ? { parent } : {})} facts={facts} />
        {folders}
        {found}
        <EmptyList list={list} actions={actions} />
      </div>
    )
  }
  return (
    <div ref={page} className={css.list} aria-busy={(!data && !error) || undefined}>
      <PageHead
        title={title}
        {...(parent ? { parent } : {})}
        facts={facts}
        actions={
          <>
            <ListTools {...{ list, address, links, exportButton }} />
            {actions}
          </>
        }
      />
      {folders}
      <ViewTabs page={list.name} own={list.views} address={address} />
      <FilterBar list={list} address={address} />
      {found}
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {data && data.items.length > 0 ? (
        <div className={classNames(isPlaceholderData && css.outdated)}>
          <ListTable list={list} address={address} data={data} />
        </div>
      ) : null}
      {data && data.items.length === 0 ? <NoResults address={address} /> : null}
      {!data && !error ? (
        <ListSkeleton list={list} visibleColumns={address.visibleColumns} />
      ) : null}
      <SelectionBar list={list} address={address} total={data?.total} />
      <div className={css.foot}>
        <FootKeys />
        {data ? <Pages list={list} address={address} data={data} /> : null}
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

function FootKeys() {
  const t = useTranslate()
  return (
    <span className={css.keys} aria-hidden="true">
      {FOOT_KEYS.map(([key, label]) => (
        <span key={label}>
          <ShortcutKey>{key}</ShortcutKey> {t(label)}
        </span>
      ))}
    </span>
  )
}

type PagesProps<Item> = { list: ListDefinition<Item>; address: ListAddress; data: ListResult<Item> }

/** The number of results, and links to the other pages. */
function Pages<Item>({ list, address, data }: PagesProps<Item>) {
  const t = useTranslate()
  const { total, sum, previous, next } = data
  return (
    <nav className={css.pages} aria-label={t('pagesOfList')}>
      <span>{t(total.exact ? list.countLabel : 'moreThan', { count: total.count })}</span>
      {sum !== undefined && list.formatSum ? (
        <strong data-list-sum>{list.formatSum(sum)}</strong>
      ) : null}
      {previous === null && next === null ? null : (
        <>
          <PageLink to={previous === null ? null : address.hrefAt(null)} label="first" />
          <PageLink to={previous === null ? null : address.hrefAt(previous)} label="previous" />
          <PageLink to={next === null ? null : address.hrefAt(next)} label="next" />
          <PageLink to={next === null ? null : address.hrefAt('last')} label="last" />
        </>
      )}
    </nav>
  )
}

/** A link without a target stays visible as plain text. */
function PageLink({ to, label }: { to: string | null; label: MessageKey }) {
  const t = useTranslate()
  if (to === null) return <span className={css.disabled}>{t(label)}</span>
  return (
    <BackofficeLink className={actionButtonClass('quiet', true)} to={to}>
      {t(label)}
    </BackofficeLink>
  )
}

/** A list without items: a picture, a sentence, and the page's action or a link to the page that creates items. */
function EmptyList<Item>({ list, actions }: { list: ListDefinition<Item>; actions: ReactNode }) {
  const t = useTranslate()
  const { emptyPicture = 'paper', emptyText, emptyLink } = list
  return (
    <EmptyState
      picture={emptyPicture}
      action={
        actions ??
        (emptyLink ? (
          <BackofficeLink
            className={actionButtonClass(emptyLink.to === '/backoffice' ? 'quiet' : 'main')}
            to={emptyLink.to}
          >
            {t(emptyLink.label)}
          </BackofficeLink>
        ) : null)
      }
    >
      {emptyText}
    </EmptyState>
  )
}

/** The text and the button for a list without results, by what narrows it. */
const NO_RESULTS = {
  search: ['noResults.search', 'clearSearch'],
  filters: ['noResults.filters', 'clearFilters'],
  both: ['noResults', 'clearSearchAndFilters'],
} as const satisfies Record<string, [MessageKey, MessageKey]>

function NoResults({ address }: { address: ListAddress }) {
  const t = useTranslate()
  const filters = Object.keys(address.query).filter((key) => key !== 'sort')
  const [text, clear] = NO_RESULTS[narrowedBy(filters)]
  const clearAll = () => address.setQuery(Object.fromEntries(filters.map((key) => [key, null])))
  return (
    <EmptyState
      picture="search"
      announced
      action={<ActionButton onClick={clearAll}>{t(clear)}</ActionButton>}
    >
      {t(text)}
    </EmptyState>
  )
}

function narrowedBy(filters: readonly string[]): keyof typeof NO_RESULTS {
  if (!filters.includes('search')) return 'filters'
  return filters.length === 1 ? 'search' : 'both'
}
