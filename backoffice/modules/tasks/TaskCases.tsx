import type { ReactNode } from 'react'

import { useListedOrders } from '#backoffice/kit/api/use-listed-orders.ts'
import { GiftWithPicture } from '#backoffice/kit/display/GiftImage.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { reasonText } from '#backoffice/kit/domain-texts/task-texts.ts'
import { Card } from '#backoffice/kit/page/Card.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'

import css from './TaskPage.module.css'

type Task = StaffResponse<'task'>
type Item = Task['items'][number]

/** The most items that the page lists. The list of orders has all of them. */
const LISTED = 20

/** The orders, payments or jobs of a task. Orders name their recipient and gifts. */
export function TaskCases({ task, staff }: { task: Task; staff: StaffPageProps['staff'] }) {
  const t = useTranslate()
  const euros = useEuros()
  const items = task.items.slice(0, LISTED)
  const orders = useListedOrders(
    items.flatMap(({ order }) => order ?? []),
    staff.permissions,
  )
  const reasonOf = ({ reason, detail }: Item) =>
    reasonText({ kind: task.kind, reason, detail }, t, euros)
  // The part that all items share is above the list.
  const hasReasons = new Set(task.items.map(reasonOf)).size > 1
  const columns: { label: string; cell: (item: Item) => ReactNode }[] = [
    { label: t('task.subject'), cell: (item) => <Subject task={task} item={item} /> },
    ...(orders.size > 0
      ? [
          {
            label: t('order.person'),
            cell: ({ order }: Item) => (order && orders.get(order)?.person.name) || '–',
          },
          {
            label: t('order.gifts'),
            cell: ({ order: number }: Item) => {
              const order = number ? orders.get(number) : undefined
              return order ? (
                <GiftWithPicture file={order.picture}>{order.gifts}</GiftWithPicture>
              ) : (
                '–'
              )
            },
          },
        ]
      : []),
    ...(hasReasons ? [{ label: t('task.why'), cell: (item: Item) => reasonOf(item) || '–' }] : []),
    { label: t('task.since'), cell: ({ first_at }) => <DateTime at={first_at} /> },
    { label: t('task.tries'), cell: ({ tries }) => tries },
  ]
  return (
    <Card title={t('task.itsCases')}>
      <div className={css.scroll}>
        <table className={css.rows}>
          <thead>
            <tr>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                {columns.map(({ label, cell }, at) => (
                  <td key={label} data-head={at > 0 ? label : undefined}>
                    {cell(item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {task.cases > LISTED ? (
        <p className={css.soft}>{t('task.andMore', { count: task.cases - LISTED })}</p>
      ) : null}
    </Card>
  )
}

function Subject({ task, item }: { task: Task; item: Item }) {
  if (item.order)
    return <BackofficeLink to={`/backoffice/orders/${item.order}`}>{item.order}</BackofficeLink>
  if (task.kind === 'work-failed')
    return (
      <BackofficeLink to={`/backoffice/background-jobs/${item.subject}`}>
        #{item.subject}
      </BackofficeLink>
    )
  return item.subject
}
