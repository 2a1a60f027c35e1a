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

type DialogProps = { order: Order; words: PageTexts; onClose: () => void }

/** Two steps: the selection, then the confirmation. The end shows the receipt. */
export function WithdrawDialog({ order, words, onClose }: DialogProps) {
  const common = useTexts('websitetranslationcomponents')
  const withdrawal = useWithdrawal(order, words)
  const { step, receipt, busy } = withdrawal
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.text(receipt ? 'receiptTitle' : `${step}WithdrawTitle`)}
      closeLabel={common.text('close', {}, 'Sluiten')}
      dismissible={!busy}
      closeOnOutside={false}
    >
      {receipt ? (
        <>
          <WithdrawalReceipt withdrawal={receipt} zone={order.time_zone} words={words} />
          <div className={css.buttons}>
            <Button onClick={onClose}>{common.say('close', {}, 'Sluiten')}</Button>
          </div>
        </>
      ) : step === 'choose' ? (
        <ChooseStep order={order} words={words} withdrawal={withdrawal} />
      ) : (
        <ConfirmStep order={order} words={words} withdrawal={withdrawal} />
      )}
    </Dialog>
  )
}

type StepProps = { order: Order; words: PageTexts; withdrawal: ReturnType<typeof useWithdrawal> }

function useWithdrawal(order: Order, words: PageTexts) {
  const announce = useAnnounce()
  const { change, busy, issue } = useOrderChange(order.order_number)
  // One key per dialog: a repeated click or a lost response is the same withdrawal.
  const [key] = useState(randomUuid)
  const [pieces, setPieces] = useState<Record<string, number>>({})
  const [reason, setReason] = useState('')
  const [email, setEmail] = useState(order.personal_data.contact_email)
  const [step, setStep] = useState<'choose' | 'confirm'>('choose')
  const [wrong, setWrong] = useState<'nothing' | 'email' | null>(null)
  const [receipt, setReceipt] = useState<Withdrawal | null>(null)
  const chosen = order.items.filter((item) => (pieces[item.shopping_cart_item] ?? 0) > 0)

  function review() {
    const problem =
      chosen.length === 0 ? 'nothing' : isEmail(tidyEmail(email)) ? null : ('email' as const)
    setWrong(problem)
    if (!problem) setStep('confirm')
  }

  async function confirm() {
    const done = await change(
      () =>
        call('withdrawOrder', {
          order_number: order.order_number,
          withdrawal_key: key,
          lines: chosen.map(({ shopping_cart_item }) => ({
            shopping_cart_item,
            quantity: pieces[shopping_cart_item] ?? 1,
          })),
          reason,
          email: tidyEmail(email),
        }),
      ({ response }) => response.order,
    )
    if (!done) return
    setReceipt(done.response.receipt)
    announce(words.text('receiptTitle'))
  }
  const typed = { pieces, setPieces, reason, setReason, email, setEmail }
  return { ...typed, step, setStep, wrong, receipt, chosen, busy, issue, review, confirm }
}

function ChooseStep({ order, words, withdrawal }: StepProps) {
  const common = useTexts('websitetranslationcomponents')
  const { pieces, setPieces, reason, setReason, email, setEmail, wrong, chosen, review } =
    withdrawal
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        review()
      }}
    >
      <Pieces order={order} words={words} pieces={pieces} setPieces={setPieces} />
      {wrong === 'nothing' && chosen.length === 0 ? (
        <p className={css.issue} role="alert">
          {words.say('chooseSomething')}
        </p>
      ) : null}
      <TextAreaField
        label={words.say('reason')}
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.target.value)}
      />
      <Field
        label={words.say('receiptEmail')}
        type="email"
        autoComplete="email"
        value={email}
        issue={wrong === 'email' ? common.text('invalidEmail') : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <div className={css.buttons}>
        <Button type="submit">{words.say('withdrawNext')}</Button>
      </div>
    </form>
  )
}

function ConfirmStep({ order, words, withdrawal }: StepProps) {
  const { pieces, email, chosen, busy, issue, confirm, setStep } = withdrawal
  const amounts = useAmounts()
  // By the same rule as the receipt.
  const credit = splitCredit(
    chosen.reduce(
      (sum, { shopping_cart_item, points }) => sum + points * (pieces[shopping_cart_item] ?? 0),
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
            {pieces[item.shopping_cart_item]} × {fullName(item)}
          </li>
        ))}
      </ul>
      <p>{words.say('confirmWithdrawBack', { amount: creditText(credit, amounts) })}</p>
      <p>{words.say('confirmWithdrawText', { email: tidyEmail(email) })}</p>
      {issue ? (
        <p className={css.issue} role="alert">
          {issue}
        </p>
      ) : null}
      <div className={css.buttons}>
        <Button busy={busy} onClick={() => void confirm()}>
          {words.say('withdrawConfirm')}
        </Button>
        <Button look="quiet" disabled={busy} onClick={() => setStep('choose')}>
          {words.say('withdrawBack')}
        </Button>
      </div>
    </>
  )
}

function Pieces({
  order,
  words,
  pieces,
  setPieces,
}: {
  order: Order
  words: PageTexts
  pieces: Record<string, number>
  setPieces: (pieces: Record<string, number>) => void
}) {
  const detail = useTexts('websitetranslationcomponents')
  return (
    <ul className={css.lines}>
      {order.items
        .filter(({ withdrawable }) => withdrawable > 0)
        .map((item) => {
          const { shopping_cart_item: id, withdrawable } = item
          const name = fullName(item)
          const quantity = pieces[id] ?? 0
          return (
            <li key={id}>
              <Checkbox
                label={name}
                checked={quantity > 0}
                onChange={(event) =>
                  setPieces({ ...pieces, [id]: event.target.checked ? withdrawable : 0 })
                }
              />
              {quantity > 0 && withdrawable > 1 ? (
                <Stepper
                  id={`pieces-${id}`}
                  wrong={detail.text('wholeNumber', { most: withdrawable })}
                  label={`${words.text('pieces')} ${name}`}
                  lessLabel={detail.text('less', { name }, `− ${name}`)}
                  moreLabel={detail.text('more', { name }, `+ ${name}`)}
                  quantity={quantity}
                  most={withdrawable}
                  onChange={(quantity) => setPieces({ ...pieces, [id]: quantity })}
                />
              ) : null}
            </li>
          )
        })}
    </ul>
  )
}
