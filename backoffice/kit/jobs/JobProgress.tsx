import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { staffQuery } from '#backoffice/kit/api/staff-queries.ts'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeIcon } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { Notice } from '#backoffice/kit/display/Notice.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { LoadError } from '#backoffice/kit/page/LoadError.tsx'
import {
  jobProgressText,
  JOB_STATUS_MARKS,
  jobResultText,
  jobName,
  jobFailureText,
} from '#backoffice/kit/jobs/job-texts.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import { staffAddress, type StaffResponse } from '#contract/client.staff.ts'
import { useAnnounce } from '#ui/components/Announcer.tsx'

import css from './JobProgress.module.css'

type Job = StaffResponse<'backgroundJob'>

const POLL_INTERVAL_MS = 1000
const isRunning = ({ state }: Job) => state === 'waiting' || state === 'working'

/**
 * Progress of a background job, read by its id. A reload, another page or another computer shows the same state. The
 * job can be cancelled, and its result is shown.
 */
export function JobProgress({ id, help }: { id: string; help?: string }) {
  const t = useTranslate()
  const announce = useAnnounce()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    ...staffQuery('backgroundJob', { id }),
    refetchInterval: ({ state }) =>
      state.data && isRunning(state.data) ? POLL_INTERVAL_MS : false,
  })
  const cancel = useAction('cancelJob', { done: ({ kind }) => jobFailureText(t, kind) })
  const wasRunning = useRef(false)
  useEffect(() => {
    if (!data) return
    const hasEnded = wasRunning.current && !isRunning(data)
    wasRunning.current = isRunning(data)
    if (!hasEnded) return
    announce(`${jobName(t, data.kind)}: ${t(`jobState.${data.state}`)}`)
    // The job may have changed any data on the page, so all queries are refetched.
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== 'me' && queryKey[0] !== 'backgroundJob',
    })
  }, [data])

  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const name = jobName(t, data.kind)
  return (
    <section className={css.job} aria-label={name}>
      <p className={css.line}>
        <StatusMark kind={JOB_STATUS_MARKS[data.state]}>{t(`jobState.${data.state}`)}</StatusMark>
        <span className={css.count}>
          {isRunning(data) ? jobProgressText(t, data) : jobResultText(t, data.kind, data)}
        </span>
      </p>
      {isRunning(data) ? (
        <>
          <progress
            className={css.bar}
            aria-label={name}
            max={data.total ?? undefined}
            value={data.total === null ? undefined : data.done}
          />
          <p className={css.soft}>{help ?? t('jobKeepsRunning')}</p>
          {cancel.failure ? <Notice kind="bad">{cancel.failure}</Notice> : null}
          <ActionButton busy={cancel.busy} onClick={() => void cancel.run({ id })}>
            {t('cancelJob')}
          </ActionButton>
        </>
      ) : (
        <JobResult job={data} />
      )}
    </section>
  )
}

function JobResult({ job }: { job: Job }) {
  const t = useTranslate()
  const { id, kind, state, problem, file } = job
  if (state === 'failed') {
    return (
      <Notice kind="bad">
        <p>{t('jobFailed')}</p>
        <p>
          {problem === 'not-allowed' || problem === 'not-found'
            ? t(problem === 'not-found' ? 'notThere' : 'notAllowed')
            : t('jobFailedRepeatedly', { list: t('task.title'), number: `#${id}` })}
        </p>
      </Notice>
    )
  }
  if (state === 'cancelled') return <Notice kind="info">{jobFailureText(t, kind)}</Notice>
  if (!file) return null
  return (
    <>
      <a
        className={actionButtonClass('main')}
        href={staffAddress('backgroundJobFile', { id })}
        download
      >
        <BackofficeIcon name="download" />
        {t('downloadFile', { name: file.name })}
      </a>
      <p className={css.soft}>{t('fileAvailable')}</p>
    </>
  )
}
