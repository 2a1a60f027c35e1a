import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Tabs } from '#backoffice/kit/display/Tabs.tsx'
import { ChoiceBar } from '#backoffice/kit/form/ChoiceBar.tsx'
import { FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { withQueryParams } from '#backoffice/kit/router/address.tsx'
import { measureTitle } from '#backoffice/modules/reports/measure-title.ts'
import { MeasureChart } from '#backoffice/modules/reports/MeasureChart.tsx'
import { MetricTiles, PendingTiles } from '#backoffice/modules/reports/MetricTiles.tsx'
import { PeriodPicker } from '#backoffice/modules/reports/PeriodPicker.tsx'
import { OrdersByHour, VouchersAndPoints } from '#backoffice/modules/reports/VouchersAndPoints.tsx'
import { TopCards } from '#backoffice/modules/reports/TopCards.tsx'
import { useReportPeriod } from '#backoffice/modules/reports/use-report-period.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { staffAddress } from '#contract/client.staff.ts'
import { type Comparison, COMPARISONS, type Period } from '#domain/reports/compared-period.ts'
import { type Measure, MEASURES } from '#domain/reports/measures.ts'

import css from './ReportsPage.module.css'

const SECTIONS = ['orders', 'vouchers'] as const

/** A period in numbers, compared with an earlier one. Every number opens the rows behind it. */
export function ReportsPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { query, change, today, period, channel, filter, changePeriod } = useReportPeriod()
  const measure = MEASURES.find((name) => name === query.get('measure')) ?? 'orders'
  const compare =
    COMPARISONS.find((comparison) => comparison === query.get('compare')) ?? 'previous'
  const section = SECTIONS.find((name) => name === query.get('section')) ?? 'orders'
  const maySeeEmployers = staff.permissions.includes('employer.read')
  return (
    <>
      <PageHead
        title={t('reports.title')}
        besideTitle={<span className={css.soft}>{t('reports.help')}</span>}
        actions={
          <a
            className={actionButtonClass()}
            href={staffAddress('reportMetrics', { ...filter, as: 'csv' })}
            download
          >
            <BackofficeIcon name="download" />
            {t('export')}
          </a>
        }
      />
      <Tabs
        label={t('reports.sections')}
        tabs={SECTIONS.map((name) => ({
          to: `/backoffice/reports?${withQueryParams(query, { section: name })}`,
          name: t(`reports.section.${name}`),
          current: name === section,
        }))}
      />
      <div className={css.tools}>
        <PeriodPicker period={period} today={today} onChange={changePeriod} />
        {section === 'orders' ? (
          <CompareWith
            compare={compare}
            onChange={(next) => change({ compare: next }, { replace: true })}
          />
        ) : null}
      </div>
      <div className={css.body} data-page-columns>
        {section === 'orders' ? (
          <>
            <ComparedMeasures
              {...{ filter, channel, compare, measure }}
              onChoose={(next) => change({ measure: next }, { replace: true })}
            />
            <TopCards {...{ filter, channel, compare, measure, maySeeEmployers }} />
            <OrdersByHour filter={filter} />
          </>
        ) : (
          <VouchersAndPoints {...{ filter, channel, maySeeEmployers }} />
        )}
      </div>
    </>
  )
}

function CompareWith({
  compare,
  onChange,
}: {
  compare: Comparison
  onChange: (compare: string) => void
}) {
  const t = useTranslate()
  return (
    <FormSelect
      label={t('reports.compare')}
      value={compare}
      onChange={({ target }) => onChange(target.value)}
    >
      {COMPARISONS.map((comparison) => (
        <option key={comparison} value={comparison}>
          {t(`reports.compare.${comparison}`)}
        </option>
      ))}
    </FormSelect>
  )
}

type PartProps = {
  filter: Period & { channel?: string }
  channel: string | null
  compare: Comparison
  measure: Measure
}

function ComparedMeasures({
  filter,
  channel,
  compare,
  measure,
  onChoose,
}: PartProps & { onChoose: (measure: Measure) => void }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery({
    ...staffQuery('reportOverview', { ...filter, compare }),
    placeholderData: keepPreviousData,
  })
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  return (
    <>
      {data ? <MetricTiles data={data} channel={channel} /> : <PendingTiles />}
      <Card
        title={t(measureTitle(measure, filter))}
        actions={
          <ChoiceBar
            label={t('reports.measure')}
            chosen={measure}
            choices={MEASURES.map((value) => ({ value, name: t(`reports.measure.${value}`) }))}
            onChoose={onChoose}
          />
        }
      >
        {data ? (
          <MeasureChart {...{ data, measure, channel, compare }} height={280} />
        ) : (
          <div className={css.pendingChart} aria-busy="true" />
        )}
      </Card>
    </>
  )
}
