import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'

import type { Timeframe } from '#contract/cart.shop.ts'
import type { Order } from '#contract/orders/orders.shop.ts'
import { findMethod, pickOf } from '#storefront/checkout/delivery/delivery-choice.ts'
import { offersOf } from '#storefront/checkout/delivery/delivery-offers.ts'
import { homeAddress } from '#storefront/order-flow/carrier-request.ts'
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

type DialogProps = { order: Order; words: PageTexts; onClose: () => void }

const MOST_POINTS = 5

/** Another day or address, as on the delivery page, while the order may be undone. */
export function ChangeDeliveryDialog(props: DialogProps) {
  const common = useTexts('websitetranslationcomponents')
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.words.text('deliveryTitle')}
      closeLabel={common.text('close', {}, 'Sluiten')}
    >
      <Suspense fallback={<Spinner />}>
        <Choice {...props} />
      </Suspense>
    </Dialog>
  )
}

function useDeliveryChange({ order, words, onClose }: DialogProps) {
  const announce = useAnnounce()
  const { order_number } = order
  const { data } = useSuspenseQuery({
    queryKey: ['orderDeliveryMethods', order_number, order.personal_data],
    queryFn: () =>
      ask('orderDeliveryMethods', { order_number, MaximumNumberOfPickupPoints: MOST_POINTS }),
    staleTime: 60_000,
  })
  const offers = offersOf(data, order.personal_data.delivery_address_country_code === 'NL')
  const before = order.delivery.kind === 'pickup' ? 'pickup' : 'home'
  const present = findMethod(before === 'pickup' ? offers.points : offers.home, order.delivery)
  const [kind, setKind] = useState<'home' | 'pickup'>(before)
  const [chosen, setChosen] = useState<Timeframe | null>(present)
  const [tries, setTries] = useState(0)
  const form = useRef<HTMLFormElement>(null)
  const { change, busy, issue } = useOrderChange(order_number)

  // The focus moves to the missing field.
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  async function save() {
    if (!chosen) return setTries((tries) => tries + 1)
    const saved = await change(
      () => call('changeOrderDelivery', { order_number, ...pickOf(chosen) }),
      ({ response }) => response,
    )
    if (!saved) return
    announce(words.text('changeDone'))
    onClose()
  }

  function turnTo(next: 'home' | 'pickup') {
    setKind(next)
    // The order's own method shows its current choice. The other method preselects the earliest time or the nearest
    // point.
    const [first = null] = next === 'pickup' ? offers.points : offers.home
    setChosen(next === before ? present : first)
    setTries(0)
  }
  return { offers, kind, turnTo, chosen, setChosen, form, tries, save, busy, issue }
}

function Choice(props: DialogProps) {
  const { order, words, onClose } = props
  const delivery = useTexts('deliverydatacomponents')
  const { offers, kind, turnTo, chosen, setChosen, form, tries, save, busy, issue } =
    useDeliveryChange(props)
  const list = { chosen, onChoose: setChosen, words: delivery, invalid: tries > 0 && !chosen }
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {offers.mayPickUp ? <Ways words={words} kind={kind} turnTo={turnTo} /> : null}
      {kind === 'home' ? (
        <>
          <div className={css.where}>
            <Icon name="home" />
            <div>
              <p>{delivery.say('deliveredTo')}</p>
              <PostalAddress address={homeAddress(order.personal_data)} />
            </div>
          </div>
          <HomeDeliveryTimes {...list} methods={offers.home} />
        </>
      ) : (
        <PickupPoints {...list} methods={offers.points} />
      )}
      {issue || list.invalid ? (
        <p className={css.issue} role="alert">
          <Icon name="warning" />
          <span>{issue || delivery.say('deliveryRequired')}</span>
        </p>
      ) : null}
      <div className={css.buttons}>
        <Button type="submit" busy={busy}>
          {words.say('save')}
        </Button>
        <Button look="plain" onClick={onClose}>
          {words.say('leaveIt')}
        </Button>
      </div>
    </form>
  )
}

type Kind = 'home' | 'pickup'
type WaysProps = { words: PageTexts; kind: Kind; turnTo: (kind: Kind) => void }

function Ways({ words, kind, turnTo }: WaysProps) {
  const delivery = useTexts('deliverydatacomponents')
  return (
    <div role="radiogroup" className={css.ways} aria-label={words.text('deliveryTitle')}>
      <Checkbox
        kind="radio"
        name="order-delivery"
        label={delivery.say('homeDelivery')}
        checked={kind === 'home'}
        onChange={() => turnTo('home')}
      />
      <Checkbox
        kind="radio"
        name="order-delivery"
        label={delivery.say('pickupPoint')}
        checked={kind === 'pickup'}
        onChange={() => turnTo('pickup')}
      />
    </div>
  )
}
