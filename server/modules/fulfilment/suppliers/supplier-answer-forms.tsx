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
  CARRIERS,
  OTHER_CARRIER,
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
      <section className="card">
        <h2>{words.confirmTitle}</h2>
        <Confirm open={open} at={purchase.confirmedAt} words={words} language={language} />
      </section>
      <section className="card">
        <h2 id="sent">{words.sentTitle}</h2>
        <form method="post" aria-labelledby="sent">
          <AsShown open={open} />
          <Lines open={open} words={words} legend={words.sentLines} checked typed={sent} />
          <ParcelFields words={words} typed={sent} />
          {/* Only the next step has a filled button. */}
          <button
            name="what"
            value="sent"
            className={purchase.confirmedAt === null ? 'quiet' : undefined}
          >
            {words.sent}
          </button>
        </form>
      </section>
      <details className="card" open={declined !== null}>
        <summary id="decline">{words.declineTitle}</summary>
        <form method="post" aria-labelledby="decline">
          <AsShown open={open} />
          <Lines open={open} words={words} legend={words.declineLines} typed={declined} />
          <Field name="reason" words={words} typed={declined} />
          <p className="soft">{words.declineNote}</p>
          <button name="what" value="decline" className="quiet">
            {words.decline}
          </button>
        </form>
      </details>
    </>
  )
  return preview ? <fieldset disabled>{forms}</fieldset> : forms
}

function Confirm({
  open,
  at,
  words,
  language,
}: Pick<FormProps, 'words' | 'language'> & { open: PurchaseLine[]; at: Date | null }) {
  if (at === null)
    return (
      <form method="post">
        <AsShown open={open} />
        <button name="what" value="confirm">
          {words.confirm}
        </button>
      </form>
    )
  const date = localizedDate(dayAt(at.getTime(), DEFAULT_ZONE), language)
  return <p className="soft">{fillTemplate(words.confirmed, { date })}</p>
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
            // A reloaded page without a script has no other way to lead to the error.
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

type FieldProps = {
  words: SupplierTexts
  typed: Typed | null
  /** Distinguishes several forms with the same fields. */
  within?: string
}

const ParcelFields = (props: FieldProps) => (
  <>
    <Carrier {...props} />
    <Field name="code" {...props} />
    <Field name="link" {...props} />
  </>
)

const isFirstWrong = (typed: Typed | null, name: TypedField) =>
  (['line', ...TYPED_FIELDS] as const).find((one) => typed?.wrong[one]) === name

function WrongNote({ name, words, typed, id }: FieldProps & { name: TypedField; id: string }) {
  const wrong = typed?.wrong[name]
  if (!wrong) return null
  return (
    <span id={id} className="wrong">
      {fillTemplate(words[`wrong_${wrong}`], { most: String(MOST_LETTERS[name]) })}
    </span>
  )
}

/** A carrier from the list, or another one by its name. */
function Carrier({ words, typed, within = '' }: FieldProps) {
  const is = typed?.fields.carrier ?? ''
  const isListed = is === '' || CARRIERS.some((carrier) => carrier === is)
  const id = `${within}carrier-wrong`
  const isWrong = typed?.wrong.carrier !== undefined
  return (
    <>
      <label className="field">
        {words.carrier}
        <select
          name="carrier"
          required
          defaultValue={isListed ? is : OTHER_CARRIER}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          // Focuses the first invalid field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isFirstWrong(typed, 'carrier')}
        >
          <option value="">{words.carrierChoose}</option>
          {CARRIERS.map((carrier) => (
            <option key={carrier} value={carrier}>
              {carrier}
            </option>
          ))}
          <option value={OTHER_CARRIER}>{words.carrierOther}</option>
        </select>
        <WrongNote name="carrier" words={words} typed={typed} id={id} />
      </label>
      <label className="field other">
        {words.carrierOther}
        <input
          type="text"
          name="other-carrier"
          maxLength={MOST_LETTERS.carrier}
          defaultValue={isListed ? '' : is}
        />
      </label>
    </>
  )
}

function Field({
  name,
  words,
  typed,
  within = '',
}: FieldProps & { name: Exclude<TypedField, 'carrier'> }) {
  const isWrong = typed?.wrong[name] !== undefined
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
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        // Focuses the first invalid field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirstWrong(typed, name)}
      />
      <WrongNote name={name} words={words} typed={typed} id={id} />
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
    <details className="card" open={again !== null}>
      <summary>{title}</summary>
      <form method="post" aria-label={title}>
        <fieldset disabled={preview}>
          <input type="hidden" name="parcel" value={code} />
          <ParcelFields words={words} typed={filled} within={id} />
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
