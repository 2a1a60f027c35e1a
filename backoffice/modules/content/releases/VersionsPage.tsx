import { useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { BackofficeLink, goTo, useAsked } from '#backoffice/kit/router/address.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import { useZone } from '#backoffice/kit/time/use-time-zone.ts'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'
import {
  languageOfNode,
  versionsAddress,
  fullName,
} from '#backoffice/modules/content/releases/content-node-texts.ts'
import { momentIn } from '#backoffice/modules/content/releases/TimeZoneDateTime.tsx'
import { TextChanges } from '#backoffice/modules/content/releases/TextDiff.tsx'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse, StaffInput } from '#contract/client.staff.ts'

import css from './VersionsPage.module.css'

type Version = StaffResponse<'versions'>['items'][number]

/**
 * Published versions of one subject, any two side by side: `?channel=…&kind=…&subject=…`, with `from` and `to` for
 * the two. For a complete page (`path`) each version links to its own comparison.
 */
export function VersionsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { nameText } = useTextNames()
  const [asked, change] = useAsked()
  const ask = Object.fromEntries(
    ['channel', 'kind', 'subject', 'path'].flatMap((name) => {
      const value = asked.get(name)
      return value ? [[name, value]] : []
    }),
  )
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    {
      queryKey: ['versions', ask],
      queryFn: ({ pageParam }) =>
        fetchBackoffice('versions', {
          ...ask,
          ...(pageParam === '' ? {} : { cursor: pageParam }),
        } as StaffInput<'versions'>),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next,
      enabled: ask['channel'] !== undefined,
      placeholderData: keepPreviousData,
    },
  )
  const up = { to: '/backoffice/releases', word: t('releases') }
  if (ask['channel'] === undefined) {
    return (
      <>
        <PageHead title={t('version.title')} up={up} />
        <div className={css.body}>
          <p>{t('version.which')}</p>
          <p>
            <BackofficeLink to="/backoffice/content">{t('content')}</BackofficeLink> ·{' '}
            <BackofficeLink to="/backoffice/releases">{t('releases')}</BackofficeLink>
          </p>
        </div>
      </>
    )
  }
  if (error && !data) {
    return (
      <>
        <PageHead title={t('version.title')} up={up} />
        <LoadFailure error={error} again={() => void refetch()} />
      </>
    )
  }
  if (!data) return <PageHead title={t('version.title')} up={up} />
  const versions = data.pages.flatMap(({ items }) => items)
  const [newest, second] = versions
  const oldest = versions.at(-1)
  if (!newest || !oldest) {
    return (
      <>
        <PageHead title={t('version.title')} up={up} />
        <p className={css.body}>{t('version.none')}</p>
      </>
    )
  }
  const isOne = ask['subject'] !== undefined
  const from = asked.get('from') ?? second?.id ?? `before-${newest.id}`
  const to = asked.get('to') ?? newest.id
  return (
    <>
      <PageHead title={t('version.title')} up={up} />
      <div className={css.body}>
        <p>{isOne ? fullName(t, newest, nameText) : `${ask['channel']} · ${ask['path'] ?? ''}`}</p>
        {isOne ? <Compared from={from} to={to} lang={languageOfNode(newest) || undefined} /> : null}
        <div className={css.scroll}>
          <table className={css.table}>
            <thead>
              <tr>
                {isOne ? (
                  <>
                    <th scope="col">{t('version.from')}</th>
                    <th scope="col">{t('version.with')}</th>
                  </>
                ) : null}
                <th scope="col">{t('when')}</th>
                <th scope="col">{t('who')}</th>
                <th scope="col">{t('release')}</th>
                <th scope="col">{t('what')}</th>
                <th scope="col">
                  <span className="visually-hidden">{t('actions')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {versions.map((version, at) => (
                <tr key={version.id}>
                  {isOne ? (
                    <Picks
                      name={version.id}
                      when={version.at}
                      from={from}
                      to={to}
                      pick={(parts) => change(parts, { replace: true })}
                    />
                  ) : null}
                  <td>
                    <Moment at={version.at} />
                  </td>
                  <td>{version.by?.name ?? t('byShop')}</td>
                  <td>
                    <BackofficeLink to={`/backoffice/releases/${version.release.id}`}>
                      {version.release.name}
                    </BackofficeLink>
                  </td>
                  <td className={css.value}>
                    {isOne ? (
                      shortValue(version.after, t('release.nothingThere'))
                    ) : (
                      <BackofficeLink to={versionsAddress(version)}>
                        {fullName(t, version, nameText)}
                      </BackofficeLink>
                    )}
                  </td>
                  <td>
                    {isOne && at > 0 && staff.permissions.includes('content.write') ? (
                      <BringBack id={version.id} at={version.at} />
                    ) : null}
                  </td>
                </tr>
              ))}
              {isOne && !hasNextPage ? (
                <tr>
                  <Picks
                    name={`before-${oldest.id}`}
                    when={t('version.before')}
                    from={from}
                    to={to}
                    pick={(parts) => change(parts, { replace: true })}
                  />
                  <td colSpan={3}>{t('version.before')}</td>
                  <td className={css.value}>
                    {shortValue(oldest.before, t('release.nothingThere'))}
                  </td>
                  <td>
                    {staff.permissions.includes('content.write') ? (
                      <BringBack id={oldest.id} at={null} />
                    ) : null}
                  </td>
                </tr>
              ) : null}
            </tbody>
          </table>
        </div>
        {hasNextPage ? (
          <div>
            <ActionButton busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('version.more')}
            </ActionButton>
          </div>
        ) : null}
      </div>
    </>
  )
}

function Compared({ from, to, lang }: { from: string; to: string; lang: string | undefined }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery({
    ...staffQuery('compareVersions', { from, to }),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={css.compared} aria-label={t('version.differs')}>
      <h2>{t('version.differs')}</h2>
      {error ? <LoadFailure error={error} again={() => void refetch()} /> : null}
      {data && !error ? <TextChanges kind={data.kind} fields={data.fields} lang={lang} /> : null}
    </section>
  )
}

/** Which two are compared; the arrow keys walk through each column. */
function Picks({
  name,
  when,
  from,
  to,
  pick,
}: {
  name: string
  when: string
  from: string
  to: string
  pick: (parts: Record<string, string>) => void
}) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const zone = useZone()
  const told = Number.isNaN(Date.parse(when)) ? when : momentIn(new Date(when), zone, language)
  return (
    <>
      <td>
        <input
          type="radio"
          name="from"
          aria-label={t('version.pickFrom', { when: told })}
          checked={from === name}
          onChange={() => pick({ from: name, to })}
        />
      </td>
      <td>
        <input
          type="radio"
          name="to"
          aria-label={t('version.pickTo', { when: told })}
          checked={to === name}
          onChange={() => pick({ from, to: name })}
        />
      </td>
    </>
  )
}

/** Creates a release that restores this version, and shows whose work it reverts. */
function BringBack({ id, at }: { id: string; at: string | null }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const zone = useZone()
  const action = useAction('bringBackVersion', {
    done: ({ undoes }) =>
      undoes?.by
        ? t('version.broughtBack', { who: undoes.by.name })
        : t('version.broughtBackPlain'),
  })
  const when = at === null ? t('version.before') : momentIn(new Date(at), zone, language)
  return (
    <>
      <ActionButton
        little
        busy={action.busy}
        aria-label={`${t('version.bringBack')}: ${when}`}
        onClick={() =>
          void action
            .run({ id, before: at === null })
            .then((done) => done && goTo(`/backoffice/releases/${done.release.id}`))
        }
      >
        {t('version.bringBack')}
      </ActionButton>
      {action.wrong ? <Notice kind="bad">{action.wrong}</Notice> : null}
    </>
  )
}

function shortValue(value: Version['after'], none: string): string {
  if (value === null) return none
  const text = value['value']
  return typeof text === 'string' ? text : JSON.stringify(text ?? value)
}
