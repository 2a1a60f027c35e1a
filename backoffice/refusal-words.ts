import { useSay } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'
import type { DeskReason } from '#contract/desk/desk-refusal.ts'
import type { Refusal } from '#contract/refusal.ts'

const WORDS: Partial<Record<DeskReason, WordKey>> = {
  'changed-since': 'changedSince',
  'invalid-input': 'invalidInput',
  'invitation-over': 'invitationOver',
  'is-here': 'isHere',
  'last-owner': 'lastOwner',
  'name-taken': 'nameTaken',
  'needs-channel': 'needsChannel',
  'not-allowed': 'notAllowed',
  'not-found': 'notThere',
  'unknown-channel': 'unknownChannel',
  'wrong-code': 'wrongCode',
  'last-way-in': 'lastWayIn',
  'wrong-passkey': 'wrongPasskey',
  'wrong-password': 'wrongPassword',
  'second-person': 'approval.refused.second-person',
  'is-decided': 'approval.refused.is-decided',
  'is-asked': 'case.refused.is-asked',
  'no-longer-possible': 'case.refused.no-longer-possible',
  'done-already': 'case.refused.done-already',
  'points-are-spent': 'case.refused.points-are-spent',
  'no-code-yet': 'case.refused.no-code-yet',
  'moment-past': 'case.refused.moment-past',
  'voucher-closed': 'case.refused.voucher-closed',
  'too-late': 'case.refused.too-late',
}

/** Why something was not done, in the reader's words. */
export function useRefusalWords(): (refusal: Refusal<string>) => string {
  const say = useSay()
  return ({ refused }) => say(WORDS[refused as DeskReason] ?? 'broken')
}
