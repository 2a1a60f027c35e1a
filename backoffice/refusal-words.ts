import { useSay } from '#backoffice/words/desk-words.tsx'
import type { WordKey } from '#backoffice/words/dictionary.ts'
import type { DeskReason } from '#contract/desk/desk-refusal.ts'
import type { Refusal } from '#contract/refusal.ts'

const WORDS: Partial<Record<DeskReason, WordKey>> = {
  'batch-over': 'batchOver',
  'below-granted': 'belowGranted',
  'batch-undone': 'batchWasUndone',
  'changed-since': 'changedSince',
  'codes-given': 'codesGiven',
  'codes-under-way': 'codesUnderWay',
  'ends-too-soon': 'endsTooSoon',
  'has-one-already': 'hasOneAlready',
  'invalid-input': 'invalidInput',
  'invitation-over': 'invitationOver',
  'is-here': 'isHere',
  'last-owner': 'lastOwner',
  'name-taken': 'nameTaken',
  'needs-channel': 'needsChannel',
  'no-codes-yet': 'noCodesYet',
  'nobody-left': 'nobodyLeft',
  'not-allowed': 'notAllowed',
  'not-found': 'notThere',
  'over-budget': 'overBudget',
  'somebody-in': 'noUndo.somebody-in',
  'too-late': 'noUndo.too-late',
  'unknown-campaign': 'unknownCampaign',
  'unknown-channel': 'unknownChannel',
  'broken-variable': 'why.variable',
  'empty-release': 'why.emptyRelease',
  'moment-past': 'why.momentPast',
  'not-a-draft': 'why.notADraft',
  'not-published': 'why.nothingToUndo',
  'not-scheduled': 'why.notScheduled',
  'nothing-to-undo': 'why.nothingToUndo',
  'shared-menu': 'why.sharedMenu',
  'unknown-variable': 'why.variable',
  'unusable-value': 'why.unusableValue',
  'zones-differ': 'why.zonesDiffer',
  'wrong-code': 'wrongCode',
  'last-way-in': 'lastWayIn',
  'wrong-passkey': 'wrongPasskey',
  'wrong-password': 'wrongPassword',
  'work-ended': 'workEnded',
  'is-own': 'menuIsOwn',
  'required-text': 'requiredText',
  'too-many-changes': 'tooManyCopies',
  'launch-check': 'ch.launchCheckRefused',
  'host-taken': 'ch.hostTaken',
  'channel-taken': 'ch.channelTaken',
  'reason-missing': 'reasonMissing',
  'second-person': 'approval.refused.second-person',
  'is-decided': 'approval.refused.is-decided',
  'is-asked': 'case.refused.is-asked',
  'no-longer-possible': 'case.refused.no-longer-possible',
  'done-already': 'case.refused.done-already',
  'points-are-spent': 'case.refused.points-are-spent',
  'no-code-yet': 'case.refused.no-code-yet',
  'voucher-closed': 'case.refused.voucher-closed',
}

/** Why something was not done, in the reader's words. */
export function useRefusalWords(): (refusal: Refusal<string>) => string {
  const say = useSay()
  return ({ refused }) => say(WORDS[refused as DeskReason] ?? 'broken')
}
