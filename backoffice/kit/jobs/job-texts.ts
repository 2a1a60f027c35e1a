import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { JobKindName } from '#contract/tasks/background-jobs.staff.ts'

type Job = Pick<StaffResponse<'backgroundJob'>, 'done' | 'total' | 'result'>
type KindTexts = {
  name: MessageKey
  resultText: (t: Translate, job: Job) => string
  /** The text after a cancellation. By default: what was done until then. */
  cancelledText?: MessageKey
}

/** The name of each kind of background job, and how its result is shown. */
const KINDS: Record<JobKindName, KindTexts> = {
  'audit-export': {
    name: 'job.audit-export',
    resultText: (t, { done }) => t('rowsWritten', { count: done }),
  },
  'batch-making': {
    name: 'job.batch-making',
    resultText: (t, { done }) => t('vouchersMade', { count: done }),
    cancelledText: 'creationCancelled',
  },
  'import-take': {
    name: 'job.import-take',
    resultText: (t, { done }) => t('rowsChecked', { count: done }),
  },
  retention: {
    name: 'job.retention',
    resultText: (t, { done }) => t('privacy.workDid', { count: done }),
  },
  simulation: {
    name: 'job.simulation',
    resultText: (t, { result }) => t('simulation.did', { count: Number(result['ordered'] ?? 0) }),
  },
}

export const isJobKind = (kind: string): kind is JobKindName => Object.hasOwn(KINDS, kind)
export const jobName = (t: Translate, kind: JobKindName) => t(KINDS[kind].name)
export const jobFailureText = (t: Translate, kind: JobKindName) =>
  t(KINDS[kind].cancelledText ?? 'jobCancelled')
export const jobResultText = (t: Translate, kind: JobKindName, job: Job) =>
  KINDS[kind].resultText(t, job)

export const jobProgressText = (t: Translate, { done, total }: Pick<Job, 'done' | 'total'>) =>
  total === null ? t('countSoFar', { count: done }) : t('countOf', { done, total })

export const JOB_STATUS_MARKS = {
  waiting: 'wait',
  working: 'half',
  done: 'done',
  failed: 'bad',
  cancelled: 'off',
} as const
