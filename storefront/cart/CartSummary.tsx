import type { Cart, Problem } from '#contract/cart.shop.ts'
import { isYes } from '#domain/text/wire-boolean.ts'
import { ActionBar } from '#storefront/checkout/layout/ActionBar.tsx'
import { CartTotals } from '#storefront/checkout/layout/CartTotals.tsx'
import { hasExpired, textKeyFor } from '#storefront/checkout/layout/order-error.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './CartSummary.module.css'

type CartSummaryProps = {
  cart: Cart
  problems: Problem[]
  /** Changes are in flight, so the problems are about to be computed again. */
  pending: boolean
  leaving: boolean
  onContinue: () => void
}

export function CartSummary({ cart, problems, pending, leaving, onContinue }: CartSummaryProps) {
  const texts = useTexts('basketcomponents')
  const { order_total_points: order, voucher_points: available } = cart.totals
  // Also above the limit: after a correction there may still be an amount to pay.
  const paysExtra = order > available && isYes(cart.can_buy_points) && !hasExpired(problems)
  const blocked = problems.length > 0
  return (
    <section className={css.side} aria-labelledby="cart-summary">
      <div className={css.summary}>
        <h2 className={css.title} id="cart-summary">
          {texts.jsx('summaryTitle')}
        </h2>
        <CartTotals totals={cart.totals} />
        {paysExtra ? <PaymentLogos /> : null}
      </div>
      <ActionBar
        totals={cart.totals}
        above={blocked ? <Reasons problems={problems} pending={pending} /> : null}
      >
        <Button
          wide
          disabled={blocked}
          busy={leaving}
          aria-describedby={blocked ? 'cart-reason' : undefined}
          onClick={onContinue}
        >
          {texts.jsx('continueButton')}
          <Icon name="arrow-right" />
        </Button>
      </ActionBar>
    </section>
  )
}

/** Why checkout is not possible. Problems of a gift are shown at the gift. */
function Reasons({ problems, pending }: { problems: Problem[]; pending: boolean }) {
  const texts = useTexts('basketcomponents')
  const common = useTexts('websitetranslationcomponents')
  return (
    <div className={css.reasons} id="cart-reason" data-pending={pending || undefined}>
      {reasonsFor(problems, texts).map(({ key, points }) => (
        <p key={key} className={css.reason}>
          {points === undefined ? <Icon name="warning" /> : <strong>{points}</strong>}
          <span>{texts.jsx(key, { points })}</span>
        </p>
      ))}
      {hasExpired(problems) ? <ShopLink to="/contact">{common.jsx('askUs')}</ShopLink> : null}
    </div>
  )
}

/** One sentence for each problem of the cart as a whole, and one for all gifts with a problem. */
export function reasonsFor(
  problems: Problem[],
  texts: PageTexts,
): { key: string; points?: number | undefined }[] {
  const lineProblems = problems.filter(({ spli_id }) => spli_id !== undefined)
  const cartProblems = problems.filter(({ spli_id }) => spli_id === undefined)
  return [
    ...(lineProblems.length > 0 ? [{ key: 'messageLineProblems' }] : []),
    ...cartProblems.map(({ Message, points }) => ({
      key: textKeyFor(Message, points, texts),
      points,
    })),
  ]
}

function PaymentLogos() {
  const texts = useTexts('basketcomponents')
  const logos = texts.block('paymentLogos').items.flatMap((item) => item.picture('logo') ?? [])
  if (logos.length === 0) return null
  return (
    <div className={css.payment}>
      <h3 className={css.paymentTitle} id="payment-methods">
        {texts.jsx('paymentTitle')}
      </h3>
      <ul className={css.logos} aria-labelledby="payment-methods">
        {logos.map(({ file, alt }) => (
          <li key={file}>
            <Picture
              className={css.logo}
              file={file}
              alt={alt}
              sizes="56px"
              ratio="8 / 5"
              fit="contain"
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
