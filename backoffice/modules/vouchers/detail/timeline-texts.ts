import { actionText } from '#backoffice/kit/audit/action-texts.ts'
import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { eventIcon } from '#backoffice/kit/domain-texts/order-event-icons.ts'
import { eventText } from '#backoffice/kit/domain-texts/order-event-texts.ts'
import type { Entry } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { mailName } from '#backoffice/kit/domain-texts/mail-texts.ts'

const ORDER_EVENTS = [
  'released',
  'shipped',
  'delivered',
  'cancelled',
  'reopened',
  'address-changed',
  'warehouse-refused',
] as const
const PAYMENT_OUTCOMES = ['ordered', 'held', 'released', 'refunded'] as const

/** An amount in the format of the user's language. */
export const formatEuros = (language: string, cents: number) =>
  (cents / 100).toLocaleString(language, { style: 'currency', currency: 'EUR' })

const toNumber = (value: unknown) => (typeof value === 'number' ? value : 0)
const toText = (value: unknown) => (typeof value === 'string' ? value : '')
const findKnown = <Known extends string>(
  known: readonly Known[],
  value: unknown,
): Known | undefined => known.find((one) => one === value)

/** One timeline entry as a sentence. */
export function entryText(t: Translate, language: string, entry: Entry): string {
  const { kind, values } = entry
  const who = entry.who ?? ''
  const points = toNumber(values['points'])
  const cents = toNumber(values['cents'])
  const euros = formatEuros(language, cents)
  switch (kind) {
    case 'granted':
    case 'expired':
      return t(`voucher.entry.${kind}`, { count: points })
    case 'visit':
      return t('voucher.entry.visit')
    case 'acted':
      return t('voucher.entry.acted', { who })
    case 'cart':
      return t('voucher.entry.cart', { count: toNumber(values['gifts']) })
    case 'payment': {
      const outcome = findKnown(PAYMENT_OUTCOMES, values['outcome']) ?? 'held'
      return t(`voucher.entry.payment.${outcome}`, { euros })
    }
    case 'refund':
      return points > 0
        ? t('voucher.entry.refundPoints', { count: points })
        : t('voucher.entry.refundEuros', { euros })
    case 'order':
      return t('voucher.entry.order', {
        count: toNumber(values['gifts']),
        price: priceText(t, language, points, cents),
      })
    case 'order-event': {
      const type = findKnown(ORDER_EVENTS, values['type'])
      return type ? t(`voucher.entry.order-event.${type}`) : eventText(t, toText(values['type']))
    }
    case 'withdrawal':
      return t('voucher.entry.withdrawal', { count: points })
    case 'mail':
      return t(mailKey(values['state']), { mail: mailName(t, toText(values['template'])) })
    case 'question':
      return t('voucher.entry.question')
    case 'note':
      return t('voucher.entry.note', { who })
    case 'action':
      return actionText(t, toText(values['action']))
  }
}

export function priceText(t: Translate, language: string, points: number, cents: number): string {
  const inPoints = t('voucher.price.points', { count: points })
  const euros = formatEuros(language, cents)
  if (cents === 0) return inPoints
  return points === 0 ? euros : t('voucher.price.both', { points: inPoints, euros })
}

function mailKey(state: unknown): MessageKey {
  if (state === 'sent') return 'voucher.entry.mail'
  return state === 'refused' || state === 'bounced'
    ? 'voucher.entry.mailRefused'
    : 'voucher.entry.mailWaiting'
}

/** The secondary text of an entry: the note, the subject or the reason. */
export function entryQuote(entry: Entry): string {
  const { kind, values, reason } = entry
  if (kind === 'note') return toText(values['body'])
  if (kind === 'question') return toText(values['subject'])
  return reason
}

const ICONS: Record<Exclude<Entry['kind'], 'order-event'>, BackofficeIconName> = {
  granted: 'gift',
  expired: 'calendar',
  visit: 'account',
  acted: 'staff',
  cart: 'gift',
  payment: 'card',
  refund: 'card',
  order: 'orders',
  withdrawal: 'inward',
  mail: 'mail',
  question: 'inbox',
  note: 'note',
  action: 'settings',
}

export const entryIcon = ({ kind, values }: Entry): BackofficeIconName =>
  kind === 'order-event' ? eventIcon(toText(values['type'])) : ICONS[kind]

/** Whether the entry is about a warning or about a mail that was not delivered. */
export const isFailure = (entry: Entry): boolean =>
  entryIcon(entry) === 'warning' ||
  (entry.kind === 'mail' &&
    (entry.values['state'] === 'refused' || entry.values['state'] === 'bounced'))

const MONEY_KINDS = new Set<Entry['kind']>([
  'granted',
  'expired',
  'payment',
  'refund',
  'order',
  'withdrawal',
])
const STAFF_KINDS = new Set<Entry['kind']>(['action', 'note', 'acted'])
export const FILTERS = ['all', 'money', 'mails', 'actions'] as const
export type TimelineFilter = (typeof FILTERS)[number]

export function matchesFilter(filter: TimelineFilter, { kind, values }: Entry): boolean {
  if (filter === 'money')
    return MONEY_KINDS.has(kind) || toText(values['action']).startsWith('points.')
  if (filter === 'mails') return kind === 'mail' || kind === 'question'
  return filter === 'all' || STAFF_KINDS.has(kind)
}
