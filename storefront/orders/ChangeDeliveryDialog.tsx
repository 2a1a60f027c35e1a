import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'

import type { Timeframe } from '#contract/cart.shop.ts'
import type { Order } from '#contract/orders/orders.shop.ts'
import {
  type ChoiceKind,
  findMethod,
  methodIdOf,
} from '#storefront/checkout/delivery/delivery-choice.ts'
import { offersOf } from '#storefront/checkout/delivery/delivery-offers.ts'
import { homeAddress, MAX_PICKUP_POINTS } from '#storefront/order-flow/carrier-request.ts'
import { HomeDeliveryTimes } from '#storefront/checkout/delivery/HomeDeliveryTimes.tsx'
import { PickupPoints } from '#storefront/checkout/delivery/PickupPoints.tsx'
import { PostalAddress } from '#storefront/checkout/delivery/PostalAddress.tsx'
import { useOrderChange } from '#storefront/orders/use-order-change.ts'
import { ask, call } from '#storefront/api/shop-client.ts'
import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { Dialog } from '#ui/components/Dialog.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Spinner } from '#ui/components/Spinner.tsx'
import css from './OrderDialog.module.css'

type DialogProps = { order: Order; texts: PageTexts; onClose: () => void }

/** Changes the day or the pickup point of an order that can still be changed. */
export function ChangeDeliveryDialog(props: DialogProps) {
  const common = useTexts('websitetranslationcomponents')
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.texts.text('deliveryTitle')}
      closeLabel={common.text('close', {}, 'Sluiten')}
    >
      <Suspense fallback={<Spinner />}>
        <DeliveryForm {...props} />
      </Suspense>
    </Dialog>
  )
}

function useDeliveryChange({ order, texts, onClose }: DialogProps) {
  const announce = useAnnounce()
  const { order_number } = order
  const { data } = useSuspenseQuery({
    queryKey: ['orderDeliveryMethods', order_number, order.personal_data],
    queryFn: () =>
      ask('orderDeliveryMethods', { order_number, MaximumNumberOfPickupPoints: MAX_PICKUP_POINTS }),
    staleTime: 60_000,
  })
  const offers = offersOf(data, order.personal_data.delivery_address_country_code === 'NL')
  const orderKind = order.delivery.kind === 'pickup' ? 'pickup' : 'home'
  const currentMethod = findMethod(
    orderKind === 'pickup' ? offers.points : offers.home,
    order.delivery,
  )
  const [kind, setKind] = useState<ChoiceKind>(orderKind)
  const [chosen, setChosen] = useState<Timeframe | null>(currentMethod)
  const [attempts, setAttempts] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const { change, busy, issue } = useOrderChange(order_number)

  // The focus moves to the missing field.
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  async function save() {
    if (!chosen) return setAttempts((attempts) => attempts + 1)
    const saved = await change(
      () => call('changeOrderDelivery', { order_number, ...methodIdOf(chosen) }),
      ({ response }) => response,
    )
    if (!saved) return
    announce(texts.text('changeDone'))
    onClose()
  }

  function chooseKind(newKind: ChoiceKind) {
    setKind(newKind)
    // The order's own method shows its current choice. The other method preselects the earliest time or the nearest
    // point.
    const [first = null] = newKind === 'pickup' ? offers.points : offers.home
    setChosen(newKind === orderKind ? currentMethod : first)
    setAttempts(0)
  }
  return { offers, kind, chooseKind, chosen, setChosen, form, attempts, save, busy, issue }
}

function DeliveryForm(props: DialogProps) {
  const { order, texts, onClose } = props
  const delivery = useTexts('deliverydatacomponents')
  const { offers, kind, chooseKind, chosen, setChosen, form, attempts, save, busy, issue } =
    useDeliveryChange(props)
  const listProps = {
    chosen,
    onChoose: setChosen,
    texts: delivery,
    invalid: attempts > 0 && !chosen,
  }
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {offers.mayPickUp ? <KindChoice texts={texts} kind={kind} chooseKind={chooseKind} /> : null}
      {kind === 'home' ? (
        <>
          <div className={css.address}>
            <Icon name="home" />
            <div>
              <p>{delivery.jsx('deliveredTo')}</p>
              <PostalAddress address={homeAddress(order.personal_data)} />
            </div>
          </div>
          <HomeDeliveryTimes {...listProps} methods={offers.home} />
        </>
      ) : (
        <PickupPoints {...listProps} methods={offers.points} />
      )}
      {issue || listProps.invalid ? (
        <p className={css.issue} role="alert">
          <Icon name="warning" />
          <span>{issue || delivery.jsx('deliveryRequired')}</span>
        </p>
      ) : null}
      <div className={css.buttons}>
        <Button type="submit" busy={busy}>
          {texts.jsx('save')}
        </Button>
        <Button variant="plain" onClick={onClose}>
          {texts.jsx('leaveIt')}
        </Button>
      </div>
    </form>
  )
}

type KindChoiceProps = {
  texts: PageTexts
  kind: ChoiceKind
  chooseKind: (kind: ChoiceKind) => void
}

function KindChoice({ texts, kind, chooseKind }: KindChoiceProps) {
  const delivery = useTexts('deliverydatacomponents')
  return (
    <div role="radiogroup" className={css.choices} aria-label={texts.text('deliveryTitle')}>
      <Checkbox
        kind="radio"
        name="order-delivery"
        label={delivery.jsx('homeDelivery')}
        checked={kind === 'home'}
        onChange={() => chooseKind('home')}
      />
      <Checkbox
        kind="radio"
        name="order-delivery"
        label={delivery.jsx('pickupPoint')}
        checked={kind === 'pickup'}
        onChange={() => chooseKind('pickup')}
      />
    </div>
  )
}
