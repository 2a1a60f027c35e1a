import { useQuery } from '@tanstack/react-query'

import { BackofficeLink, useQueryParams } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { shortDay } from '#backoffice/kit/charts/figure-format.ts'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { PartAwaited } from '#backoffice/kit/page/PartAwaited.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { Moment } from '#backoffice/kit/time/DateTime.tsx'
import {
  type Translate,
  useBackofficeLanguage,
  useTranslate,
} from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import { daysIn } from '#domain/reports/compared-period.ts'
import { addDays } from '#domain/time/zone-days.ts'

import css from './HomePage.module.css'

type Item = StaffResponse<'dueItems'>['items'][number]

const PLACE = {
  return: '/backoffice/orders/',
  batch: '/backoffice/batches/',
  release: '/backoffice/releases/',
  supplier: '/backoffice/suppliers/',
} as const

/** Returns, batches, releases and suppliers with a date, the most overdue first. */
export function DueItems({ channel }: { channel: string | null }) {
  const t = useTranslate()
  const due = useDue(channel)
  const { data } = due
  const late = data?.items.filter(({ due }) => due < data.today).length ?? 0
  return (
    <Card
      title={t('due.title')}
      {...(late > 0
        ? { aside: <b className={css.bad}>{t('due.overdueCount', { count: late })}</b> }
        : {})}
    >
      <DueList due={due} />
    </Card>
  )
}

/** The same on a page of its own, for the selected channel. */
export function DuePage() {
  const t = useTranslate()
  const [asked] = useQueryParams()
  const due = useDue(asked.get('channel'))
  return (
    <>
      <PageHead title={t('due.title')} />
      <div className={css.duePage}>
        <DueList due={due} />
      </div>
    </>
  )
}

const useDue = (channel: string | null) =>
  useQuery(staffQuery('dueItems', channel === null ? {} : { channel }))

function DueList({ due: { data, error, refetch } }: { due: ReturnType<typeof useDue> }) {
  const t = useTranslate()
  if (!data) {
    return <PartAwaited error={error} again={() => void refetch()} shape={css.pendingList} />
  }
  if (data.items.length === 0) return <p className={css.soft}>{t('due.none')}</p>
  return (
    <ul className={css.list} data-due-items>
      {data.items.map((item) => (
        <DueRow key={`${item.kind} ${item.id}`} item={item} today={data.today} />
      ))}
    </ul>
  )
}

function DueRow({ item, today }: { item: Item; today: string }) {
  const t = useTranslate()
  const euros = useEuros()
  return (
    <li>
      <BackofficeLink className={css.main} to={`${PLACE[item.kind]}${item.id}`}>
        {nameOf(item, t)}
      </BackofficeLink>
      <DueDay due={item.due} today={today} />
      <span className={css.detail}>
        {item.kind === 'release' && item.at !== null ? (
          <Moment at={item.at} channel={item.channel} />
        ) : (
          detailOf(item, t, euros)
        )}
      </span>
    </li>
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

/** '3 days overdue' in red, 'Today', 'Tomorrow', or the day. */
function DueDay({ due, today }: { due: string; today: string }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  if (due < today)
    return (
      <b className={css.when} data-urgent="true">
        {t('due.overdue', { count: daysIn({ from: due, to: today }) - 1 })}
      </b>
    )
  const named = due === today ? t('today') : due === addDays(today, 1) ? t('due.tomorrow') : null
  return (
    <span className={css.when} data-soon={named !== null}>
      {named ?? shortDay(due, language)}
    </span>
  )
}
