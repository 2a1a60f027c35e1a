import { useQuery } from '@tanstack/react-query'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import type { StaffPageProps } from '#backoffice/kit/page/staff-page-props.ts'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { History } from '#backoffice/kit/audit/AuditHistory.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { PageHead } from '#backoffice/kit/page/PageHead.tsx'
import { ReportsToday } from '#backoffice/modules/today/ReportsToday.tsx'
import { UpcomingReleases } from '#backoffice/modules/today/UpcomingReleases.tsx'
import { QuestionsToday, TasksToday } from '#backoffice/modules/today/TasksToday.tsx'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

import css from './TodayPage.module.css'

/** The start page: open work, last week's figures, the user's channels and recent actions. */
export function TodayPage({ staff }: StaffPageProps) {
  const t = useTranslate()
  const { data: channels } = useQuery(staffQuery('channelNames', {}))
  const { data: factors } = useQuery(staffQuery('factors', {}))
  const { data: waiting } = useQuery(staffQuery('approvals', { whose: 'to-decide', limit: 1 }))
  const may = (permission: (typeof staff.permissions)[number]) =>
    staff.permissions.includes(permission)
  const seesOwn = may('audit.read') || may('audit.own')
  return (
    <>
      <PageHead title={t('today')} />
      <div className={css.body}>
        <div className={css.side}>
          {factors && !factors.totp ? (
            <Notice kind="warn">
              {t('authenticatorMissing')}{' '}
              <BackofficeLink to="/backoffice/account">{t('setUpAuthenticator')}</BackofficeLink>
            </Notice>
          ) : null}
          {factors && !factors.recovery_codes_saved ? (
            <Notice kind="warn">
              {t('recovery.unsaved')}{' '}
              <BackofficeLink to="/backoffice/account">{t('newCodes')}</BackofficeLink>
            </Notice>
          ) : null}
          {waiting && waiting.total.count > 0 ? (
            <Notice kind="info">
              <BackofficeLink to="/backoffice/approvals?whose=to-decide">
                {t('approval.waitsForYou', { count: waiting.total.count })}
              </BackofficeLink>
            </Notice>
          ) : null}
          {may('task.read') ? <TasksToday /> : null}
          {may('inbox.answer') ? <QuestionsToday /> : null}
          {may('content.read') ? <UpcomingReleases /> : null}
          {may('reports.read') ? <ReportsToday role={staff.role} /> : null}
        </div>
        <div className={css.side}>
          <section className={css.part}>
            <h2>{t('yourChannels')}</h2>
            <p>{t(`role.${staff.role}`)}</p>
            <ul className={css.channels}>
              {(channels?.items ?? []).map(({ id, name }) => (
                <li key={id}>
                  <span className={css.id}>{id}</span> {name}
                </li>
              ))}
            </ul>
          </section>
          {seesOwn ? (
            <History title={t('recentActivity')} asked={{ staff: staff.id, limit: 8 }} />
          ) : null}
        </div>
      </div>
    </>
  )
}
