import type { LiveChange } from '#contract/live/live-event.ts'

/** Reads that no action of a colleague changes. */
const OWN = new Set([
  'me',
  'presence',
  'factors',
  'tokens',
  'reportMetrics',
  'reportOverview',
  'reportTop',
  'pointsOwed',
  'activations',
])

/** Reads that a change of each kind affects. An unlisted kind affects all reads. */
const READS: Record<string, readonly string[]> = {
  staff: ['staff'],
  view: ['savedViews'],
  work: ['backgroundJob', 'long-work', 'backgroundJobs'],
}

/** Whether the change may affect the query with this key. */
export function affectsQuery({ kind, id }: LiveChange, [name, input]: readonly unknown[]): boolean {
  if (typeof name !== 'string' || OWN.has(name)) return false
  if (name === 'audit') return auditConcerns({ kind, id }, input)
  const reads = Object.hasOwn(READS, kind) ? READS[kind] : undefined
  if (!reads) return true
  return reads.includes(name) && isAmong(id, input)
}

/** A history covers one subject. The audit page covers all of them. */
function auditConcerns({ kind, id }: Pick<LiveChange, 'kind' | 'id'>, input: unknown): boolean {
  const { subject_kind, subject_id } = fieldsOf(input)
  return (
    (subject_kind === undefined || subject_kind === kind) &&
    (subject_id === undefined || subject_id === id)
  )
}

function isAmong(id: string, input: unknown): boolean {
  const { ids, id: one } = fieldsOf(input)
  if (typeof one === 'string') return one === id
  return typeof ids !== 'string' || ids.split(',').includes(id) || !/^\d+$/.test(id)
}

const fieldsOf = (input: unknown) =>
  (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>
