import type { Say } from '#backoffice/i18n/translator.tsx'
import type { WordKey } from '#backoffice/i18n/dictionary.ts'
import type { StaffResponse } from '#contract/client.staff.ts'
import type { WorkKindName } from '#contract/tasks/background-jobs.staff.ts'

type Work = Pick<StaffResponse<'work'>, 'done' | 'total' | 'result'>
type KindWords = {
  name: WordKey
  did: (say: Say, work: Work) => string
  /** What cancelling it left; usually what was done by then. */
  stopped?: WordKey
}

/** What each kind of long work is called, and how it says what it did. */
const KINDS: Record<WorkKindName, KindWords> = {
  'audit-export': {
    name: 'work.audit-export',
    did: (say, { done }) => say('linesWritten', { count: done }),
  },
  'batch-making': {
    name: 'work.batch-making',
    did: (say, { done }) => say('vouchersMade', { count: done }),
    stopped: 'makingStopped',
  },
  'import-take': {
    name: 'work.import-take',
    did: (say, { done }) => say('rowsLookedAt', { count: done }),
  },
  retention: {
    name: 'work.retention',
    did: (say, { done }) => say('time.workDid', { count: done }),
  },
  simulation: {
    name: 'work.simulation',
    did: (say, { result }) => say('reh.did', { ordered: Number(result['ordered'] ?? 0) }),
  },
}

export const isWorkKind = (kind: string): kind is WorkKindName => Object.hasOwn(KINDS, kind)
export const workName = (say: Say, kind: WorkKindName) => say(KINDS[kind].name)
export const workStopped = (say: Say, kind: WorkKindName) =>
  say(KINDS[kind].stopped ?? 'workCancelled')
export const workDid = (say: Say, kind: WorkKindName, work: Work) => KINDS[kind].did(say, work)

export const howFar = (say: Say, { done, total }: Pick<Work, 'done' | 'total'>) =>
  total === null ? say('countSoFar', { count: done }) : say('countOf', { done, total })

export const WORK_MARKS = {
  waiting: 'wait',
  working: 'half',
  done: 'done',
  failed: 'bad',
  cancelled: 'off',
} as const
