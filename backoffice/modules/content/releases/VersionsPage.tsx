import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { languageOfNode } from '#backoffice/modules/content/releases/content-node-texts.ts'
import { TextDiff } from '#backoffice/modules/content/releases/TextDiff.tsx'
import { VersionsTable } from '#backoffice/modules/content/releases/VersionsTable.tsx'
import { useNodeNames } from '#backoffice/modules/content/releases/use-node-names.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'

import css from './VersionsPage.module.css'

/**
 * Published versions of one subject, any two side by side: `?channel=…&kind=…&subject=…`, with `from` and `to` for
 * the two. For a complete page (`path`) each version links to its own comparison.
 */
export function VersionsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { fullName, placeOf } = useNodeNames()
  const [query] = useQueryParams()
  const subject = subjectOf(query)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useVersions(subject)
  if (subject['channel'] === undefined)
    return (
      <VersionsFrame>
        <VersionsHelp />
      </VersionsFrame>
    )
  if (error && !data) {
    return (
      <VersionsFrame>
        <LoadError error={error} onRetry={() => void refetch()} />
      </VersionsFrame>
    )
  }
  if (!data) return <VersionsHead />
  const versions = data.pages.flatMap(({ items }) => items)
  const [newest, second] = versions
  if (!newest) {
    return (
      <VersionsFrame>
        <p className={css.body}>{t('version.none')}</p>
      </VersionsFrame>
    )
  }
  const isSingleText = subject['subject'] !== undefined
  const from = query.get('from') ?? second?.id ?? `before-${newest.id}`
  const to = query.get('to') ?? newest.id
  return (
    <VersionsFrame>
      <div className={css.body}>
        <p>{isSingleText ? fullName(newest) : placeOf(newest)}</p>
        {isSingleText ? (
          <VersionComparison from={from} to={to} lang={languageOfNode(newest) || undefined} />
        ) : null}
        <div className={css.scroll}>
          <VersionsTable
            versions={versions}
            isSingleText={isSingleText}
            compared={{ from, to }}
            isComplete={!hasNextPage}
            mayWrite={staff.permissions.includes('content.write')}
          />
        </div>
        {hasNextPage ? (
          <div>
            <ActionButton busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('version.more')}
            </ActionButton>
          </div>
        ) : null}
      </div>
    </VersionsFrame>
  )
}

function VersionsHead() {
  const t = useTranslate()
  return (
    <PageHead
      title={t('version.title')}
      parent={{ to: '/backoffice/releases', label: t('releases') }}
    />
  )
}

const VersionsFrame = ({ children }: { children: ReactNode }) => (
  <>
    <VersionsHead />
    {children}
  </>
)

const subjectOf = (query: URLSearchParams): Record<string, string | undefined> =>
  Object.fromEntries(
    ['channel', 'kind', 'subject', 'path'].flatMap((name) => {
      const value = query.get(name)
      return value ? [[name, value]] : []
    }),
  )

function useVersions(subject: Record<string, string | undefined>) {
  return useInfiniteQuery({
    queryKey: ['versions', subject],
    queryFn: ({ pageParam }) =>
      fetchBackoffice('versions', {
        ...subject,
        ...(pageParam === '' ? {} : { cursor: pageParam }),
      } as StaffInput<'versions'>),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    enabled: subject['channel'] !== undefined,
    placeholderData: keepPreviousData,
  })
}

function VersionsHelp() {
  const t = useTranslate()
  return (
    <div className={css.body}>
      <p>{t('version.which')}</p>
      <p>
        <BackofficeLink to="/backoffice/content">{t('content')}</BackofficeLink> ·{' '}
        <BackofficeLink to="/backoffice/releases">{t('releases')}</BackofficeLink>
      </p>
    </div>
  )
}

function VersionComparison({
  from,
  to,
  lang,
}: {
  from: string
  to: string
  lang: string | undefined
}) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery({
    ...staffQuery('compareVersions', { from, to }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={css.compared} aria-label={t('version.differs')}>
      <h2>{t('version.differs')}</h2>
      {error && !data ? <LoadError error={error} onRetry={() => void refetch()} /> : null}
      {data ? <TextDiff kind={data.kind} fields={data.fields} lang={lang} /> : null}
    </section>
  )
}
