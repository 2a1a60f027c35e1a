import { useSay } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'
import type { DeskReason } from '#contract/desk/desk-refusal.ts'
import type { Refusal } from '#contract/refusal.ts'

const WORDS: Partial<Record<DeskReason, WordKey>> = {
  'changed-since': 'changedSince',
  'code-taken': 'codeTaken',
  'empty-file': 'emptyFile',
  'needs-points': 'needsPoints',
  'nothing-to-do': 'nothingToDo',
  'nothing-to-undo': 'nothingToUndo',
  'same-values': 'sameValues',
  'set-aside': 'setAside',
  'shared-gift': 'sharedGift',
  'too-late': 'undoTooLate',
  'unknown-name': 'unknownName',
  'unreadable-file': 'unreadableFile',
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
  'work-ended': 'workEnded',
}

/** Why something was not done, in the reader's words. */
export function useRefusalWords(): (refusal: Refusal<string>) => string {
  const say = useSay()
  return ({ refused }) => say(WORDS[refused as DeskReason] ?? 'broken')
}
