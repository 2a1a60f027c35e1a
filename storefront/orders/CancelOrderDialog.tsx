import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#storefront/router/router.tsx'

import type { Order } from '#contract/orders/orders.shop.ts'
import { rememberCart } from '#storefront/session/holder-session.ts'
import { useOrderChange } from '#storefront/orders/use-order-change.ts'
import { cartQuery } from '#storefront/api/queries.ts'
import { call } from '#storefront/api/shop-client.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { useToast } from '#ui/components/Toasts.tsx'
import css from './OrderDialog.module.css'

type CancelOrderProps = {
  /** 'gifts' puts the gifts back into the cart to choose again, 'cancel' ends the order. */
  kind: 'gifts' | 'cancel'
  order: Order
  texts: PageTexts
  onClose: () => void
}

function useCancelOrder({
  order: { order_number },
  texts,
  onClose,
}: Omit<CancelOrderProps, 'kind'>) {
  const language = useLanguage()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const announce = useAnnounce()
  const toast = useToast()
  const { change, busy, issue } = useOrderChange(order_number)

  async function cancel() {
    const done = await change(
      () => call('cancelOrder', { order_number }),
      ({ response }) => response,
    )
    if (!done) return
    announce(texts.text('cancelDone'))
    onClose()
  }

  async function reopen() {
    const done = await change(
      () => call('reopenOrder', { order_number, language }),
      () => null,
    )
    if (!done) return
    const { left_out, ...cart } = done.response
    rememberCart(cart.cart_guid)
    queries.setQueryData(cartQuery(language).queryKey, cart)
    if (left_out.length > 0) {
      toast(texts.text('leftOut', { names: left_out.map(({ name }) => name).join(', ') }))
    }
    onClose()
    await navigate(cart.order_number ? `/orders/${cart.order_number}` : '/cart')
  }
  return { cancel, reopen, busy, issue }
}

/** Shows the refund before the user confirms. */
export function CancelOrderDialog({ kind, order, texts, onClose }: CancelOrderProps) {
  const common = useTexts('websitetranslationcomponents')
  const { points, euros } = useAmounts()
  const { cancel, reopen, busy, issue } = useCancelOrder({ order, texts, onClose })
  const left = order.credit_left
  const refund = { points: points(left.points), euros: left.cents > 0 ? euros(left.cents) : '' }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.text(`${kind}Title`)}
      closeLabel={common.text('close', {}, 'Sluiten')}
      dismissible={!busy}
    >
      <p>{texts.jsx(left.cents > 0 ? `${kind}TextEuros` : `${kind}Text`, refund)}</p>
      {issue ? (
        <p className={css.issue} role="alert">
          {issue}
        </p>
      ) : null}
      <div className={css.buttons}>
        <Button busy={busy} onClick={() => void (kind === 'cancel' ? cancel() : reopen())}>
          {texts.jsx(`${kind}Confirm`)}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          {texts.jsx('keepOrder')}
        </Button>
      </div>
    </Dialog>
  )
}
