import { escapeHtml } from '#domain/text/escape-html.ts'
import type { Language } from '#domain/language.ts'
import { localizedDate } from '#domain/content/text-template.ts'
import { dayAt } from '#domain/time/zone-days.ts'
import { wallTimeAt } from '#domain/time/zone-times.ts'
import type { Queries } from '#server/platform/db/database.ts'
import {
  fieldLabel,
  exportTextsIn,
  valueLabel,
} from '#server/modules/privacy/personal-export-texts.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** All stored data of one recipient, by section. */
export type PersonalFile = { [section in Section]: Json }
const SECTIONS = [
  'voucher',
  'recipient',
  'orders',
  'cart',
  'points',
  'payments',
  'withdrawals',
  'mails',
  'questions',
  'notes',
  'visits',
  'actions',
] as const
type Section = (typeof SECTIONS)[number]

/** One query, so that all data is from one moment. Codes, tokens and other credentials are left out. */
export async function findPersonalFile(sql: Queries, voucherId: number): Promise<PersonalFile> {
  const [row] = await sql<{ file: PersonalFile }[]>`
    select jsonb_build_object(
      'voucher', (select jsonb_build_object('number', voucher.id, 'channel', channel.name, 'code_ends', last3,
          'first_name', first_name, 'salutation', salutation, 'language', voucher.language,
          'valid_from', nullif(valid_from, '-infinity'), 'valid_until', nullif(valid_until, 'infinity'),
          'points_granted', granted, 'points_spent', spent, 'points_expired', expired, 'points_left', available)
        from voucher join channel on channel.id = channel_id join voucher_balance on voucher_balance.voucher_id = voucher.id
        where voucher.id = ${voucherId}),
      'recipient', (select jsonb_build_object('name', name, 'department', department, 'email', email, 'kind', kind,
          'language', language, 'words', words, 'mailed_at', mailed_at, 'mail', mail_state, 'returned', bounce,
          'reminded_at', reminded_at, 'no_reminders_since', stopped_at, 'added_at', added_at)
        from recipient where voucher_id = ${voucherId}),
      'orders', coalesce((select jsonb_agg(jsonb_build_object('number', number, 'placed_at', placed_at, 'state', state,
          'points', points_paid, 'cents', cents_paid, 'person', person, 'delivery', delivery,
          'gifts', (select jsonb_agg(jsonb_build_object('name', name, 'variant', variant, 'brand', brand, 'pieces', quantity,
              'points', points, 'state', order_line.state) order by line) from order_line where order_number = number),
          'history', (select jsonb_agg(jsonb_build_object('at', at, 'what', type, 'words', description) order by at)
            from order_event where order_number = number and order_event.month = orders.month),
          'parcels', (select jsonb_agg(jsonb_build_object('code', code, 'carrier', carrier, 'state', parcel.state, 'link', link))
            from parcel where order_number = number and parcel.month = orders.month)) order by placed_at)
        from orders where voucher_id = ${voucherId}), '[]'),
      'cart', coalesce((select jsonb_agg(jsonb_build_object('person', person, 'delivery', delivery, 'changed_at', changed_at,
          'gifts', (select jsonb_agg(jsonb_build_object('article', sku, 'pieces', quantity))
            from cart_line join offer using (spli_id) where cart_guid = guid)))
        from cart where voucher_id = ${voucherId} and state = 'open'), '[]'),
      'points', coalesce((select jsonb_agg(jsonb_build_object('at', at, 'what', kind, 'points', points, 'order', order_number)
          order by id) from ledger where voucher_id = ${voucherId}), '[]'),
      'payments', coalesce((select jsonb_agg(jsonb_build_object('at', created_at, 'cents', cents, 'state', state,
          'order', order_number, 'given_back', (select sum(cents) from refund where payment_key = payment.key
            and refund.state = 'refunded')) order by created_at)
        from payment where voucher_id = ${voucherId}), '[]'),
      'withdrawals', coalesce((select jsonb_agg(jsonb_build_object('number', withdrawal.number, 'at', at, 'email', email,
          'reason', reason, 'points', points_to_credit, 'cents', cents_to_credit) order by at)
        from withdrawal join orders on orders.number = order_number where orders.voucher_id = ${voucherId}), '[]'),
      'mails', coalesce((select jsonb_agg(jsonb_build_object('at', coalesce(sent_at, created_at), 'to', recipient,
          'what', template, 'about', subject_id, 'state', state) order by created_at)
        from mail join mails_of_holders(array[${voucherId}::bigint]) theirs using (id, month)), '[]'),
      'questions', coalesce((select jsonb_agg(jsonb_build_object('at', at, 'email', email, 'subject', subject, 'text', body)
          order by at) from service_request where voucher_id = ${voucherId}), '[]'),
      'notes', coalesce((select jsonb_agg(jsonb_build_object('at', at, 'text', body) order by at) from (
          select at, body from voucher_note where voucher_id = ${voucherId}
          union all select order_note.at, body from order_note join orders on number = order_note.order_number
          where orders.voucher_id = ${voucherId}
          union all select order_tag.at, tag from order_tag join orders on number = order_tag.order_number
          where orders.voucher_id = ${voucherId}) notes), '[]'),
      'visits', coalesce((select jsonb_agg(jsonb_build_object('from', at, 'until', seen_at) order by at) from (
          select at, seen_at from visit where voucher_id = ${voucherId}
          union all select created_at, seen_at from session where voucher_id = ${voucherId}) visits), '[]'),
      'actions', coalesce((select jsonb_agg(jsonb_build_object('at', at, 'what', action, 'reason', reason) order by id) from audit
        where subject_kind = 'voucher' and subject_id = ${String(voucherId)}
          or subject_kind = 'order' and subject_id in (select number from orders where voucher_id = ${voucherId})), '[]')
    ) as file`
  if (!row) throw new Error('stored data returned no row')
  return row.file
}

type Format = { language: Language; zone: string; nothing: string }

/**
 * A self-contained page: it opens anywhere, prints, and works with screen readers. It includes the same data as raw
 * JSON.
 */
export function personalPage(
  file: PersonalFile,
  { language, made, zone }: { language: Language; made: string; zone: string },
): string {
  const { page, sections: titles } = exportTextsIn(language)
  const format: Format = { language, zone, nothing: page.nothing }
  const sections = SECTIONS.map(
    (section) =>
      `<section><h2>${escapeHtml(titles[section])}</h2>${renderValue(file[section], { key: section, part: section }, format)}</section>`,
  )
  const madeOn = escapeHtml(page.made.replace('{date}', localizedDate(made, language)))
  // Escaped, so that the data cannot end the element that contains it.
  const data = JSON.stringify({ made, ...file }).replaceAll('<', String.raw`\u003c`)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1.5rem; color: #1b1b1b; background: #fff }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
dl { display: grid; grid-template-columns: 11rem 1fr; gap: .2rem .75rem; margin: 0 0 .75rem; padding: 0 0 0 .75rem; border-left: 2px solid #ccc }
dt { color: #555 } dd { margin: 0; overflow-wrap: anywhere; white-space: pre-line }
dd:has(dl) { grid-column: 1 / -1 } @media (max-width: 30rem) { dl { grid-template-columns: 1fr } }
</style>
<script type="application/json" id="data">${data}</script>
</head>
<body>
<h1>${escapeHtml(page.title)}</h1>
<p>${madeOn}</p>
${sections.join('\n')}
</body>
</html>
`
}

type Field = { key: string; part: string }

function renderValue(value: Json, field: Field, format: Format): string {
  if (isEmpty(value)) return `<p>${escapeHtml(format.nothing)}</p>`
  if (Array.isArray(value)) return value.map((item) => renderValue(item, field, format)).join('')
  if (typeof value !== 'object' || value === null)
    return `<p>${escapeHtml(formatValue(value, field, format))}</p>`
  const rows = Object.entries(value).flatMap(([key, child]) => {
    const label = fieldLabel(key, field.key, format.language)
    if (label === undefined || isEmpty(child)) return []
    const childField = { key, part: Array.isArray(child) ? key : field.part }
    const content =
      typeof child === 'object'
        ? renderValue(child, childField, format)
        : escapeHtml(formatValue(child, childField, format))
    return [`<dt>${escapeHtml(label)}</dt><dd>${content}</dd>`]
  })
  return `<dl>${rows.join('')}</dl>`
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/
const EUROS: ReadonlySet<string> = new Set(['cents', 'given_back'])

/** Formats dates, amounts and shop values for readers; free text is unchanged. */
function formatValue(value: Json, field: Field, { language, zone }: Format): string {
  if (typeof value === 'number' && EUROS.has(field.key))
    return new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' }).format(
      value / 100,
    )
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const moment = MOMENT.exec(text)
  if (!moment) {
    const shown = subjectOf(field, text)
    return valueLabel(field, shown, language) ?? localizedDate(shown, language)
  }
  // Carrier times have no time zone: they are local times.
  if (moment[3] === undefined)
    return `${localizedDate(text.slice(0, 10), language)}, ${text.slice(11, 16)}`
  const at = Date.parse(text)
  // A voucher is valid by the day: its end is the first moment after the last valid day.
  if (field.key === 'valid_from') return localizedDate(dayAt(at, zone), language)
  if (field.key === 'valid_until') return localizedDate(dayAt(at - 1, zone), language)
  return `${localizedDate(dayAt(at, zone), language)}, ${wallTimeAt(at, zone).slice(11, 16)}`
}

/** The subject of a mail is an order number, followed by internal ids. */
const subjectOf = ({ key }: Field, text: string) =>
  key === 'about' ? (text.split(':')[0] ?? '') : text

const isEmpty = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value)
    ? value.length === 0
    : typeof value === 'object' && Object.values(value).every(isEmpty))
