import type { StaffInput } from '#contract/client.staff.ts'
import { firstFactValue } from '#domain/catalog/gift-facts.ts'

export type Action = StaffInput<'previewBulkChange'>['action']
export type Field = Action['field']

export const POINTS_METHODS = ['raise', 'lower', 'set', 'percent'] as const
type PointsMethod = (typeof POINTS_METHODS)[number]
export const isPointsMethod = (text: string): text is PointsMethod =>
  POINTS_METHODS.some((how) => how === text)

/** The input for a change of many gifts. Points are an amount without a sign. */
export type BulkDraft = { action: Action; how: PointsMethod; amount: string; reason: string }

/** `channels`: those that are chosen at first. */
export const emptyDraft = (field: Field, channels: string[]): Omit<BulkDraft, 'reason'> => ({
  action: emptyAction(field, channels),
  how: 'raise',
  amount: '',
})

export const MAX_POINTS = 100_000

export const isAmount = (amount: string): boolean =>
  /^\d{1,6}$/.test(amount) && Number(amount) >= 1 && Number(amount) <= MAX_POINTS

/** The change that the draft asks for. null: something is missing. */
export function actionOf({ action, how, amount }: BulkDraft): Action | null {
  if ('channels' in action && action.channels.length === 0) return null
  switch (action.field) {
    case 'points':
      return isAmount(amount) ? { ...action, ...pointsAction(how, Number(amount)) } : null
    case 'tags':
      return action.value.length > 0 ? action : null
    case 'category':
      return action.value === '' ? null : action
    case 'delivery_info':
      return action.channel === '' ? null : action
    case 'active':
    case 'delivery':
      return action
  }
}

const pointsAction = (how: PointsMethod, amount: number) =>
  how === 'set' || how === 'percent'
    ? { how, value: amount }
    : { how: 'add' as const, value: how === 'lower' ? -amount : amount }

function emptyAction(field: Field, channels: string[]): Action {
  if (field === 'points') return { field, how: 'add', value: 0, channels }
  if (field === 'active') return { field, value: false, channels }
  if (field === 'tags') return { field, how: 'add', value: [] }
  if (field === 'category') return { field, value: '', from: null }
  if (field === 'delivery_info') return { field, value: '', language: 'nl', channel: '' }
  return { field, value: firstFactValue(field) }
}
