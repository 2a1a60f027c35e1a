import { AUDIT_FIELDS } from '#backoffice/kit/audit/audit-fields.ts'
import { formatDay } from '#backoffice/kit/time/day-text.ts'
import type { Translate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import { readableKey } from '#backoffice/i18n/readable-key.ts'
import { REPLACEMENT_OUTCOMES, UNAVAILABLE_CAUSES } from '#domain/orders/replacement.ts'
import { CREDIT_REASONS, CREDITED_GOODS } from '#domain/refunds/credit.ts'
import { momentText } from '#domain/time/zone-texts.ts'
import { HOLDER_MAILS } from '#domain/mail/mails.ts'
import { ROLES } from '#domain/staff/permissions.ts'
import { allLanguages } from '#domain/language.ts'

/** Names of changed objects, as on their pages. */
const SUBJECTS: Partial<Record<string, MessageKey>> = {
  approval: 'approval.title',
  task: 'task.name',
  batch: 'batch',
  'accounting-month': 'accounting.title',
  campaign: 'campaign',
  'catalogue-change': 'change',
  channel: 'channel',
  'digital-codes': 'digital.one',
  employer: 'employer',
  gift: 'gift',
  import: 'changeKind.import',
  picture: 'media.one',
  simulation: 'simulation.one',
  release: 'release',
  request: 'inbox.thread',
  'retention-run': 'erasureRun',
  staff: 'staffMember',
  stock: 'stock',
  supplier: 'supplier.one',
  voucher: 'voucher.holder',
  webhook: 'webhook.one',
  'background-job': 'audit.backgroundJob',
  'catalogue-attribute': 'audit.attribute',
  'saved-answer': 'audit.savedReply',
  'vat-rate': 'audit.vatRate',
  view: 'audit.view',
}

/** Values with a text, by field. */
const VALUES: Partial<Record<string, Partial<Record<string, MessageKey>>>> = {
  role: Object.fromEntries(ROLES.map((role) => [role, `role.${role}` as const])),
  unclaimed_rule: {
    billed: 'unclaimed.billed',
    half: 'unclaimed.half',
    'not-billed': 'unclaimed.not-billed',
  },
  delivery: {
    monta: 'deliveryMethod.monta',
    dropship: 'deliveryMethod.dropship',
    digital: 'deliveryMethod.digital',
  },
  form: { csv: 'codes.csv', pdf: 'codes.pdf', large: 'codes.large', zip: 'codes.zip' },
  language: Object.fromEntries(
    allLanguages.map((language) => [language, `in.${language}` as const]),
  ),
}

/** Texts for order states and reasons, the same as on the order page. */
function orderText(t: Translate, name: string, value: string): string | undefined {
  const valueIn = <Known extends string>(all: readonly Known[]) =>
    all.find((known) => known === value)
  const [kind] = name.split(' ')
  if (kind === 'state' || kind === 'line') {
    const state = valueIn(ORDER_STATES)
    return state && t(`order.state.${state}`)
  }
  if (kind === 'reason') {
    const reason = valueIn(CREDIT_REASONS)
    return reason && t(`credit.reasonOf.${reason}`)
  }
  if (kind === 'goods') {
    const goods = valueIn(CREDITED_GOODS)
    return goods && t(`credit.goodsOf.${goods}`)
  }
  if (kind === 'mail') {
    const mail = valueIn(HOLDER_MAILS)
    return mail && t(`mail.${mail}`)
  }
  if (kind === 'cause') {
    const cause = valueIn(UNAVAILABLE_CAUSES)
    return cause && t(`replacement.cause.${cause}`)
  }
  const outcome =
    kind === 'outcome' || kind === 'choice' ? valueIn(REPLACEMENT_OUTCOMES) : undefined
  return outcome && t(`replacement.outcome.${outcome}`)
}
const ORDER_STATES = ['placed', 'released', 'shipped', 'delivered', 'cancelled'] as const

/** 'line 2': the second gift of an order. 'choice 1': its first replacement. */
const NUMBERED_FIELD = /^(line|choice) (\d+)$/

/** The reason for an action: typed, or one of the reasons that a page offers. */
export const auditReason = (t: Translate, reason: string): string =>
  orderText(t, 'reason', reason) ?? orderText(t, 'cause', reason) ?? reason

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

export type AuditReader = { t: Translate; language: string; zone: string; now: Date }

/** The changed object, such as 'Colleague 7'. */
export function auditSubject(t: Translate, kind: string, id: string): string {
  if (kind === 'order') return t('order.one', { number: id })
  const label = SUBJECTS[kind]
  return `${label === undefined ? readableKey(kind) : t(label)} ${id}`
}

export function auditFieldName(t: Translate, name: string): string {
  const [, kind, number = ''] = NUMBERED_FIELD.exec(name) ?? []
  if (kind === 'line' || kind === 'choice') return t(`credit.what.${kind}`, { number })
  const label = AUDIT_FIELDS[name]
  return label === undefined ? readableKey(name) : t(label)
}

/** A value as the audit shows it. Nested values stay as stored. */
export function auditValue(reader: AuditReader, name: string, value: unknown): string {
  const { t, language, zone, now } = reader
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'field.yes' : 'field.no')
  if (typeof value === 'number' && name.startsWith('cents_'))
    return (value / 100).toLocaleString(language, { style: 'currency', currency: 'EUR' })
  if (typeof value === 'number') return value.toLocaleString(language)
  if (name === 'lines' && Array.isArray(value))
    return value.map((item: unknown) => lineText(t, item)).join(', ')
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object'))
    return value.length === 0 ? '–' : value.map((item) => auditValue(reader, name, item)).join(', ')
  if (typeof value !== 'string') return JSON.stringify(value)
  const label = VALUES[name]?.[value]
  if (label !== undefined) return t(label)
  const order = orderText(t, name, value)
  if (order !== undefined) return order
  if (DAY.test(value)) return formatDay(language, value)
  if (MOMENT.test(value)) return momentText(new Date(value), { zone, language, now, long: 'whole' })
  return value
}

function lineText(t: Translate, item: unknown): string {
  const { line, quantity } =
    typeof item === 'object' && item !== null
      ? (item as { line?: number; quantity?: number })
      : { line: Number(item), quantity: undefined }
  const gift = t('credit.what.line', { number: String(line) })
  return quantity === undefined ? gift : `${quantity} × ${gift}`
}
