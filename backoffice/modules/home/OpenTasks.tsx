import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { detailText, taskTitle } from '#backoffice/kit/domain-texts/task-texts.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './HomePage.module.css'

const LISTED = 5

/** Approvals that wait for the user, and open tasks by their legal date. */
export function OpenTasks() {
  const t = useTranslate()
  const euros = useEuros()
  const [query] = useQueryParams()
  const channel = query.get('channel')
  const { data, error, refetch } = useQuery(
    staffQuery('tasks', { limit: LISTED, ...(channel === null ? {} : { channel }) }),
  )
  const toDecide = useQuery(staffQuery('approvals', { whose: 'to-decide', limit: 1 })).data?.total
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  const undecided = toDecide?.count ?? 0
  if (!data || data.items.length + undecided === 0) return null
  return (
    <Waiting
      title={t('task.title')}
      first={
        undecided === 0 ? null : (
          <BackofficeLink className={css.main} to="/backoffice/approvals?whose=to-decide">
            {t('approval.waitsForYou', { count: undecided })}
          </BackofficeLink>
        )
      }
      count={data.total.count}
      to="/backoffice/tasks"
      rows={data.items.map((cause) => ({
        id: cause.id,
        to: `/backoffice/tasks/${cause.id}`,
        name: taskTitle(cause, t, euros),
        words: detailText(cause, t, euros) || t(`task.of.${cause.kind}`),
        at: <DateTime at={cause.first_at} channel={cause.channel} />,
      }))}
    />
  )
}

/** Threads that have waited longest for a reply. */
export function OpenQuestions() {
  const t = useTranslate()
  const [query] = useQueryParams()
  const channel = query.get('channel')
  const { data, error, refetch } = useQuery(
    staffQuery('inbox', {
      folder: 'unassigned',
      sort: 'since',
      limit: LISTED,
      ...(channel === null ? {} : { channel }),
    }),
  )
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  return (
    <Waiting
      title={t('inbox.title')}
      count={data.total.count}
      to="/backoffice/inbox"
      rows={data.items.map((item) => ({
        id: item.id,
        to: `/backoffice/inbox/${item.id}`,
        name: item.name,
        words: <span lang={item.language}>{item.line || item.subject}</span>,
        at: <DateTime at={item.since} channel={item.channel} />,
      }))}
    />
  )
}

type Row = { id: string; to: string; name: string; words: ReactNode; at: ReactNode }

function Waiting({
  title,
  first = null,
  count,
  to,
  rows,
}: {
  title: string
  first?: ReactNode
  count: number
  to: string
  rows: readonly Row[]
}) {
  const t = useTranslate()
  return (
    <Card
      title={title}
      aside={count}
      actions={
        <BackofficeLink to={to} aria-label={`${title}: ${t('viewAll')}`}>
          {t('viewAll')}
        </BackofficeLink>
      }
    >
      <ul className={css.list}>
        {first === null ? null : <li>{first}</li>}
        {rows.map(({ id, to: row, name, words, at }) => (
          <li key={id}>
            <BackofficeLink className={css.main} to={row}>
              {name}
            </BackofficeLink>
            <span className={css.when}>{at}</span>
            <span className={css.detail}>{words}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
