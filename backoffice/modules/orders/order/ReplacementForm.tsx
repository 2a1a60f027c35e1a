import { useState } from 'react'

import { FormField, FormSelect } from '#backoffice/kit/form/FormField.tsx'
import { Form } from '#backoffice/kit/form/Form.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { useAction } from '#backoffice/kit/api/use-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { StaffInput } from '#contract/client.staff.ts'
import { UNAVAILABLE_CAUSES, isParcelCause } from '#domain/orders/replacement.ts'

type Cause = StaffInput<'offerReplacement'>['cause']

/** A shipped line cannot be unavailable for lack of stock, so only parcel causes apply. */
const causesFor = (line: Order['lines'][number] | undefined): readonly Cause[] =>
  line?.state === 'shipped' || line?.state === 'delivered'
    ? UNAVAILABLE_CAUSES.filter(isParcelCause)
    : UNAVAILABLE_CAUSES

/** The offer as typed. Until the response arrives, its form shows the values that were sent. */
function useOffer(order: Order) {
  const t = useTranslate()
  const action = useAction('offerReplacement', {
    follows: ['left'],
    // After a retry the offer is already among those shown.
    done: ({ id }) =>
      t(
        order.choices.some((choice) => choice.id === id)
          ? 'replacement.sentBefore'
          : 'replacement.sent',
      ),
  })
  const [sentLines, setSentLines] = useState(order.lines)
  const lines = action.busy || action.isOutcomeUnknown ? sentLines : order.lines
  const replaceableLines = lines.filter(({ left, fallen }) => left > 0 && !fallen)
  const [line, setLine] = useState(replaceableLines[0]?.line ?? 0)
  const [quantity, setQuantity] = useState(1)
  const [chosenCause, setCause] = useState<Cause>('sold-out')
  const [note, setNote] = useState('')
  const selected = replaceableLines.find((one) => one.line === line)
  const maxQuantity = selected?.left ?? 1
  const causes = causesFor(selected)
  // A cause that does not apply to the chosen gift gives way to the first that does.
  const cause = causes.find((one) => one === chosenCause) ?? causes[0] ?? chosenCause
  async function send() {
    setSentLines(lines)
    return action.run({
      number: order.number,
      line,
      quantity: Math.min(quantity, maxQuantity),
      left: maxQuantity,
      cause,
      note,
    })
  }
  const fields = { line, setLine, quantity, setQuantity, cause, setCause, note, setNote }
  return { ...fields, replaceableLines, maxQuantity, causes, action, send }
}

/** Offers the recipient a replacement for a gift that cannot be delivered. */
export function ReplacementForm({ order, onClose }: { order: Order; onClose: () => void }) {
  const t = useTranslate()
  const offer = useOffer(order)
  const { action } = offer
  return (
    <Form
      title={t('replacement.begin')}
      titled={false}
      main={false}
      submit={t('replacement.send')}
      note={t('replacement.beginHelp')}
      failure={action.failure}
      refusal={action.refusal}
      busy={action.busy}
      changed
      onDiscard={onClose}
      onSubmit={async () => {
        if (await offer.send()) onClose()
      }}
    >
      <OfferFields offer={offer} />
    </Form>
  )
}

function OfferFields({ offer }: { offer: ReturnType<typeof useOffer> }) {
  const t = useTranslate()
  const {
    replaceableLines,
    line,
    setLine,
    quantity,
    setQuantity,
    maxQuantity,
    causes,
    cause,
    setCause,
    note,
    setNote,
  } = offer
  return (
    <>
      <FormSelect
        label={t('replacement.line')}
        value={line}
        onChange={({ target }) => setLine(Number(target.value))}
      >
        {replaceableLines.map((one) => (
          <option key={one.line} value={one.line}>
            {[one.name, one.variant].filter(Boolean).join(', ')}
          </option>
        ))}
      </FormSelect>
      <FormField
        label={t('replacement.quantity')}
        type="number"
        inputMode="numeric"
        min={1}
        max={maxQuantity}
        value={Math.min(quantity, maxQuantity)}
        onChange={({ target }) => setQuantity(Math.max(1, Math.trunc(Number(target.value))))}
      />
      <FormSelect
        label={t('replacement.cause')}
        name="cause"
        value={cause}
        onChange={({ target }) => setCause(target.value as Cause)}
      >
        {causes.map((one) => (
          <option key={one} value={one}>
            {t(`replacement.cause.${one}`)}
          </option>
        ))}
      </FormSelect>
      <FormField
        label={t('replacement.note')}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </>
  )
}
