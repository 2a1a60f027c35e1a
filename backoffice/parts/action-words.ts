import type { Say } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'

/** Actions as the audit names them; one that is not here yet is shown by that name. */
const ACTIONS = {
  'factor.added': 'action.factor.added',
  'factor.begun': 'action.factor.begun',
  'factor.removed': 'action.factor.removed',
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
  'approval.asked': 'action.approval.asked',
  'approval.approved': 'action.approval.approved',
  'approval.refused': 'action.approval.refused',
  'approval.withdrawn': 'action.approval.withdrawn',
  'points.given': 'action.points.given',
  'points.taken-back': 'action.points.taken-back',
  'person.asked': 'action.person.asked',
  'person.shown': 'action.person.shown',
  'case.noted': 'action.case.noted',
  'voucher.blocked': 'action.voucher.blocked',
  'voucher.unblocked': 'action.voucher.unblocked',
  'voucher.extended': 'action.voucher.extended',
  'voucher.expired': 'action.voucher.expired',
  'voucher.undone': 'action.voucher.undone',
  'voucher.acted-for': 'action.voucher.acted-for',
  'code.replaced': 'action.code.replaced',
} as const satisfies Record<string, WordKey>

export const KNOWN_ACTIONS = Object.keys(ACTIONS)

export function actionWords(say: Say, action: string): string {
  return action in ACTIONS ? say(ACTIONS[action as keyof typeof ACTIONS]) : action
}
