import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from '#storefront/router/router.tsx'

import type { Cart, CartItem } from '#contract/cart.shop.ts'
import { isYes } from '#domain/text/wire-boolean.ts'
import { CartLine } from '#storefront/cart/CartLine.tsx'
import { CartNotices } from '#storefront/cart/CartNotices.tsx'
import { CartSummary } from '#storefront/cart/CartSummary.tsx'
import { lineChanges, useLineChanges, withWanted } from '#storefront/cart/line-changes.ts'
import { useCartAnnouncements } from '#storefront/cart/use-cart-announcements.ts'
import { CheckoutCart } from '#storefront/checkout/layout/CheckoutCart.tsx'
import { ProgressBar } from '#storefront/layout/header/ProgressBar.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { QuietBoundary } from '#ui/components/QuietBoundary.tsx'
import css from './CartPage.module.css'

// Imported on demand: the cart does not need gift cards at first.
const EmptyCart = lazy(async () => ({
  default: (await import('#storefront/cart/EmptyCart.tsx')).EmptyCart,
}))
const ExactFitStrip = lazy(async () => ({
  default: (await import('#storefront/catalog/exact-fit/ExactFitStrip.tsx')).ExactFitStrip,
}))

const NEXT = '/personal-details'

export default function CartPage() {
  return <CheckoutCart>{() => <Basket />}</CheckoutCart>
}

function Basket() {
  const texts = useTexts('basketcomponents')
  const queries = useQueryClient()
  // Read next to the changes, so that the cart and its pending changes belong to the same moment.
  const { data: storedCart } = useSuspenseQuery(cartQuery(useLanguage()))
  const { wanted } = useLineChanges(queries)
  const [removed, setRemoved] = useState<CartItem | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const cart = withWanted(storedCart, wanted)
  const pending = wanted.size > 0
  const problems = storedCart.problems.filter(({ code }) => code !== 'cart-empty')
  const leaving = useContinue(storedCart, pending)
  const sentBack = (useLocation().state as { sentBack?: boolean } | null)?.sentBack === true
  usePageTitle(texts.text('title'))
  useCartAnnouncements({ cart, problems, pending })

  function changeQuantity(item: CartItem, quantity: number) {
    lineChanges(queries).change(item.id, quantity)
    setRemoved(quantity === 0 ? item : null)
    // The pressed button disappears with its line, so the focus moves to the title. The scroll position stays.
    if (quantity === 0) title.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <div className={css.steps}>
        <ProgressBar step={1} />
      </div>
      <div className={css.page}>
        <h1 ref={title} tabIndex={-1}>
          {texts.jsx('title')}
        </h1>
        <CartNotices
          sentBack={sentBack}
          openPayment={storedCart.open_payment}
          removed={removed}
          onRestore={(item) => {
            lineChanges(queries).restore(item)
            setRemoved(null)
          }}
        />
        {cart.shopping_cart_items.length === 0 ? (
          <Suspense>
            <EmptyCart />
          </Suspense>
        ) : (
          <div className={css.columns}>
            <Lines cart={cart} problems={problems} wanted={wanted} onChange={changeQuantity} />
            <CartSummary cart={cart} problems={problems} pending={pending} {...leaving} />
          </div>
        )}
        <div className={css.fits}>
          <QuietBoundary>
            <Suspense>
              <ExactFitStrip quiet={isYes(cart.continue_shipping)} />
            </Suspense>
          </QuietBoundary>
        </div>
      </div>
    </>
  )
}

type LinesProps = {
  cart: Cart
  problems: Cart['problems']
  wanted: ReturnType<typeof useLineChanges>['wanted']
  onChange: (item: CartItem, quantity: number) => void
}

const Lines = ({ cart, problems, wanted, onChange }: LinesProps) => (
  <ul className={css.lines}>
    {cart.shopping_cart_items.map((item) => (
      <CartLine
        key={item.id}
        item={item}
        problem={
          wanted.has(item.id) ? undefined : problems.find(({ spli_id }) => spli_id === item.spli_id)
        }
        availableForLine={findAvailableForLine(item, cart, problems)}
        adjustable={!cart.corporate_identity.no_quantity_adjustment}
        onQuantity={(quantity) => onChange(item, quantity)}
      />
    ))}
  </ul>
)

/** The stock for a line. Two lines may contain the same gift and share its stock. */
function findAvailableForLine(item: CartItem, cart: Cart, problems: Cart['problems']): number {
  const problem = problems.find(({ spli_id }) => spli_id === item.spli_id)
  const others = cart.shopping_cart_items
    .filter(({ id, spli_id }) => spli_id === item.spli_id && id !== item.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  return (problem?.available ?? 0) - others
}

/** Continues after the shop has confirmed the last change, if the cart then has no problems. */
function useContinue(storedCart: Cart, pending: boolean) {
  const [leaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!leaving || pending) return
    setLeaving(false)
    if (storedCart.problems.length === 0) void navigate(NEXT)
  }, [leaving, pending, storedCart, navigate])
  return { leaving, onContinue: () => setLeaving(true) }
}
