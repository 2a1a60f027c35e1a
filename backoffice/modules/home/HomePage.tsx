import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { PageColumns } from '#backoffice/kit/page/PageColumns.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { useMedia } from '#backoffice/kit/display/use-media.ts'
import { AuditHistory } from '#backoffice/kit/audit/AuditHistory.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { AuthenticatorAdvice } from '#backoffice/modules/home/AuthenticatorAdvice.tsx'
import { DueItems } from '#backoffice/modules/home/DueItems.tsx'
import { HOME_LAYOUTS, type HomePart, inOneColumn } from '#backoffice/modules/home/home-parts.ts'
import { HomeCharts, HomeMetrics } from '#backoffice/modules/home/HomeMetrics.tsx'
import { OpenQuestions, OpenTasks } from '#backoffice/modules/home/OpenTasks.tsx'
import { StockEnding } from '#backoffice/modules/home/StockEnding.tsx'
import { TopGifts } from '#backoffice/modules/home/TopGifts.tsx'
import { UpcomingReleases } from '#backoffice/modules/home/UpcomingReleases.tsx'
import { PeriodPicker } from '#backoffice/modules/reports/PeriodPicker.tsx'
import { useReportPeriod } from '#backoffice/modules/reports/use-report-period.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { Permission } from '#domain/staff/permissions.ts'

import css from './HomePage.module.css'

/** A part is shown to users with one of these permissions. */
const PART_PERMISSIONS: Record<HomePart, readonly Permission[]> = {
  metrics: ['reports.read'],
  charts: ['reports.read'],
  gifts: ['reports.read'],
  tasks: ['task.read'],
  questions: ['inbox.answer'],
  releases: ['content.read'],
  due: ['task.read'],
  stock: ['catalogue.read'],
  activity: ['audit.read', 'audit.own'],
}

/** The start page: a period in numbers, what is due, and the role's own work first. */
export function HomePage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { today, period, channel, filter, changePeriod } = useReportPeriod()
  const layout = HOME_LAYOUTS[staff.role]
  const isNarrow = useMedia('(width < 64rem)')
  const parts: Record<HomePart, ReactNode> = {
    metrics: <HomeMetrics {...{ filter, channel, today }} />,
    charts: <HomeCharts filter={filter} channel={channel} />,
    gifts: <TopGifts filter={filter} channel={channel} />,
    tasks: <OpenTasks />,
    questions: <OpenQuestions />,
    releases: <UpcomingReleases />,
    due: <DueItems channel={channel} />,
    stock: <StockEnding channel={channel} />,
    activity: <AuditHistory title={t('recentActivity')} query={{ staff: staff.id, limit: 6 }} />,
  }
  const renderParts = (names: readonly HomePart[]) =>
    names
      .filter((name) =>
        PART_PERMISSIONS[name].some((permission) => staff.permissions.includes(permission)),
      )
      .map((name) => (
        <div key={name} className={css.part} data-home-part={name}>
          {parts[name]}
        </div>
      ))
  return (
    <>
      <PageHead
        title={t('nav.home')}
        actions={
          staff.permissions.includes('reports.read') ? (
            <div className={css.period}>
              <PeriodPicker period={period} today={today} onChange={changePeriod} />
            </div>
          ) : undefined
        }
      />
      <AccountAdvice staff={staff} />
      {isNarrow ? (
        <PageColumns side={null}>{renderParts(inOneColumn(layout))}</PageColumns>
      ) : (
        <PageColumns side={renderParts(layout.side)}>{renderParts(layout.main)}</PageColumns>
      )}
    </>
  )
}

/** Set-up steps that the user still has to do. */
function AccountAdvice({ staff }: Pick<StaffPageProps, 'staff'>) {
  const t = useTranslate()
  const { data: factors } = useQuery(staffQuery('factors', {}))
  if (!factors) return null
  return (
    <div className={css.notices}>
      {factors.totp ? null : <AuthenticatorAdvice staff={staff.id} />}
      {factors.recovery_codes_saved ? null : (
        <p className={css.advice}>
          <BackofficeIcon name="shield" />
          <span>{t('recovery.unsaved')}</span>
          <BackofficeLink to="/backoffice/account">{t('newCodes')}</BackofficeLink>
        </p>
      )}
    </div>
  )
}
