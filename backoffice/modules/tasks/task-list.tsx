import { type ReactNode, useState } from 'react'

import { channelCell } from '#backoffice/kit/display/ChannelName.tsx'
import { fetchBackoffice } from '#backoffice/kit/api/backoffice-client.ts'
import { filterBar } from '#backoffice/kit/list/filter-bar.ts'
import {
  noColumn,
  type ListDefinition,
  type Columns,
} from '#backoffice/kit/list/list-definition.ts'
import {
  type Cause,
  taskText,
  detailText,
  taskTitle,
} from '#backoffice/kit/domain-texts/task-texts.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { type Translate, useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'
import { defaultSorts } from '#contract/default-sorts.staff.ts'
import { staffAddress, type StaffInput } from '#contract/client.staff.ts'
import { taskKindsOf } from '#domain/tasks/task-kinds.ts'
import type { Role } from '#domain/staff/permissions.ts'

import css from './task-list.module.css'

/** Tasks, one row each. */
export const taskList = (
  t: Translate,
  euros: (cents: number) => string,
  role: Role,
): ListDefinition<Cause> => ({
  name: 'tasks',
  countLabel: 'task.counted',
  searchLabel: 'task.search',
  columns: taskColumns(t, euros),
  filters: filterBar(t, 'tasks', {
    kind: {
      label: 'task.kind',
      values: taskKindsOf(role),
      name: (kind) => t(`task.of.${kind}`),
    },
    owner: { label: 'task.owner', name: (owner) => t(`task.owner.${owner}`) },
    state: { label: 'task.state', values: ['closed'], name: () => t('task.closed') },
  }),
  defaultSort: defaultSorts.tasks,
  fetchPage: (query) => fetchBackoffice('tasks', query as StaffInput<'tasks'>),
  csvHref: (query) => staffAddress('tasks', { ...query, as: 'csv' }),
  idOf: ({ id }) => id,
  nameOf: (task) => taskText(task, t, euros),
  hrefOf: ({ id }) => `/backoffice/tasks/${id}`,
  emptyText: t('task.emptyHelp'),
  emptyPicture: 'done',
  emptyLink: { to: '/backoffice', label: 'toHome' },
})

/** The legal date, in red with the number of days once it has passed. */
function DueDate({ t, task: { due_day, overdue_days } }: { t: Translate; task: Cause }) {
  const { language } = useBackofficeLanguage()
  if (due_day === null) return null
  return overdue_days > 0 ? (
    <StatusMark kind="bad">{t('overdue', { count: overdue_days })}</StatusMark>
  ) : (
    formatDay(language, due_day)
  )
}

type TaskNameProps = { t: Translate; task: Cause; euros: (cents: number) => string }

function TaskName({ t, task, euros }: TaskNameProps) {
  const detail = detailText(task, t, euros)
  return (
    <>
      {taskTitle(task, t, euros)}
      {detail === '' ? null : <span className={css.detail}> – {detail}</span>}
    </>
  )
}

const DAY_MS = 86_400_000
const AMBER_DAYS = 7
const RED_DAYS = 28

/** How many days a task has been open. In its first week the children are shown instead. */
export function TaskAge({
  t,
  at,
  children = null,
}: {
  t: Translate
  at: string
  children?: ReactNode
}) {
  const [now] = useState(() => Date.now())
  const days = Math.floor((now - Date.parse(at)) / DAY_MS)
  if (days < AMBER_DAYS) return children
  return (
    <StatusMark kind={days < RED_DAYS ? 'warn' : 'bad'}>
      {t('task.days', { count: days })}
    </StatusMark>
  )
}

const OwnerOrOutcome = ({ t, task: { owner, outcome } }: { t: Translate; task: Cause }) =>
  outcome ? (
    <StatusMark kind={outcome === 'closed' ? 'off' : 'done'}>
      {t(`task.outcome.${outcome}`)}
    </StatusMark>
  ) : (
    (owner?.name ?? '–')
  )

const taskColumns = (t: Translate, euros: (cents: number) => string): Columns<Cause> => ({
  why: {
    label: 'task.name',
    cell: (task) => <TaskName t={t} task={task} euros={euros} />,
    fillsWidth: true,
    wraps: true,
    phonePosition: 'a',
  },
  kind: {
    label: 'task.kind',
    cell: ({ kind }) => <span className={css.soft}>{t(`task.of.${kind}`)}</span>,
    phonePosition: 'c',
  },
  cases: { label: 'task.cases', sortKey: 'cases', numeric: true, cell: ({ cases }) => cases },
  due_day: {
    label: 'task.due',
    sortKey: 'due_day',
    cell: (task) => <DueDate t={t} task={task} />,
    phonePosition: 'd',
  },
  since: {
    label: 'task.since',
    sortKey: 'first_at',
    cell: ({ first_at, outcome }) => (
      <span className={css.since}>
        <DateTime at={first_at} />
        {outcome === null ? <TaskAge t={t} at={first_at} /> : null}
      </span>
    ),
    phonePosition: 'g',
  },
  last: {
    label: 'task.last',
    sortKey: 'last_at',
    cell: ({ last_at }) => <DateTime at={last_at} />,
    defaultVisible: false,
  },
  tries: { label: 'task.tries', numeric: true, cell: ({ tries }) => tries, defaultVisible: false },
  owner: {
    label: 'task.owner',
    cell: (task) => <OwnerOrOutcome t={t} task={task} />,
  },
  channel: { label: 'channel', cell: ({ channel }) => channelCell(channel), defaultVisible: false },
  ...noColumn(
    'id',
    'cause',
    'reason',
    'detail',
    'order',
    'overdue_days',
    'first_at',
    'last_at',
    'owned_at',
    'closed_at',
    'outcome',
  ),
})
