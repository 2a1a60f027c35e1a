import { lazy, Suspense, useState } from 'react'

import type { Order } from '#contract/orders/orders.shop.ts'
import { timeOf } from '#storefront/checkout/confirmation/order-dates.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import css from './UndoWindow.module.css'

/** Each dialog contains a large form, so it loads when the user is about to open it. */
const loadAddress = () => import('#storefront/orders/ChangeAddressDialog.tsx')
const loadDelivery = () => import('#storefront/orders/ChangeDeliveryDialog.tsx')
const loadCancel = () => import('#storefront/orders/CancelOrderDialog.tsx')
const ChangeAddressDialog = lazy(async () => ({
  default: (await loadAddress()).ChangeAddressDialog,
}))
const ChangeDeliveryDialog = lazy(async () => ({
  default: (await loadDelivery()).ChangeDeliveryDialog,
}))
const CancelOrderDialog = lazy(async () => ({ default: (await loadCancel()).CancelOrderDialog }))

function loadDialogs() {
  // If this fails, it is loaded again on use, and fails there.
  for (const load of [loadAddress, loadDelivery, loadCancel]) load().catch(() => {})
}

type OpenDialog = 'address' | 'delivery' | 'gifts' | 'cancel' | null

/** Changes that are possible until the order is submitted. */
export function UndoWindow({ order, texts }: { order: Order; texts: PageTexts }) {
  const [open, setOpen] = useState<OpenDialog>(null)
  const language = useLanguage()
  const close = () => setOpen(null)
  const { can } = order
  // The shop decides which changes are still possible, because the device's clock may be wrong.
  if (order.undo_until === null) return null
  if (!can.cancel && !can.change_address && !can.change_delivery && !can.change_gifts) return null
  return (
    <section className={css.undo} aria-labelledby="order-undo">
      <h2 id="order-undo">{texts.jsx('undoTitle')}</h2>
      <p>{texts.jsx('undoText', { time: timeOf(order.undo_until, language, order.time_zone) })}</p>
      <div className={css.buttons} onPointerEnter={loadDialogs} onFocus={loadDialogs}>
        {can.change_gifts ? (
          <Button variant="plain" onClick={() => setOpen('gifts')}>
            {texts.jsx('changeGifts')}
          </Button>
        ) : null}
        {can.change_address ? (
          <Button variant="plain" onClick={() => setOpen('address')}>
            {texts.jsx('changeAddress')}
          </Button>
        ) : null}
        {can.change_delivery ? (
          <Button variant="plain" onClick={() => setOpen('delivery')}>
            {texts.jsx('changeDelivery')}
          </Button>
        ) : null}
        {can.cancel ? (
          <Button variant="plain" className={css.cancel} onClick={() => setOpen('cancel')}>
            {texts.jsx('cancel')}
          </Button>
        ) : null}
      </div>
      <Suspense fallback={null}>
        {open === 'address' ? (
          <ChangeAddressDialog order={order} texts={texts} onClose={close} />
        ) : null}
        {open === 'delivery' ? (
          <ChangeDeliveryDialog order={order} texts={texts} onClose={close} />
        ) : null}
        {open === 'gifts' || open === 'cancel' ? (
          <CancelOrderDialog kind={open} order={order} texts={texts} onClose={close} />
        ) : null}
      </Suspense>
    </section>
  )
}
