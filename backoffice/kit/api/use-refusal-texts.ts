import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { StaffReason } from '#contract/shared/refusals.staff.ts'
import type { Refusal } from '#contract/shared/refusals.shop.ts'

/** A reason without a text does not compile. */
const REFUSAL_TEXTS: Record<StaffReason, MessageKey> = {
  'new-owner': 'approval.refused.new-owner',
  'made-colleague': 'approval.refused.made-colleague',
  'approve-later': 'approval.refused.approve-later',
  'needs-recent-sign-in': 'notConfirmed',
  'needs-second-factor': 'factor.refused.needed',
  'factor-required': 'factor.refused.last',
  'too-large': 'tooLarge',
  'no-picture': 'media.refused.no-picture',
  'cut-off': 'media.refused.cut-off',
  'too-many-pixels': 'media.refused.too-many-pixels',
  'no-bytes': 'media.refused.no-bytes',
  'too-narrow': 'media.refused.too-narrow',
  'too-complex': 'media.refused.too-complex',
  moving: 'media.refused.moving',
  damaged: 'media.refused.damaged',
  'used-elsewhere': 'media.refused.used-elsewhere',
  'is-used': 'media.refused.is-used',
  'batch-over': 'batchOver',
  'sender-erased': 'inbox.erased',
  'no-addresses': 'noAddresses',
  'nothing-waits': 'noMailsLeft',
  'below-granted': 'belowGranted',
  'batch-undone': 'batchWasUndone',
  'changed-since': 'changedSince',
  'count-differs': 'why.countDiffers',
  'no-codes': 'digital.noCodes',
  'ambiguous-codes': 'digital.unclear',
  'codes-given': 'codesGiven',
  'codes-under-way': 'codesDownloading',
  'ends-too-soon': 'endsTooSoon',
  'ends-too-late': 'endsTooLate',
  'waits-for-second': 'waitsForSecond',
  'codes-need-approval': 'codes.needApproval',
  'codes-limit': 'codes.limit',
  'being-made': 'vouchersBeingCreated',
  'needs-reason': 'shortValidityReason',
  'has-one-already': 'alreadyHasVoucher',
  'more-than-left': 'credit.moreThanLeft',
  'not-released': 'credit.notReleased',
  'in-fulfilment': 'credit.sentFor',
  'not-sent': 'credit.notSent',
  'proposal-over': 'credit.over',
  released: 'address.released',
  'unknown-country': 'rates.unknownCountry',
  'rate-sold': 'rates.sold',
  'rate-far': 'rates.far',
  'month-waits': 'accounting.waitsFirst',
  'needs-note': 'accounting.differs',
  'address-invalid': 'address.notKnown',
  'no-home-delivery': 'address.noHome',
  'country-credited': 'address.credited',
  'sent-just-now': 'order.sentJustNow',
  'code-taken': 'codeTaken',
  'empty-file': 'emptyFile',
  'needs-points': 'needsPoints',
  'nothing-to-do': 'nothingToDo',
  'nothing-to-undo': 'nothingToUndo',
  'was-put-back': 'importUndone',
  'is-under-way': 'importRunning',
  'same-values': 'sameValues',
  reserved: 'setAside',
  'shared-gift': 'sharedGift',
  'too-late': 'undoTooLate',
  'unknown-name': 'unknownName',
  'not-https': 'webhook.refused.not-https',
  'private-address': 'webhook.refused.private-address',
  'address-with-password': 'webhook.refused.password',
  'webhook-off': 'webhook.refused.off',
  'old-secret-valid': 'webhook.refused.old-secret-valid',
  'unreadable-file': 'unreadableFile',
  'invalid-input': 'invalidInput',
  'invitation-over': 'invitationOver',
  'is-here': 'isHere',
  'last-owner': 'lastOwner',
  'name-taken': 'nameTaken',
  'answer-taken': 'inbox.answerTaken',
  'needs-channel': 'needsChannel',
  'no-codes-yet': 'noCodesYet',
  'nobody-left': 'nobodyLeft',
  'not-allowed': 'notAllowed',
  'not-found': 'notThere',
  'over-budget': 'overBudget',
  'already-activated': 'noUndo.already-activated',
  'unknown-campaign': 'unknownCampaign',
  'unknown-channel': 'unknownChannel',
  'broken-variable': 'why.variable',
  'empty-release': 'why.emptyRelease',
  'moment-past': 'why.momentPast',
  'moment-far': 'why.momentFar',
  'moment-skipped': 'why.momentSkipped',
  overlaps: 'why.overlaps',
  'unreadable-look': 'why.unreadableLook',
  'not-your-fields': 'why.notYourFields',
  'not-a-draft': 'why.notADraft',
  'not-published': 'why.nothingToUndo',
  'not-scheduled': 'why.notScheduled',
  'shared-menu': 'why.sharedMenu',
  'unknown-variable': 'why.variable',
  'unusable-value': 'why.unusableValue',
  'zones-differ': 'why.zonesDiffer',
  'shared-word': 'attribute.shared',
  'retired-word': 'attribute.retiredRefused',
  'in-menus': 'attribute.inMenus',
  'in-schedule': 'attribute.inSchedule',
  'in-use': 'attribute.inUse',
  'wrong-code': 'wrongCode',
  'last-way-in': 'lastSignInMethod',
  'wrong-passkey': 'wrongPasskey',
  'wrong-password': 'wrongPassword',
  'weak-password': 'weakPassword',
  'too-many-attempts': 'tooManyTries',
  'work-ended': 'jobEnded',
  'simulation-under-way': 'simulation.underWay',
  'is-own': 'menuIsOwn',
  'required-text': 'requiredText',
  'too-many-changes': 'tooManyCopies',
  'launch-check': 'channel.launchCheckRefused',
  'host-taken': 'channel.hostTaken',
  'channel-taken': 'channel.channelTaken',
  'reason-missing': 'reasonMissing',
  'second-person': 'approval.refused.second-person',
  'is-decided': 'approval.refused.is-decided',
  'is-asked': 'voucher.refused.is-asked',
  'not-over': 'privacy.refused.not-over',
  'no-longer-possible': 'voucher.refused.no-longer-possible',
  'done-already': 'voucher.refused.done-already',
  'points-are-spent': 'voucher.refused.points-are-spent',
  'no-code-yet': 'voucher.refused.no-code-yet',
  'voucher-closed': 'voucher.refused.voucher-closed',
  'handed-out': 'credit.handedOut',
  'has-arrived': 'parcel.refused.has-arrived',
  'chosen-instead': 'parcel.refused.chosen-instead',
  'given-back': 'parcel.refused.given-back',
  'sent-again': 'parcel.refused.sent-again',
  'choice-over': 'replacement.refused.over',
  'is-choosing': 'replacement.refused.is-choosing',
  'codes-stopped': 'refusal.codes-stopped',
  'different-things': 'refusal.different-things',
  'factor-is-set': 'refusal.factor-is-set',
  'foreign-write': 'refusal.foreign-write',
  'is-closed': 'refusal.is-closed',
  'is-open': 'refusal.is-open',
  'missing-letters': 'refusal.missing-letters',
  'no-factor': 'refusal.no-factor',
  'no-openid': 'refusal.no-openid',
  'no-session': 'refusal.no-session',
  'no-such-line': 'refusal.no-such-line',
  'not-copyable': 'refusal.not-copyable',
  'nothing-to-resolve': 'refusal.nothing-to-resolve',
  'order-cancelled': 'refusal.order-cancelled',
  'too-many-requests': 'refusal.too-many-requests',
  'unknown-colleague': 'refusal.unknown-colleague',
  'unknown-picture': 'refusal.unknown-picture',
  unavailable: 'refusal.unavailable',
  'not-a-colleague': 'notAColleague',
  'weak-sign-in': 'companyTooWeak',
  'second-factor': 'secondStep',
  'wrong-sign-in': 'signInWrong',
}

/** The reason for a refusal, in the reader's language. `stands` holds details of the current state. */
export function useRefusalTexts(): (refusal: Refusal<string>) => string {
  const t = useTranslate()
  return ({ refused, stands, field }) => {
    if (isVariables(stands)) {
      return t(refused === 'broken-variable' ? 'why.brokenVariable' : 'why.unknownVariable', {
        variables: stands.variables.map((variable) => inBraces(variable)).join(', '),
        there: stands.there.map((variable) => inBraces(variable)).join(', ') || '–',
      })
    }
    if (refused === 'moment-past' && (field === 'until' || field === 'last_day'))
      return t('why.endTooEarly')
    if (refused === 'count-differs' && isCount(stands))
      return t('why.countDiffersNow', { count: stands.count })
    const sentence = t(
      Object.hasOwn(REFUSAL_TEXTS, refused) ? REFUSAL_TEXTS[refused as StaffReason] : 'broken',
    )
    return refused === 'unreadable-file' && isFilePosition(stands)
      ? `${sentence} ${t(`unreadable.${stands.why}`, { line: String(stands.line), column: String(stands.column ?? 0) })}`
      : sentence
  }
}

/** The current number. */
const isCount = (stands: unknown): stands is { count: number } =>
  typeof stands === 'object' && stands !== null && 'count' in stands

/** The position of an error in a file, and its kind. */
type FilePosition = { line: number; why: 'quote' | 'no-text' | 'control'; column?: number }
const isFilePosition = (stands: unknown): stands is FilePosition =>
  typeof stands === 'object' && stands !== null && 'line' in stands && 'why' in stands

/** Variables in a text, and the variables that are allowed there. */
type Variables = { variables: string[]; there: string[] }
const isVariables = (stands: unknown): stands is Variables =>
  typeof stands === 'object' && stands !== null && 'variables' in stands && 'there' in stands

/** A name that contains braces is shown as it is. */
const inBraces = (variable: string) => (/[{}]/.test(variable) ? variable : `{${variable}}`)
