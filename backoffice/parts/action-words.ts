import type { Say } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'

/** Actions as the audit names them; one that is not here yet is shown by that name. */
const ACTIONS = {
  'audit.exported': 'action.audit.exported',
  'factor.added': 'action.factor.added',
  'factor.begun': 'action.factor.begun',
  'factor.removed': 'action.factor.removed',
  'gift.changed': 'action.gift.changed',
  'gifts.changed': 'action.gifts.changed',
  'gifts.put-back': 'action.gifts.put-back',
  'stock.corrected': 'action.stock.corrected',
  'warehouse.asked': 'action.warehouse.asked',
  'import.begun': 'action.import.begun',
  'import.mapped': 'action.import.mapped',
  'import.mended': 'action.import.mended',
  'import.taken': 'action.import.taken',
  'import.put-back': 'action.import.put-back',
  'language.changed': 'action.language.changed',
  'password.changed': 'action.password.changed',
  'password.chosen': 'action.password.chosen',
  'recovery-codes.made': 'action.recovery-codes.made',
  'session.ended': 'action.session.ended',
  'session.opened': 'action.session.opened',
  'sessions.ended': 'action.sessions.ended',
  'staff.added': 'action.staff.added',
  'staff.changed': 'action.staff.changed',
  'staff.invited': 'action.staff.invited',
  'staff.removed': 'action.staff.removed',
  'token.ended': 'action.token.ended',
  'token.made': 'action.token.made',
  'view.changed': 'action.view.changed',
  'view.removed': 'action.view.removed',
  'view.saved': 'action.view.saved',
  'work.cancelled': 'action.work.cancelled',
  'work.done': 'action.work.done',
  'work.failed': 'action.work.failed',
} as const satisfies Record<string, WordKey>

export const KNOWN_ACTIONS = Object.keys(ACTIONS)

export function actionWords(say: Say, action: string): string {
  return action in ACTIONS ? say(ACTIONS[action as keyof typeof ACTIONS]) : action
}
