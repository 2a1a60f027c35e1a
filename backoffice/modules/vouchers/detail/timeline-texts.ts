import { actionText } from '#backoffice/kit/audit/action-texts.ts'
import type { BackofficeIconName } from '#backoffice/kit/display/BackofficeIcon.tsx'
import { eventIcon } from '#backoffice/kit/domain-texts/order-event-icons.ts'
import { eventText } from '#backoffice/kit/domain-texts/order-event-texts.ts'
import type { Entry } from '#backoffice/modules/vouchers/detail/voucher-detail.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { mailName } from '#backoffice/kit/domain-texts/mail-texts.ts'

const EVENTS = [
  'released',
  'shipped',
  'delivered',
  'cancelled',
  'reopened',
  'address-changed',
  'warehouse-refused',
] as const
const OUTCOMES = ['ordered', 'held', 'released', 'refunded'] as const

/** An amount in the format of the user's language. */
export const eurosOf = (language: string, cents: number) =>
  (cents / 100).toLocaleString(language, { style: 'currency', currency: 'EUR' })

const numberOf = (value: unknown) => (typeof value === 'number' ? value : 0)
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const oneOf = <Known extends string>(known: readonly Known[], value: unknown): Known | undefined =>
  known.find((one) => one === value)

/** One timeline entry as a sentence. */
export function entryWords(t: Translate, language: string, entry: Entry): string {
  const { kind, values } = entry
  const who = entry.who ?? ''
  const points = numberOf(values['points'])
  const cents = numberOf(values['cents'])
  const euros = eurosOf(language, cents)
  switch (kind) {
    case 'granted':
    case 'expired':
      return t(`voucher.entry.${kind}`, { count: points })
    case 'visit':
      return t('voucher.entry.visit')
    case 'acted':
      return t('voucher.entry.acted', { who })
    case 'cart':
      return t('voucher.entry.cart', { count: numberOf(values['gifts']) })
    case 'payment': {
      const outcome = oneOf(OUTCOMES, values['outcome']) ?? 'held'
      return t(`voucher.entry.payment.${outcome}`, { euros })
    }
    case 'refund':
      return points > 0
        ? t('voucher.entry.refundPoints', { count: points })
        : t('voucher.entry.refundEuros', { euros })
    case 'order':
      return t('voucher.entry.order', {
        count: numberOf(values['gifts']),
        price: priceWords(t, language, points, cents),
      })
    case 'order-event': {
      const type = oneOf(EVENTS, values['type'])
      return type ? t(`voucher.entry.order-event.${type}`) : eventText(t, textOf(values['type']))
    }
    case 'withdrawal':
      return t('voucher.entry.withdrawal', { count: points })
    case 'mail':
      return t(mailKey(values['state']), { mail: mailName(t, textOf(values['template'])) })
    case 'question':
      return t('voucher.entry.question')
    case 'note':
      return t('voucher.entry.note', { who })
    case 'action':
      return actionText(t, textOf(values['action']))
  }
}

export function priceWords(t: Translate, language: string, points: number, cents: number): string {
  const inPoints = t('voucher.price.points', { count: points })
  const euros = eurosOf(language, cents)
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
export function entryAside(entry: Entry): string {
  const { kind, values, reason } = entry
  if (kind === 'note') return textOf(values['body'])
  if (kind === 'question') return textOf(values['subject'])
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
  kind === 'order-event' ? eventIcon(textOf(values['type'])) : ICONS[kind]

/** Entries about something that went wrong. */
export const isBad = (entry: Entry): boolean =>
  entryIcon(entry) === 'warning' ||
  (entry.kind === 'mail' &&
    (entry.values['state'] === 'refused' || entry.values['state'] === 'bounced'))

const MONEY = new Set<Entry['kind']>([
  'granted',
  'expired',
  'payment',
  'refund',
  'order',
  'withdrawal',
])
const OURS = new Set<Entry['kind']>(['action', 'note', 'acted'])
export const FILTERS = ['all', 'money', 'mails', 'actions'] as const
export type TimelineFilter = (typeof FILTERS)[number]

export function fits(filter: TimelineFilter, { kind, values }: Entry): boolean {
  if (filter === 'money') return MONEY.has(kind) || textOf(values['action']).startsWith('points.')
  if (filter === 'mails') return kind === 'mail' || kind === 'question'
  return filter === 'all' || OURS.has(kind)
}
