import type { Withdrawal } from '#contract/orders/orders.shop.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { momentOf } from '#storefront/checkout/confirmation/order-dates.ts'
import { creditText } from '#storefront/orders/credit-texts.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import css from '../OrderDialog.module.css'

const CREDIT_TEXTS = {
  all: 'receiptCredit',
  part: 'receiptCredit',
  unsent: 'receiptCreditUnsent',
  nothing: 'receiptCreditNothing',
} as const

/** The receipt of a withdrawal, with its time. */
export function WithdrawalReceipt({
  withdrawal,
  zone,
  texts,
}: {
  withdrawal: Withdrawal
  zone: string
  texts: PageTexts
}) {
  const language = useLanguage()
  const { points_to_credit: points, cents_to_credit: cents } = withdrawal
  const amount = creditText({ points, cents }, useAmounts())
  return (
    <article className={css.receipt} aria-label={texts.text('receiptTitle')}>
      <h3>{texts.jsx('receiptNumber', { number: withdrawal.withdrawal_number })}</h3>
      <p>
        {texts.jsx('receiptText', {
          date: momentOf(withdrawal.at, language, zone),
          email: withdrawal.email,
        })}
      </p>
      <ul>
        {withdrawal.lines.map((line) => (
          <li key={line.shopping_cart_item}>
            {line.quantity} × {fullName(line)}
          </li>
        ))}
      </ul>
      <p>{texts.jsx(CREDIT_TEXTS[withdrawal.to_return], { amount })}</p>
    </article>
  )
}
