import { useState } from 'react'

import type { Order, Withdrawal } from '#contract/orders/orders.shop.ts'
import { isEmail, tidyEmail } from '#domain/mail/email.ts'
import { splitCredit } from '#domain/refunds/credit.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { creditText } from '#storefront/orders/credit-texts.ts'
import { useOrderChange } from '#storefront/orders/use-order-change.ts'
import { randomUuid } from '#ui/lib/random-key.ts'
import { WithdrawalReceipt } from '#storefront/orders/withdrawal/WithdrawalReceipt.tsx'
import { call } from '#storefront/api/shop-client.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Field } from '#ui/fields/Field.tsx'
import { Stepper } from '#ui/fields/Stepper.tsx'
import { TextAreaField } from '#ui/fields/TextAreaField.tsx'
import css from '../OrderDialog.module.css'

type DialogProps = { order: Order; texts: PageTexts; onClose: () => void }

/** A withdrawal in two steps: selection and confirmation. Then the dialog shows the receipt. */
export function WithdrawDialog({ order, texts, onClose }: DialogProps) {
  const common = useTexts('websitetranslationcomponents')
  const withdrawal = useWithdrawal(order, texts)
  const { step, receipt, busy } = withdrawal
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.text(receipt ? 'receiptTitle' : `${step}WithdrawTitle`)}
      closeLabel={common.text('close', {}, 'Sluiten')}
      dismissible={!busy}
      closeOnOutside={false}
    >
      {receipt ? (
        <>
          <WithdrawalReceipt withdrawal={receipt} zone={order.time_zone} texts={texts} />
          <div className={css.buttons}>
            <Button onClick={onClose}>{common.jsx('close', {}, 'Sluiten')}</Button>
          </div>
        </>
      ) : step === 'choose' ? (
        <ChooseStep order={order} texts={texts} withdrawal={withdrawal} />
      ) : (
        <ConfirmStep order={order} texts={texts} withdrawal={withdrawal} />
      )}
    </Dialog>
  )
}

type StepProps = { order: Order; texts: PageTexts; withdrawal: ReturnType<typeof useWithdrawal> }

function useWithdrawal(order: Order, texts: PageTexts) {
  const announce = useAnnounce()
  const { change, busy, issue } = useOrderChange(order.order_number)
  // One key per dialog: a repeated click or a lost response is the same withdrawal.
  const [key] = useState(randomUuid)
  const [quantities, setQuantities] = useState<Record<string, number>>({})
  const [reason, setReason] = useState('')
  const [email, setEmail] = useState(order.personal_data.contact_email)
  const [step, setStep] = useState<'choose' | 'confirm'>('choose')
  const [missing, setMissing] = useState<'gift' | 'email' | null>(null)
  const [receipt, setReceipt] = useState<Withdrawal | null>(null)
  const chosen = order.items.filter((item) => (quantities[item.shopping_cart_item] ?? 0) > 0)

  function review() {
    if (chosen.length === 0) return setMissing('gift')
    if (!isEmail(tidyEmail(email))) return setMissing('email')
    setMissing(null)
    setStep('confirm')
  }

  async function confirm() {
    const done = await change(
      () =>
        call('withdrawOrder', {
          order_number: order.order_number,
          withdrawal_key: key,
          lines: chosen.map(({ shopping_cart_item }) => ({
            shopping_cart_item,
            quantity: quantities[shopping_cart_item] ?? 1,
          })),
          reason,
          email: tidyEmail(email),
        }),
      ({ response }) => response.order,
    )
    if (!done) return
    setReceipt(done.response.receipt)
    announce(texts.text('receiptTitle'))
  }
  const input = { quantities, setQuantities, reason, setReason, email, setEmail }
  return { ...input, step, setStep, missing, receipt, chosen, busy, issue, review, confirm }
}

function ChooseStep({ order, texts, withdrawal }: StepProps) {
  const common = useTexts('websitetranslationcomponents')
  const { quantities, setQuantities, reason, setReason, email, setEmail, missing, chosen, review } =
    withdrawal
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        review()
      }}
    >
      <UnitChoice
        order={order}
        texts={texts}
        quantities={quantities}
        setQuantities={setQuantities}
      />
      {missing === 'gift' && chosen.length === 0 ? (
        <p className={css.issue} role="alert">
          {texts.jsx('chooseSomething')}
        </p>
      ) : null}
      <TextAreaField
        label={texts.jsx('reason')}
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.target.value)}
      />
      <Field
        label={texts.jsx('receiptEmail')}
        type="email"
        autoComplete="email"
        value={email}
        issue={missing === 'email' ? common.text('invalidEmail') : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className={css.buttons}>
        <Button type="submit">{texts.jsx('withdrawNext')}</Button>
      </div>
    </form>
  )
}

function ConfirmStep({ order, texts, withdrawal }: StepProps) {
  const { quantities, email, chosen, busy, issue, confirm, setStep } = withdrawal
  const amounts = useAmounts()
  // The server calculates the receipt with the same function.
  const credit = splitCredit(
    chosen.reduce(
      (sum, { shopping_cart_item, points }) => sum + points * (quantities[shopping_cart_item] ?? 0),
      0,
    ),
    order.credit_left,
    order.credit_left.first,
  ) ?? { points: 0, cents: 0 }
  return (
    <>
      <ul className={css.lines}>
        {chosen.map((item) => (
          <li key={item.shopping_cart_item}>
            {quantities[item.shopping_cart_item]} × {fullName(item)}
          </li>
        ))}
      </ul>
      <p>{texts.jsx('confirmWithdrawBack', { amount: creditText(credit, amounts) })}</p>
      <p>{texts.jsx('confirmWithdrawText', { email: tidyEmail(email) })}</p>
      {issue ? (
        <p className={css.issue} role="alert">
          {issue}
        </p>
      ) : null}
      <div className={css.buttons}>
        <Button busy={busy} onClick={() => void confirm()}>
          {texts.jsx('withdrawConfirm')}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => setStep('choose')}>
          {texts.jsx('withdrawBack')}
        </Button>
      </div>
    </>
  )
}

function UnitChoice({
  order,
  texts,
  quantities,
  setQuantities,
}: {
  order: Order
  texts: PageTexts
  quantities: Record<string, number>
  setQuantities: (quantities: Record<string, number>) => void
}) {
  const common = useTexts('websitetranslationcomponents')
  return (
    <ul className={css.lines}>
      {order.items
        .filter(({ withdrawable }) => withdrawable > 0)
        .map((item) => {
          const { shopping_cart_item: id, withdrawable } = item
          const name = fullName(item)
          const quantity = quantities[id] ?? 0
          return (
            <li key={id}>
              <Checkbox
                label={name}
                checked={quantity > 0}
                onChange={(event) =>
                  setQuantities({ ...quantities, [id]: event.target.checked ? withdrawable : 0 })
                }
              />
              {quantity > 0 && withdrawable > 1 ? (
                <Stepper
                  id={`pieces-${id}`}
                  invalidText={common.text('wholeNumber', { most: withdrawable })}
                  label={`${texts.text('pieces')} ${name}`}
                  lessLabel={common.text('less', { name }, `− ${name}`)}
                  moreLabel={common.text('more', { name }, `+ ${name}`)}
                  quantity={quantity}
                  max={withdrawable}
                  onChange={(quantity) => setQuantities({ ...quantities, [id]: quantity })}
                />
              ) : null}
            </li>
          )
        })}
    </ul>
  )
}
