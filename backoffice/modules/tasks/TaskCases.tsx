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
const MAX_LISTED = 20

/** The orders, payments or jobs of a task. Orders name their recipient and gifts. */
export function TaskCases({ task, staff }: { task: Task; staff: StaffPageProps['staff'] }) {
  const t = useTranslate()
  const euros = useEuros()
  const items = task.items.slice(0, MAX_LISTED)
  const orders = useListedOrders(
    items.flatMap(({ order }) => order ?? []),
    staff.permissions,
  )
  const reasonOf = ({ reason, detail }: Item) =>
    reasonText({ kind: task.kind, reason, detail }, t, euros)
  // A reason that all items share is shown above the list.
  const hasReasonColumn = new Set(task.items.map(reasonOf)).size > 1
  const columns = [
    'task.subject',
    ...(orders.size > 0 ? (['order.person', 'order.gifts'] as const) : []),
    ...(hasReasonColumn ? (['task.why'] as const) : []),
    'task.since',
    'task.tries',
  ] as const
  return (
    <Card title={t('task.itsCases')}>
      <div className={css.scroll}>
        <table className={css.rows}>
          <thead>
            <tr>
              {columns.map((label) => (
                <th key={label} scope="col">
                  {t(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((item) => (
              <tr key={item.id}>
                <td>
                  <Subject task={task} item={item} />
                </td>
                {orders.size > 0 ? <OrderCells order={orders.get(item.order ?? '')} /> : null}
                {hasReasonColumn ? (
                  <td className={css.soft} data-head={t('task.why')}>
                    {reasonOf(item) || '–'}
                  </td>
                ) : null}
                <td data-head={t('task.since')}>
                  <DateTime at={item.first_at} />
                </td>
                <td data-head={t('task.tries')}>{item.tries}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {task.cases > MAX_LISTED ? (
        <p className={css.soft}>{t('task.andMore', { count: task.cases - MAX_LISTED })}</p>
      ) : null}
    </Card>
  )
}

function OrderCells({
  order,
}: {
  order: StaffResponse<'staffOrders'>['items'][number] | undefined
}) {
  const t = useTranslate()
  return (
    <>
      <td data-head={t('order.person')}>{order?.person.name ?? '–'}</td>
      <td data-head={t('order.gifts')}>
        {order ? <GiftWithPicture file={order.picture}>{order.gifts}</GiftWithPicture> : '–'}
      </td>
    </>
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
