import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink, useAsked } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { PERIODS } from '#backoffice/modules/reports/report-period.ts'
import { MetricStrip } from '#backoffice/modules/reports/ReportStrip.tsx'
import { LoadFailure } from '#backoffice/kit/page/LoadError.tsx'
import { useZone } from '#backoffice/kit/time/use-time-zone.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Role } from '#domain/staff/permissions.ts'
import { ROLE_DEFINITIONS } from '#domain/staff/role-definitions.ts'
import { dayAt } from '#domain/time/zone-days.ts'

import css from './TodayPage.module.css'

/** Figures of the last seven days. If they fail to load, the rest of the page stays. */
export function ReportsToday({ role }: { role: Role }) {
  const t = useTranslate()
  const [asked] = useAsked()
  const channel = asked.get('channel')
  const zone = useZone(channel)
  const [now] = useState(() => Date.now())
  const period = PERIODS.week(dayAt(now, zone))
  const { data, error, refetch } = useQuery(
    staffQuery('figures', { ...period, ...(channel === null ? {} : { channel }) }),
  )
  if (error && !data) return <LoadFailure error={error} again={() => void refetch()} />
  if (!data) return null
  return (
    <section className={css.part} aria-label={t('reports.lastWeek')}>
      <h2>{t('reports.lastWeek')}</h2>
      <MetricStrip
        sums={data.sums}
        figures={ROLE_DEFINITIONS[role].figures}
        asked={{ ...period, channel }}
      />
      <p className={css.ways}>
        <BackofficeLink to="/backoffice/figures">{t('reports.all')}</BackofficeLink>
      </p>
    </section>
  )
}
