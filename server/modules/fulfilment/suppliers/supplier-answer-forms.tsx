import { MOST_LETTERS } from '#contract/fulfilment/purchase-orders.supplier.ts'
import type { Language } from '#domain/language.ts'
import { fillTemplate, localizedDate } from '#domain/content/text-template.ts'
import { dayAt, DEFAULT_ZONE } from '#domain/time/zone-days.ts'
import type { OrderRow } from '#server/modules/orders/order.sql.ts'
import type {
  Purchase,
  PurchaseLine,
} from '#server/modules/fulfilment/suppliers/purchase-order.sql.ts'
import {
  seenIn,
  type Typed,
  TYPED_FIELDS,
  type TypedField,
} from '#server/modules/fulfilment/suppliers/supplier-form.ts'
import type { SupplierTexts } from '#server/modules/fulfilment/suppliers/supplier-texts.ts'

export type FormProps = {
  purchase: Purchase
  words: SupplierTexts
  language: Language
  typed: Typed | null
  preview: boolean
}

export type Parcel = OrderRow['parcels'][number]

export function Forms({
  open,
  purchase,
  words,
  language,
  typed,
  preview,
}: FormProps & { open: PurchaseLine[] }) {
  const sent = typed?.what === 'sent' ? typed : null
  const declined = typed?.what === 'decline' ? typed : null
  const forms = (
    <>
      {purchase.confirmedAt === null ? (
        <form method="post">
          <AsShown open={open} />
          <button name="what" value="confirm">
            {words.confirm}
          </button>
        </form>
      ) : (
        <p className="soft">
          {fillTemplate(words.confirmed, {
            date: localizedDate(dayAt(purchase.confirmedAt.getTime(), DEFAULT_ZONE), language),
          })}
        </p>
      )}
      <h2 id="sent">{words.sentTitle}</h2>
      <form method="post" aria-labelledby="sent">
        <AsShown open={open} />
        <Lines open={open} words={words} legend={words.sentLines} checked typed={sent} />
        <Field name="carrier" words={words} typed={sent} />
        <Field name="code" words={words} typed={sent} />
        <Field name="link" words={words} typed={sent} />
        <button name="what" value="sent">
          {words.sent}
        </button>
      </form>
      <h2 id="decline">{words.declineTitle}</h2>
      <form method="post" aria-labelledby="decline">
        <AsShown open={open} />
        <Lines open={open} words={words} legend={words.declineLines} typed={declined} />
        <Field name="reason" words={words} typed={declined} />
        <p className="soft">{words.declineNote}</p>
        <button name="what" value="decline" className="quiet">
          {words.decline}
        </button>
      </form>
    </>
  )
  return preview ? <fieldset disabled>{forms}</fieldset> : forms
}

/** Prevents an answer to lines that the supplier has not seen. */
const AsShown = ({ open }: { open: PurchaseLine[] }) => (
  <input type="hidden" name="seen" value={seenIn(open)} />
)

function Lines({
  open,
  words,
  legend,
  checked = false,
  typed,
}: {
  open: PurchaseLine[]
  words: SupplierTexts
  legend: string
  checked?: boolean
  typed: Typed | null
}) {
  const isWrong = typed?.wrong.line !== undefined
  const id = `${legend === words.sentLines ? 'sent' : 'decline'}-line-wrong`
  return (
    <fieldset aria-describedby={isWrong ? id : undefined}>
      <legend>{legend}</legend>
      {open.map((line, at) => (
        <label key={line.line}>
          <input
            type="checkbox"
            name="line"
            value={line.line}
            defaultChecked={typed ? typed.lines.includes(String(line.line)) : checked}
            // The page was loaded again and has no script: nothing else leads to the error.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={isWrong && at === 0}
          />
          {nameOf(line)}
        </label>
      ))}
      {isWrong ? (
        <span id={id} className="wrong">
          {words.wrong_line}
        </span>
      ) : null}
    </fieldset>
  )
}

function Field({
  name,
  words,
  typed,
  within = '',
}: {
  name: TypedField
  words: SupplierTexts
  typed: Typed | null
  /** Which of several forms with this field. */
  within?: string
}) {
  const wrong = typed?.wrong[name]
  const isFirst = (['line', ...TYPED_FIELDS] as const).find((one) => typed?.wrong[one]) === name
  const isLink = name === 'link'
  const id = `${within}${name}-wrong`
  return (
    <label className="field">
      {words[name]}
      <input
        type={isLink ? 'url' : 'text'}
        name={name}
        required={!isLink}
        maxLength={MOST_LETTERS[name]}
        defaultValue={typed?.fields[name]}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={wrong ? id : undefined}
        // The first that is wrong.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
      />
      {wrong ? (
        <span id={id} className="wrong">
          {fillTemplate(words[`wrong_${wrong}`], { most: String(MOST_LETTERS[name]) })}
        </span>
      ) : null}
    </label>
  )
}

export function Resolve({
  parcel: { code, carrier, link },
  words,
  typed,
  preview,
}: Pick<FormProps, 'words' | 'typed' | 'preview'> & { parcel: Parcel }) {
  const again = typed?.what === 'resolve' && typed.parcel === code ? typed : null
  const is = { carrier, code, link: link ?? '', reason: '' }
  const filled: Typed = again ?? { what: 'resolve', lines: [], parcel: code, fields: is, wrong: {} }
  const title = fillTemplate(words.resolveTitle, { code })
  const id = `resolve-${code}`
  return (
    <details open={again !== null}>
      <summary>{title}</summary>
      <form method="post" aria-label={title}>
        <fieldset disabled={preview}>
          <input type="hidden" name="parcel" value={code} />
          <Field name="carrier" words={words} typed={filled} within={id} />
          <Field name="code" words={words} typed={filled} within={id} />
          <Field name="link" words={words} typed={filled} within={id} />
          <p className="soft">{words.resolveNote}</p>
          <button name="what" value="resolve" className="quiet">
            {words.resolve}
          </button>
        </fieldset>
      </form>
    </details>
  )
}

export const nameOf = ({ quantity, name, variant }: PurchaseLine) =>
  `${quantity} × ${[name, variant].filter(Boolean).join(', ')}`
