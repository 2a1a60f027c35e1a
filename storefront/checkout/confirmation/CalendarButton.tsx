import type { Order } from '#contract/orders/orders.shop.ts'
import { calendarFile } from '#domain/fulfilment/calendar-file.ts'
import { deliveryMoment } from '#domain/fulfilment/delivery-moment.ts'
import { deliveryOfGift } from '#storefront/checkout/delivery/delivery-labels.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'

/** Adds the arrival day to the recipient's calendar. Hidden if the carrier has named no day. */
export function CalendarButton({ order, variant }: { order: Order; variant: 'quiet' | 'plain' }) {
  const texts = useTexts('confirmationpagecomponents')
  const delivery = useTexts('deliverydatacomponents')
  const language = useLanguage()
  const shippedGifts = order.items.filter(
    ({ delivery_condition: condition }) => condition === 'monta',
  )
  const moment = deliveryMoment(order.delivery)
  if (!moment || shippedGifts.length === 0) return null

  function save() {
    if (!moment) return
    const { title, lines } = deliveryOfGift('monta', order, delivery, language)
    const file = calendarFile({
      id: `${order.order_number}@${location.hostname}`,
      title: `${title}: ${texts.text('calendarTitle', { order_number: order.order_number })}`,
      place: lines.join(', '),
      text: shippedGifts.map(({ quantity, name }) => `${quantity} × ${name}`).join('\n'),
      moment,
      now: new Date(),
    })
    download(`${order.order_number}.ics`, file)
  }
  return (
    <Button variant={variant} onClick={save}>
      <Icon name="calendar" />
      {texts.jsx('calendar')}
    </Button>
  )
}

/** Created in the browser, so that no URL gives access to the data. */
function download(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Later, because the browser reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
