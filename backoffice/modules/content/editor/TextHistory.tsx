import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'

import css from '#backoffice/modules/content/editor/Editor.module.css'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import {
  languageOfNode,
  nameOfNode,
} from '#backoffice/modules/content/releases/content-node-texts.ts'
import { useTextNames } from '#backoffice/i18n/use-text-names.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'

type HistoryProps = { query: Pick<StaffInput<'versions'>, 'channel' | 'path' | 'kind'> }

/**
 * The published versions of a page, newest first. Each links to the comparison. The page does not wait for this list.
 */
export const TextHistory = (props: HistoryProps) => (
  <Suspense>
    <History {...props} />
  </Suspense>
)

function History({ query }: HistoryProps) {
  const t = useTranslate()
  const { nameText } = useTextNames()
  const { data } = useQuery(staffQuery('versions', { ...query, limit: 20 }))
  if (!data || data.items.length === 0) return null
  return (
    <section className={css.history} aria-label={t('history')}>
      <h2>{t('history')}</h2>
      <ol>
        {data.items.map(({ id, kind, subject, channel, release, by, at, key }) => (
          <li key={id}>
            <DateTime at={at} />
            <BackofficeLink
              to={`/backoffice/content/versions?${new URLSearchParams({ channel, kind, subject }).toString()}`}
            >
              {[nameOfNode(t, { kind, key, subject }, nameText), languageOfNode({ key })]
                .filter((part) => part !== '')
                .join(' · ')}
            </BackofficeLink>
            <span className={css.soft}>
              {release.name}
              {by ? ` · ${by.name}` : ''}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
