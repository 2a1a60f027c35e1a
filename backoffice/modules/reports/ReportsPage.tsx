import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink, useAsked } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { DayPlot } from '#backoffice/kit/charts/DayChart.tsx'
import {
  nameOfPeriod,
  type Period,
  PERIOD_NAMES,
  periodIn,
  PERIODS,
} from '#backoffice/modules/reports/report-period.ts'
import { metricHref, hourText, share, shortDay } from '#backoffice/kit/charts/figure-format.ts'
import { MetricStrip } from '#backoffice/modules/reports/ReportStrip.tsx'
import { HourPlot } from '#backoffice/kit/charts/HourChart.tsx'
import { BarList } from '#backoffice/kit/charts/BarList.tsx'
import { PointsAccount } from '#backoffice/modules/reports/PointsStatement.tsx'
import { ChartTable } from '#backoffice/kit/charts/ChartTable.tsx'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { DateField } from '#backoffice/kit/form/DateField.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import { type StaffResponse, staffAddress } from '#contract/client.staff.ts'
import type { SummedMetric } from '#contract/reports/reports.staff.ts'
import { dayAt } from '#domain/time/zone-days.ts'

import css from '../../kit/charts/charts.module.css'

type Figures = StaffResponse<'figures'>
type Asked = Period & { channel: string | null }

const CAME: readonly SummedMetric[] = ['made', 'claimed', 'orders', 'gifts']
const MONEY: readonly SummedMetric[] = ['paid', 'euros-back', 'questions', 'cases']

/** Figures of a period. Each links to the rows behind the sum. */
export function ReportsPage() {
  const t = useTranslate()
  const [address, change] = useAsked()
  const channel = address.get('channel')
  const zone = useZone(channel)
  const [now] = useState(() => Date.now())
  const today = dayAt(now, zone)
  const period = periodIn(address, today)
  const asked = { ...period, ...(channel === null ? {} : { channel }) }
  const { data, error, refetch } = useQuery({
    ...staffQuery('figures', asked),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead
        title={t('reports.title')}
        beside={<span className={css.soft}>{t('reports.help')}</span>}
        acts={
          <a
            className={actionButtonClass()}
            href={staffAddress('figures', { ...asked, as: 'csv' })}
            download
          >
            <BackofficeIcon name="download" />
            {t('export')}
          </a>
        }
      />
      <PeriodFields
        period={period}
        today={today}
        go={(next) => change({ ...period, ...next }, { replace: true })}
      />
      {error && !data ? <LoadFailure error={error} again={() => void refetch()} /> : null}
      {data ? <Sheet data={data} asked={{ ...period, channel }} /> : null}
    </>
  )
}

type PeriodFieldsProps = { period: Period; today: string; go: (next: Partial<Period>) => void }

function PeriodFields({ period, today, go }: PeriodFieldsProps) {
  const t = useTranslate()
  return (
    <div className={css.tools}>
      <FormSelect
        data-anchor="period"
        label={t('reports.period')}
        value={nameOfPeriod(period, today) ?? ''}
        onChange={({ target }) => {
          const name = PERIOD_NAMES.find((one) => one === target.value)
          if (name) go(PERIODS[name](today))
        }}
      >
        {PERIOD_NAMES.map((name) => (
          <option key={name} value={name}>
            {t(`reports.period.${name}`)}
          </option>
        ))}
        <option value="">{t('reports.period.own')}</option>
      </FormSelect>
      <DateField
        label={t('from')}
        value={period.from}
        onValue={(from) => (from === '' ? undefined : go({ from }))}
      />
      <DateField
        label={t('until')}
        value={period.to}
        min={period.from}
        onValue={(to) => (to === '' ? undefined : go({ to }))}
      />
    </div>
  )
}

function Sheet({ data, asked }: { data: Figures; asked: Asked }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const { sums, funnel, categories } = data
  return (
    <div className={css.body}>
      <MetricStrip sums={sums} figures={CAME} asked={asked} />
      <MetricStrip sums={sums} figures={MONEY} asked={asked} />
      <div className={css.columns}>
        <Days data={data} asked={asked} />
        <PointsAccount sums={sums} asked={asked} />
        <section className={css.part} aria-label={t('reports.funnel')}>
          <h2>{t('reports.funnel')}</h2>
          <BarList
            bars={funnel.map(({ step, count }) => ({
              key: step,
              name: t(`reports.step.${step}`),
              value: count,
              text: count.toLocaleString(language),
              note: share(count, sums.claimed, t),
              to: metricHref('claimed', { ...asked, step }),
            }))}
          />
        </section>
        <section className={css.part} aria-label={t('reports.byCategory')}>
          <h2>{t('reports.byCategory')}</h2>
          {categories.length === 0 ? <p>{t('reports.nothing')}</p> : null}
          <BarList
            bars={categories.map(({ id, name, gifts }) => ({
              key: id ?? '-',
              name: id === null ? t('reports.noCategory') : name,
              value: gifts,
              text: gifts.toLocaleString(language),
              note: share(gifts, sums.gifts, t),
              to: metricHref('gifts', { ...asked, category: id ?? '-' }),
            }))}
          />
        </section>
        <ByHour data={data} asked={asked} />
      </div>
    </div>
  )
}

function ByHour({ data: { hours, time_zone }, asked }: { data: Figures; asked: Asked }) {
  const t = useTranslate()
  return (
    <section className={css.part} aria-label={t('reports.byHour')}>
      <h2>{t('reports.byHour')}</h2>
      <HourPlot hours={hours} />
      <p className={css.soft}>
        {time_zone === null ? t('reports.ownClocks') : t('reports.clock', { zone: time_zone })}
      </p>
      <ChartTable
        summary={t('reports.asTable')}
        caption={t('reports.byHour')}
        head={[t('reports.hour'), t('reports.of.orders')]}
        rows={hours.flatMap((orders, hour) =>
          orders === 0
            ? []
            : {
                key: hourText(hour),
                name: hourText(hour),
                to: metricHref('orders', { ...asked, hour }),
                values: [String(orders)],
              },
        )}
      />
    </section>
  )
}

function Days({ data: { days }, asked }: { data: Figures; asked: Asked }) {
  const t = useTranslate()
  const euros = useEuros()
  const { language } = useBackofficeLanguage()
  return (
    <section className={css.part} aria-label={t('reports.ordersADay')}>
      <h2>
        <BackofficeLink to={metricHref('orders', asked)}>{t('reports.ordersADay')}</BackofficeLink>
      </h2>
      <DayPlot days={days} />
      <ChartTable
        summary={t('reports.asTable')}
        caption={t('reports.ordersADay')}
        head={[
          t('reports.day'),
          t('reports.of.orders'),
          t('reports.of.spent'),
          t('reports.of.paid'),
        ]}
        rows={days.map(({ day, orders, spent, paid }) => ({
          key: day,
          name: shortDay(day, language),
          to: metricHref('orders', { ...asked, from: day, to: day }),
          values: [
            orders.toLocaleString(language),
            spent.toLocaleString(language),
            paid === 0 ? '–' : euros(paid),
          ],
        }))}
      />
    </section>
  )
}
