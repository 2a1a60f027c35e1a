import type { LiveChange } from '#contract/live/live-event.ts'

/** Reads that no action of a colleague changes. */
const UNAFFECTED = new Set([
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
const READS_BY_KIND: Record<string, readonly string[]> = {
  staff: ['staff'],
  view: ['savedViews'],
  work: ['backgroundJob', 'long-work', 'backgroundJobs'],
}

/** Whether the change may affect the query with this key. */
export function affectsQuery({ kind, id }: LiveChange, [name, input]: readonly unknown[]): boolean {
  if (typeof name !== 'string' || UNAFFECTED.has(name)) return false
  if (name === 'audit') return auditReadsChange({ kind, id }, input)
  const reads = Object.hasOwn(READS_BY_KIND, kind) ? READS_BY_KIND[kind] : undefined
  if (!reads) return true
  return reads.includes(name) && readsItem(id, input)
}

/** A history covers one subject. The audit page covers all of them. */
function auditReadsChange({ kind, id }: Pick<LiveChange, 'kind' | 'id'>, input: unknown): boolean {
  const { subject_kind, subject_id } = fieldsOf(input)
  return (
    (subject_kind === undefined || subject_kind === kind) &&
    (subject_id === undefined || subject_id === id)
  )
}

/** A query without ids reads a list. A change without a numeric id may concern any item. */
function readsItem(id: string, input: unknown): boolean {
  const { ids, id: itemId } = fieldsOf(input)
  if (typeof itemId === 'string') return itemId === id
  return typeof ids !== 'string' || ids.split(',').includes(id) || !/^\d+$/.test(id)
}

const fieldsOf = (input: unknown) =>
  (typeof input === 'object' && input !== null ? input : {}) as Record<string, unknown>

/** Whether the query reads the changed item itself, and not only a list. A composite id may belong to any item. */
export const readsSubject = ({ id }: LiveChange, [, input]: readonly unknown[]): boolean =>
  !/^\d+$/.test(id) ||
  Object.values(fieldsOf(input)).some(
    (value) => typeof value === 'string' && value.split(',').includes(id),
  )
