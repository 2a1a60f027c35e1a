import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { Popover } from '#backoffice/kit/dialogs/Popover.tsx'
import { jobProgressText, JOB_STATUS_MARKS, jobName } from '#backoffice/kit/jobs/job-texts.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import { saveSetting, readSetting } from '#backoffice/staff-storage.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { Staff } from '#contract/staff/sign-in.staff.ts'

import css from './NavigationPopover.module.css'

type Job = StaffResponse<'backgroundJobs'>['items'][number]

/** Recent background jobs. The bell is marked if a job of the user has ended since the menu was last opened. */
export function Notifications({ staff }: { staff: Staff }) {
  const t = useTranslate()
  const { data } = useQuery(staffQuery('backgroundJobs', { limit: 6 }))
  const jobs = data?.items ?? []
  const newest = newestEnd(jobs.filter((job) => job.staff.id === staff.id))
  const settingName = `notifications.${staff.id}`
  const [seen, setSeen] = useState(() => readSetting(settingName) ?? '')
  const isNew = newest > seen
  const markAsSeen = () => {
    saveSetting(settingName, newest)
    setSeen(newest)
  }
  return (
    <Popover
      up
      label={t('nav.notifications')}
      triggerClass={css.face}
      onOpen={markAsSeen}
      trigger={
        <>
          <BackofficeIcon name="bell" />
          {isNew ? <span className={css.dot} /> : null}
          <span className="visually-hidden">
            {t(isNew ? 'nav.newNotifications' : 'nav.notifications')}
          </span>
        </>
      }
    >
      {(close) => (
        <>
          {jobs.length === 0 ? <p className={css.none}>{t('nav.noNotifications')}</p> : null}
          <ul className={css.list}>
            {jobs.map((job) => (
              <li key={job.id}>
                <JobLink job={job} onGo={close} />
              </li>
            ))}
          </ul>
          <BackofficeLink to="/backoffice/background-jobs" onClick={close}>
            {t('nav.allJobs')}
          </BackofficeLink>
        </>
      )}
    </Popover>
  )
}

const newestEnd = (jobs: readonly Job[]) =>
  jobs.reduce((newest, { ended_at }) => (ended_at && ended_at > newest ? ended_at : newest), '')

function JobLink({ job, onGo }: { job: Job; onGo: () => void }) {
  const t = useTranslate()
  return (
    <BackofficeLink
      to={`/backoffice/background-jobs/${job.id}`}
      className={css.item}
      onClick={onGo}
    >
      <span>{jobName(t, job.kind)}</span>
      <span className={css.soft}>
        <StatusMark kind={JOB_STATUS_MARKS[job.state]}>
          {job.state === 'working' ? jobProgressText(t, job) : t(`jobState.${job.state}`)}
        </StatusMark>
        <DateTime at={job.ended_at ?? job.made_at} />
      </span>
    </BackofficeLink>
  )
}
