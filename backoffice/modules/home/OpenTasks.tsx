import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { detailText, taskTitle } from '#backoffice/kit/domain-texts/task-texts.ts'
import { DueRow, useDue } from '#backoffice/modules/home/DueItems.tsx'
import { WaitingAge } from '#backoffice/modules/support/WaitingAge.tsx'
import { isLate } from '#backoffice/modules/support/waiting-time.ts'
import { TaskAge } from '#backoffice/modules/tasks/task-list.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './HomePage.module.css'

const MAX_ROWS = 5

/** Overdue items, approvals that wait for the user, and open tasks. The number is that of the navigation. */
export function OpenTasks() {
  const t = useTranslate()
  const euros = useEuros()
  const [query] = useQueryParams()
  const channel = query.get('channel')
  const { data, error, refetch } = useQuery(
    staffQuery('tasks', { limit: MAX_ROWS, ...(channel === null ? {} : { channel }) }),
  )
  const toDecide = useQuery(staffQuery('approvals', { whose: 'to-decide', limit: 1 })).data?.total
  const due = useDue(channel).data
  const overdue = due?.items.filter((item) => item.due < due.today) ?? []
  // An overdue withdrawal also has a task, which is not listed again.
  const overdueOrders = overdue.filter(({ kind }) => kind === 'return').map(({ id }) => id)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  const undecided = toDecide?.count ?? 0
  if (!data || data.items.length + undecided + overdue.length === 0) return null
  return (
    <WaitingCard
      title={t('todo.title')}
      firstRows={
        <>
          {overdue.map((item) => (
            <DueRow key={`${item.kind} ${item.id}`} item={item} today={due?.today ?? ''} />
          ))}
          {undecided === 0 ? null : (
            <li>
              <BackofficeLink className={css.main} to="/backoffice/approvals?whose=to-decide">
                {t('approval.waitsForYou', { count: undecided })}
              </BackofficeLink>
            </li>
          )}
        </>
      }
      count={data.total.count + undecided + overdue.length}
      to="/backoffice/tasks"
      rows={data.items
        .filter(({ order }) => order === null || !overdueOrders.includes(order))
        .map((task) => ({
          id: task.id,
          to: `/backoffice/tasks/${task.id}`,
          name: taskTitle(task, t, euros),
          detail: detailText(task, t, euros) || t(`task.of.${task.kind}`),
          at: (
            <TaskAge t={t} at={task.first_at}>
              <DateTime at={task.first_at} channel={task.channel} />
            </TaskAge>
          ),
        }))}
    />
  )
}

/** Threads that have waited longest for a reply. */
export function OpenQuestions() {
  const t = useTranslate()
  const [now] = useState(() => Date.now())
  const [query] = useQueryParams()
  const channel = query.get('channel')
  const { data, error, refetch } = useQuery(
    staffQuery('inbox', {
      folder: 'unassigned',
      sort: 'since',
      limit: MAX_ROWS,
      ...(channel === null ? {} : { channel }),
    }),
  )
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  return (
    <WaitingCard
      title={t('inbox.title')}
      count={data.total.count}
      to="/backoffice/inbox"
      rows={data.items.map((item) => ({
        id: item.id,
        to: `/backoffice/inbox/${item.id}`,
        name: item.name,
        detail: <span lang={item.language}>{item.line || item.subject}</span>,
        at: isLate(item, now) ? (
          <WaitingAge thread={item} />
        ) : (
          <DateTime at={item.since} channel={item.channel} />
        ),
      }))}
    />
  )
}

type Row = { id: string; to: string; name: string; detail: ReactNode; at: ReactNode }

function WaitingCard({
  title,
  firstRows = null,
  count,
  to,
  rows,
}: {
  title: string
  firstRows?: ReactNode
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
      <ul className={css.list} data-due-items>
        {firstRows}
        {rows.map(({ id, to: href, name, detail, at }) => (
          <li key={id}>
            <BackofficeLink className={css.main} to={href}>
              {name}
            </BackofficeLink>
            <span className={css.when}>{at}</span>
            <span className={css.detail}>{detail}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
