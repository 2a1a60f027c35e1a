import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { ApprovalKindName } from '#contract/approvals.staff.ts'
import { LAUNCH_FINDINGS } from '#contract/channels/launch-issues.ts'
import type { StaffResponse } from '#contract/client.staff.ts'

type Item = StaffResponse<'approvals'>['items'][number]

/**
 * Texts of requests, by kind. `{subject}` is the subject, the other variables are the requested values. A kind
 * without a text does not compile.
 */
const TITLE_KEYS: Readonly<Record<ApprovalKindName, MessageKey>> = {
  'points.grant': 'approval.kind.points.grant',
  'order.place': 'approval.kind.order.place',
  'batch.give': 'approval.kind.batch.give',
  'batch.code-file': 'approval.kind.batch.code-file',
  'batch.code-mails': 'approval.kind.batch.code-mails',
  'credit.book': 'approval.kind.credit.book',
  'channel.open': 'approval.kind.channel.open',
  'release.publish': 'approval.kind.release.publish',
  'batch.replace-codes': 'approval.kind.batch.replace-codes',
  'retention.run': 'approval.kind.retention.run',
  'personal-data.erase': 'approval.kind.personal-data.erase',
  'owner.make': 'approval.kind.owner.make',
  'owner.reset': 'approval.kind.owner.reset',
}
/** The pages of subjects that have one. */
const SUBJECT_PAGES: Readonly<Record<string, string>> = {
  staff: '/backoffice/staff/',
  voucher: '/backoffice/recipients/',
  order: '/backoffice/orders/',
  channel: '/backoffice/channels/',
  release: '/backoffice/releases/',
  batch: '/backoffice/batches/',
  'retention-run': '/backoffice/privacy/erasure-runs/',
}

const isKnown = (kind: string): kind is ApprovalKindName => Object.hasOwn(TITLE_KEYS, kind)

export function approvalTitle(
  t: Translate,
  { kind, asked, subject_name }: Pick<Item, 'kind' | 'asked' | 'subject_name'>,
): string {
  if (!isKnown(kind)) return `${kind} ${subject_name}`
  const values = Object.entries(asked).filter((entry): entry is [string, string | number] =>
    ['string', 'number'].includes(typeof entry[1]),
  )
  const variables = Object.fromEntries(values)
  const losesNoPoints = kind === 'personal-data.erase' && variables['points'] === 0
  return t(losesNoPoints ? 'approval.eraseWithoutPoints' : TITLE_KEYS[kind], {
    count: variables['points'] ?? '',
    ...variables,
    subject: subject_name,
  })
}

/** The findings of the launch check that would be overridden. */
export function warningTexts(
  t: Translate,
  { kind, asked }: Pick<Item, 'kind' | 'asked'>,
): string[] {
  const findings = asked['findings']
  if (kind !== 'channel.open' || !Array.isArray(findings)) return []
  return LAUNCH_FINDINGS.filter((finding) => findings.includes(finding)).map((finding) =>
    t(`approval.red.${finding}`),
  )
}

/** Gifts that would be refunded although the recipient keeps them. */
export function keptGiftTexts({ kind, asked }: Pick<Item, 'kind' | 'asked'>) {
  const keptGifts = asked['handed']
  if (kind !== 'credit.book' || !Array.isArray(keptGifts)) return null
  const gifts = keptGifts.filter(
    (gift): gift is { name: string; pieces: number } =>
      typeof gift === 'object' && gift !== null && 'name' in gift && 'pieces' in gift,
  )
  if (gifts.length === 0) return null
  return {
    count: gifts.reduce((sum, { pieces }) => sum + pieces, 0),
    names: gifts.map(({ name, pieces }) => `${pieces} × ${name}`),
  }
}

/** The requested gifts of an order. */
export function requestedGiftTexts({ kind, asked }: Pick<Item, 'kind' | 'asked'>): string[] {
  const gifts = asked['gifts']
  if (kind !== 'order.place' || !Array.isArray(gifts)) return []
  return gifts
    .filter(
      (gift): gift is { name: string; quantity: number } =>
        typeof gift === 'object' && gift !== null && 'name' in gift && 'quantity' in gift,
    )
    .map(({ name, quantity }) => `${quantity} × ${name}`)
}

export function subjectPage({ subject_kind, subject_id }: Item): string | null {
  const page = SUBJECT_PAGES[subject_kind]
  return page === undefined ? null : page + subject_id
}

const OUTCOME_MARKS = { approved: 'done', refused: 'bad', withdrawn: 'off', lapsed: 'off' } as const

export const OutcomeMark = ({ t, outcome }: { t: Translate; outcome: Item['outcome'] }) => (
  <StatusMark kind={outcome === null ? 'wait' : OUTCOME_MARKS[outcome]}>
    {t(`approval.${outcome ?? 'waiting'}`)}
  </StatusMark>
)
