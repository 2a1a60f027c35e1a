import type { Say } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'

/** Actions as the audit names them; one that is not here yet is shown by that name. */
const ACTIONS = {
  'audit.exported': 'action.audit.exported',
  'channel.made': 'action.channel.made',
  'channel.changed': 'action.channel.changed',
  'channels.changed': 'action.channels.changed',
  'channel.set': 'action.channel.set',
  'channel.vat-decided': 'action.channel.vat-decided',
  'channel.opened': 'action.channel.opened',
  'channel.closed': 'action.channel.closed',
  'factor.added': 'action.factor.added',
  'factor.begun': 'action.factor.begun',
  'factor.removed': 'action.factor.removed',
  'language.changed': 'action.language.changed',
  'password.changed': 'action.password.changed',
  'password.chosen': 'action.password.chosen',
  'recovery-codes.made': 'action.recovery-codes.made',
  'preview.made': 'action.preview.made',
  'release.archived': 'action.release.archived',
  'release.changed': 'action.release.changed',
  'release.imported': 'action.release.imported',
  'release.looked-at': 'action.release.looked-at',
  'release.made': 'action.release.made',
  'release.published': 'action.release.published',
  'release.renamed': 'action.release.renamed',
  'release.reverted': 'action.release.reverted',
  'release.scheduled': 'action.release.scheduled',
  'release.stopped': 'action.release.stopped',
  'release.undone': 'action.release.undone',
  'release.unscheduled': 'action.release.unscheduled',
  'session.ended': 'action.session.ended',
  'session.opened': 'action.session.opened',
  'sessions.ended': 'action.sessions.ended',
  'staff.added': 'action.staff.added',
  'staff.changed': 'action.staff.changed',
  'staff.invited': 'action.staff.invited',
  'staff.removed': 'action.staff.removed',
  'token.ended': 'action.token.ended',
  'token.made': 'action.token.made',
  'version.brought-back': 'action.version.brought-back',
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
