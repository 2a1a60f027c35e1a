import { MAX_LENGTHS } from '#contract/fulfilment/purchase-orders.supplier.ts'
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
  FORM_FIELDS,
  type FormField,
  type InvalidForm,
  shownQuantities,
} from '#server/modules/fulfilment/suppliers/supplier-form.ts'
import type { SupplierTexts } from '#server/modules/fulfilment/suppliers/supplier-texts.ts'

export type FormProps = {
  purchase: Purchase
  texts: SupplierTexts
  language: Language
  typed: InvalidForm | null
  preview: boolean
}

export type Parcel = OrderRow['parcels'][number]

export function Forms({
  open,
  purchase,
  texts,
  language,
  typed,
  preview,
}: FormProps & { open: PurchaseLine[] }) {
  const sent = typed?.what === 'sent' ? typed : null
  const declined = typed?.what === 'decline' ? typed : null
  const forms = (
    <>
      <section className="card">
        <h2>{texts.confirmTitle}</h2>
        <Confirm open={open} at={purchase.confirmedAt} texts={texts} language={language} />
      </section>
      <section className="card">
        <h2 id="sent">{texts.sentTitle}</h2>
        <form method="post" aria-labelledby="sent">
          <ShownQuantities open={open} />
          <Lines open={open} texts={texts} legend={texts.sentLines} checked typed={sent} />
          <ParcelFields texts={texts} typed={sent} />
          {/* Only the next step has a filled button. */}
          <button
            name="what"
            value="sent"
            className={purchase.confirmedAt === null ? 'quiet' : undefined}
          >
            {texts.sent}
          </button>
        </form>
      </section>
      <details className="card" open={declined !== null}>
        <summary id="decline">{texts.declineTitle}</summary>
        <form method="post" aria-labelledby="decline">
          <ShownQuantities open={open} />
          <Lines open={open} texts={texts} legend={texts.declineLines} typed={declined} />
          <Field name="reason" texts={texts} typed={declined} />
          <p className="soft">{texts.declineNote}</p>
          <button name="what" value="decline" className="quiet">
            {texts.decline}
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
  texts,
  language,
}: Pick<FormProps, 'texts' | 'language'> & { open: PurchaseLine[]; at: Date | null }) {
  if (at === null)
    return (
      <form method="post">
        <ShownQuantities open={open} />
        <button name="what" value="confirm">
          {texts.confirm}
        </button>
      </form>
    )
  const date = localizedDate(dayAt(at.getTime(), DEFAULT_ZONE), language)
  return <p className="soft">{fillTemplate(texts.confirmed, { date })}</p>
}

/** Prevents an answer to lines that the supplier has not seen. */
const ShownQuantities = ({ open }: { open: PurchaseLine[] }) => (
  <input type="hidden" name="seen" value={shownQuantities(open)} />
)

function Lines({
  open,
  texts,
  legend,
  checked = false,
  typed,
}: {
  open: PurchaseLine[]
  texts: SupplierTexts
  legend: string
  checked?: boolean
  typed: InvalidForm | null
}) {
  const isWrong = typed?.wrong.line !== undefined
  const id = `${legend === texts.sentLines ? 'sent' : 'decline'}-line-wrong`
  return (
    <fieldset aria-describedby={isWrong ? id : undefined}>
      <legend>{legend}</legend>
      {open.map((line, index) => (
        <label key={line.line}>
          <input
            type="checkbox"
            name="line"
            value={line.line}
            defaultChecked={typed ? typed.lines.includes(String(line.line)) : checked}
            // A reloaded page without a script has no other way to lead to the error.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={isWrong && index === 0}
          />
          {describeLine(line)}
        </label>
      ))}
      {isWrong ? (
        <span id={id} className="wrong">
          {texts.wrong_line}
        </span>
      ) : null}
    </fieldset>
  )
}

type FieldProps = {
  texts: SupplierTexts
  typed: InvalidForm | null
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

const isFirstWrong = (typed: InvalidForm | null, name: FormField) =>
  (['line', ...FORM_FIELDS] as const).find((field) => typed?.wrong[field]) === name

function WrongNote({ name, texts, typed, id }: FieldProps & { name: FormField; id: string }) {
  const wrong = typed?.wrong[name]
  if (!wrong) return null
  return (
    <span id={id} className="wrong">
      {fillTemplate(texts[`wrong_${wrong}`], { most: String(MAX_LENGTHS[name]) })}
    </span>
  )
}

/** A carrier from the list, or another one by its name. */
function Carrier({ texts, typed, within = '' }: FieldProps) {
  const value = typed?.fields.carrier ?? ''
  const isListed = value === '' || CARRIERS.some((carrier) => carrier === value)
  const id = `${within}carrier-wrong`
  const isWrong = typed?.wrong.carrier !== undefined
  return (
    <>
      <label className="field">
        {texts.carrier}
        <select
          name="carrier"
          required
          defaultValue={isListed ? value : OTHER_CARRIER}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          // Focuses the first invalid field.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={isFirstWrong(typed, 'carrier')}
        >
          <option value="">{texts.carrierChoose}</option>
          {CARRIERS.map((carrier) => (
            <option key={carrier} value={carrier}>
              {carrier}
            </option>
          ))}
          <option value={OTHER_CARRIER}>{texts.carrierOther}</option>
        </select>
        <WrongNote name="carrier" texts={texts} typed={typed} id={id} />
      </label>
      <label className="field other">
        {texts.carrierOther}
        <input
          type="text"
          name="other-carrier"
          maxLength={MAX_LENGTHS.carrier}
          defaultValue={isListed ? '' : value}
        />
      </label>
    </>
  )
}

function Field({
  name,
  texts,
  typed,
  within = '',
}: FieldProps & { name: Exclude<FormField, 'carrier'> }) {
  const isWrong = typed?.wrong[name] !== undefined
  const isLink = name === 'link'
  const id = `${within}${name}-wrong`
  return (
    <label className="field">
      {texts[name]}
      <input
        type={isLink ? 'url' : 'text'}
        name={name}
        required={!isLink}
        maxLength={MAX_LENGTHS[name]}
        defaultValue={typed?.fields[name]}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        // Focuses the first invalid field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirstWrong(typed, name)}
      />
      <WrongNote name={name} texts={texts} typed={typed} id={id} />
    </label>
  )
}

export function CorrectParcelForm({
  parcel: { code, carrier, link },
  texts,
  typed,
  preview,
}: Pick<FormProps, 'texts' | 'typed' | 'preview'> & { parcel: Parcel }) {
  const invalid = typed?.what === 'resolve' && typed.parcel === code ? typed : null
  const fields = { carrier, code, link: link ?? '', reason: '' }
  const form: InvalidForm = invalid ?? {
    what: 'resolve',
    lines: [],
    parcel: code,
    fields,
    wrong: {},
  }
  const title = fillTemplate(texts.resolveTitle, { code })
  const id = `resolve-${code}`
  return (
    <details className="card" open={invalid !== null}>
      <summary>{title}</summary>
      <form method="post" aria-label={title}>
        <fieldset disabled={preview}>
          <input type="hidden" name="parcel" value={code} />
          <ParcelFields texts={texts} typed={form} within={id} />
          <p className="soft">{texts.resolveNote}</p>
          <button name="what" value="resolve" className="quiet">
            {texts.resolve}
          </button>
        </fieldset>
      </form>
    </details>
  )
}

export const describeLine = ({ quantity, name, variant }: PurchaseLine) =>
  `${quantity} × ${[name, variant].filter(Boolean).join(', ')}`
