import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment } from 'react'

import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { ActionButton, ActionIconButton } from '#backoffice/kit/display/ActionButton.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import {
  languageOfNode,
  versionsAddress,
} from '#backoffice/modules/content/releases/content-node-texts.ts'
import { previewOfChange } from '#backoffice/modules/content/releases/page-of-change.ts'
import { TextDiff } from '#backoffice/modules/content/releases/TextDiff.tsx'
import { useNodeNames } from '#backoffice/modules/content/releases/use-node-names.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './ReleasePage.module.css'

type Change = StaffResponse<'release'>['changes'][number]

/** The number of changes that are rendered at a time. */
const PAGE_SIZE = 100

/** The values before and after, grouped by channel and page. */
export function ReleaseChanges({
  id,
  mayDrop,
  mayPreview,
}: {
  id: string
  mayDrop: boolean
  mayPreview: boolean
}) {
  const t = useTranslate()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['release', 'changes', id],
    queryFn: ({ pageParam }) =>
      fetchBackoffice('release', {
        id,
        limit: PAGE_SIZE,
        ...(pageParam === '' ? {} : { after: pageParam }),
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const { placeOf } = useNodeNames()
  const drop = useAction('dropChange', { done: () => t('release.dropped') })
  if (!data) return null
  const changes = data.pages.flatMap((page) => page.changes)
  if (changes.length === 0) return <p className={css.soft}>{t('release.noChanges')}</p>
  const groups = groupedBy(changes, placeOf)
  return (
    <section className={css.main} aria-label={t('release.changes')}>
      {drop.failure ? <Notice kind="bad">{drop.failure}</Notice> : null}
      {[...groups].map(([title, members]) => (
        <div key={title} className={css.group}>
          <div className={css.groupHead}>
            <h2>{title}</h2>
            {mayPreview && members[0] ? <InPreview release={id} change={members[0]} /> : null}
          </div>
          {members.map((change) => (
            <Fragment key={`${change.kind} ${change.subject}`}>
              <Row
                change={change}
                drop={
                  mayDrop
                    ? () => void drop.run({ id, kind: change.kind, subject: change.subject })
                    : null
                }
              />
            </Fragment>
          ))}
        </div>
      ))}
      {hasNextPage ? (
        <div>
          <ActionButton busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('release.showMore')}
          </ActionButton>
        </div>
      ) : null}
    </section>
  )
}

function groupedBy(changes: readonly Change[], placeOf: (change: Change) => string) {
  const groups = new Map<string, Change[]>()
  for (const change of changes) {
    const place = placeOf(change)
    groups.set(place, [...(groups.get(place) ?? []), change])
  }
  return groups
}

/** Opens a preview of the shop page that shows the change. */
function InPreview({ release, change }: { release: string; change: Change }) {
  const t = useTranslate()
  const address = previewOfChange(release, change)
  return address === null ? null : (
    <a href={address} target="_blank" rel="noopener">
      {t('release.inPreview')}
    </a>
  )
}

function Row({ change, drop }: { change: Change; drop: (() => void) | null }) {
  const t = useTranslate()
  const { nameOf, fullName } = useNodeNames()
  const language = languageOfNode(change)
  return (
    <div className={css.row} data-change={change.subject}>
      <div className={css.what}>
        <BackofficeLink to={versionsAddress(change)}>{nameOf(change)}</BackofficeLink>
        {language ? <span className={css.lang}>{language}</span> : null}
        {change.changed_by ? (
          <span className={css.soft}>{t('release.by', { who: change.changed_by.name })}</span>
        ) : null}
      </div>
      <TextDiff kind={change.kind} fields={change.fields} lang={language || undefined} />
      {drop ? (
        <ActionIconButton
          icon="close"
          label={t('release.dropOne', { name: fullName(change) })}
          onClick={drop}
        />
      ) : (
        <span />
      )}
    </div>
  )
}
