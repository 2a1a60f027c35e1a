import { useQuery } from '@tanstack/react-query'

import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { NumbersTable } from '#backoffice/kit/tables/NumbersTable.tsx'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { daysBetween } from '#domain/time/zone-days.ts'

import css from './HomePage.module.css'

type Item = StaffResponse<'dueItems'>['items'][number]

const ITEM_PATHS = {
  return: '/backoffice/orders/',
  batch: '/backoffice/batches/',
  release: '/backoffice/releases/',
  supplier: '/backoffice/suppliers/',
} as const

/** The number of items on the home page. The page of due items lists all of them. */
const SHOWN_ON_HOME = 5

/** Returns, batches, releases and suppliers with a date to come. Overdue ones are among the open tasks. */
export function DueItems({ channel }: { channel: string | null }) {
  const t = useTranslate()
  const { data, error, refetch } = useDue(channel)
  const items = data?.items.filter(({ due }) => due >= data.today) ?? []
  const title = t('due.title')
  return (
    <Card
      title={title}
      {...(items.length > 0
        ? {
            actions: (
              <BackofficeLink to="/backoffice/due" aria-label={`${title}: ${t('viewAll')}`}>
                {t('viewAll')}
              </BackofficeLink>
            ),
          }
        : {})}
    >
      {!data ? (
        <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingList} />
      ) : items.length === 0 ? (
        <p className={css.soft}>{t('due.none')}</p>
      ) : (
        <ul className={css.list} data-due-items>
          {items.slice(0, SHOWN_ON_HOME).map((item) => (
            <DueRow key={`${item.kind} ${item.id}`} item={item} today={data.today} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** A page with all due items of the selected channel as a table. */
export function DuePage() {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const [query] = useQueryParams()
  const { data, error, refetch } = useDue(query.get('channel'))
  return (
    <>
      <PageHead title={t('due.title')} />
      <div className={css.duePage}>
        {!data ? (
          <LoadingState error={error} onRetry={() => void refetch()} shape={css.pendingList} />
        ) : data.items.length === 0 ? (
          <p className={css.soft}>{t('due.none')}</p>
        ) : (
          <NumbersTable
            head={[t('due.subject'), t('due.what'), t('due.day'), t('due.left')]}
            textColumns={4}
            stacked
          >
            {data.items.map((item) => (
              <tr key={`${item.kind} ${item.id}`}>
                <td data-wide>
                  <BackofficeLink className={css.main} to={`${ITEM_PATHS[item.kind]}${item.id}`}>
                    {nameOf(item, t)}
                  </BackofficeLink>
                </td>
                <td data-wide>
                  <DueDetail item={item} />
                </td>
                <td className={css.dueDay}>{formatDay(language, item.due)}</td>
                <td className={css.dueDay}>
                  <DueDay due={item.due} today={data.today} />
                </td>
              </tr>
            ))}
          </NumbersTable>
        )}
      </div>
    </>
  )
}

export const useDue = (channel: string | null) =>
  useQuery(staffQuery('dueItems', channel === null ? {} : { channel }))

export function DueRow({ item, today }: { item: Item; today: string }) {
  const t = useTranslate()
  return (
    <li>
      <BackofficeLink className={css.main} to={`${ITEM_PATHS[item.kind]}${item.id}`}>
        {nameOf(item, t)}
      </BackofficeLink>
      <DueDay due={item.due} today={today} />
      <span className={css.detail}>
        <DueDetail item={item} />
      </span>
    </li>
  )
}

/** The action that is due. A planned release also has a time. */
function DueDetail({ item }: { item: Item }) {
  const t = useTranslate()
  const euros = useEuros()
  if (item.kind !== 'release' || item.at === null) return detailOf(item, t, euros)
  return (
    <>
      {t('due.release')} <DateTime at={item.at} channel={item.channel} />
    </>
  )
}

const nameOf = ({ kind, name, id }: Item, t: Translate) => {
  if (kind === 'return') return t('due.return', { order: id })
  return name === '' ? t('batchNumber', { id }) : name
}

function detailOf(
  { kind, count, points, cents }: Item,
  t: Translate,
  euros: (cents: number) => string,
) {
  if (kind === 'supplier') return t('due.supplier', { count })
  if (kind === 'batch') {
    return `${t('due.batch', { count })}, ${t('due.pointsLeft', { count: points })}`
  }
  return cents === 0
    ? t('due.refundPoints', { count: points })
    : t('due.refundBoth', { count: points, euros: euros(cents) })
}

/** '3 days overdue' in red, 'Today', 'Tomorrow', or in how many days. */
function DueDay({ due, today }: { due: string; today: string }) {
  const t = useTranslate()
  if (due < today)
    return (
      <b className={css.when} data-urgent="true">
        {t('due.overdue', { count: daysBetween(due, today) })}
      </b>
    )
  const days = daysBetween(today, due)
  return (
    <span className={css.when} data-soon={days <= 1}>
      {days === 0 ? t('today') : days === 1 ? t('due.tomorrow') : t('due.inDays', { count: days })}
    </span>
  )
}
