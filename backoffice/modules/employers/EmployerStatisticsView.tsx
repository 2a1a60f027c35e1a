import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { NumbersTable } from '#backoffice/kit/tables/NumbersTable.tsx'
import { Card } from '#backoffice/kit/page/Card.tsx'
import { LoadingState } from '#backoffice/kit/page/LoadingState.tsx'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { useBackofficeLanguage, useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { EmployerStatistics } from '#contract/employers/statistics-fields.ts'

import css from './Employers.module.css'

type Row = EmployerStatistics['items'][number]

/** The employer's own statistics: the same rows that its database role reads, by campaign. */
export function EmployerStatisticsView({ employer }: { employer: string }) {
  const t = useTranslate()
  const { data, error, refetch } = useQuery(staffQuery('employerStatistics', { id: employer }))
  const items = data?.items ?? []
  const campaignIds = [...new Set(items.map(({ campaign }) => campaign.id))]
  const byCampaign = campaignIds.map((id) => items.filter(({ campaign }) => campaign.id === id))
  return (
    <Card title={t('employerView.title')}>
      <p className={css.soft}>{t('employerView.help')}</p>
      {data ? null : <LoadingState error={error} onRetry={() => void refetch()} />}
      {data && data.items.length === 0 ? <p>{t('employerView.none')}</p> : null}
      {byCampaign.length > 0 ? (
        <div className={css.figures}>
          <NumbersTable
            head={[
              t('campaign'),
              t('employerView.people'),
              t('employerView.sent'),
              t('employerView.bounced'),
              t('employerView.came'),
              t('employerView.ordered'),
              t('employerView.spent'),
            ]}
            textColumns={1}
            stacked
          >
            {byCampaign.map((rows) => (
              <CampaignRows key={rows[0]?.campaign.id} rows={rows} />
            ))}
          </NumbersTable>
        </div>
      ) : null}
      {data?.made_at ? (
        <p className={css.soft}>
          {t('employerView.addedUp')} <DateTime at={data.made_at} />
        </p>
      ) : null}
    </Card>
  )
}

/** The campaign's total, and its departments after the user expands them. */
function CampaignRows({ rows }: { rows: Row[] }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const total = rows.find(({ department }) => department === '')
  const departments = rows.filter(({ department }) => department !== '')
  return (
    <>
      {total ? (
        <tr>
          <td role="rowheader" className={css.campaign} data-wide>
            {total.campaign.name}
            {departments.length > 0 ? (
              <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {t('employerView.departments', { count: departments.length })}
              </button>
            ) : null}
          </td>
          <Figures row={total} />
        </tr>
      ) : null}
      {isOpen
        ? departments.map((row) => (
            <tr key={row.department}>
              <td role="rowheader" className={css.department} data-wide>
                {row.department}
              </td>
              <Figures row={row} />
            </tr>
          ))
        : null}
    </>
  )
}

function Figures({ row: { people, sent, bounced, came, ordered, spent_points } }: { row: Row }) {
  const t = useTranslate()
  const { language } = useBackofficeLanguage()
  const formatNumber = (value: number) => value.toLocaleString(language)
  const atLeast = (value: number) => t('employerView.atLeast', { count: formatNumber(value) })
  const lowerBound = (value: number | null) => {
    if (value === null) return t('employerView.few')
    return value === 0 ? '0' : atLeast(value)
  }
  const figures: [MessageKey, string][] = [
    ['employerView.people', formatNumber(people)],
    ['employerView.sent', lowerBound(sent)],
    ['employerView.bounced', lowerBound(bounced)],
    ['employerView.came', lowerBound(came)],
    ['employerView.ordered', lowerBound(ordered)],
    ['employerView.spent', spent_points === null ? '–' : atLeast(spent_points)],
  ]
  return figures.map(([head, figure]) => (
    <td key={head} className={css.number} data-head={t(head)}>
      {figure}
    </td>
  ))
}
