import {
  prepareConfirmation,
  useOrderCompletion,
} from '#storefront/checkout/payment/order-completion.ts'
import { CompletionPending } from '#storefront/checkout/payment/CompletionPending.tsx'
import { ConfirmedOrder } from '#storefront/checkout/confirmation/ConfirmedOrder.tsx'

export { prepareConfirmation as prepare }

/** Step 5: turns the data from the return of the browser into an order, or shows the way back. */
export default function ConfirmationPage() {
  const { completion, failure, retry } = useOrderCompletion()
  if (completion?.kind === 'ordered') return <ConfirmedOrder number={completion.orderNumber} />
  return (
    <CompletionPending waiting={completion?.kind === 'waiting'} failure={failure} retry={retry} />
  )
}
