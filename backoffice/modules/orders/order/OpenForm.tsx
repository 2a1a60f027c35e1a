import { AddressForm } from '#backoffice/modules/orders/order/AddressForm.tsx'
import { CancelForm } from '#backoffice/modules/orders/order/CancelForm.tsx'
import { FormCard } from '#backoffice/modules/orders/order/FormCard.tsx'
import { RefundForm } from '#backoffice/modules/orders/order/RefundForm.tsx'
import { RefundProposal } from '#backoffice/modules/orders/order/RefundProposal.tsx'
import { ReplacementForm } from '#backoffice/modules/orders/order/ReplacementForm.tsx'
import { ReturnForm } from '#backoffice/modules/orders/order/ReturnForm.tsx'
import type { Credit } from '#backoffice/modules/orders/order/use-credit.ts'
import type { Order, OrderForm } from '#backoffice/modules/orders/order/order-detail.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

const TITLES = {
  return: 'withdrawal.back',
  refund: 'credit.title',
  replace: 'replacement.begin',
  address: 'address.change',
  cancel: 'order.cancel',
} as const satisfies Record<OrderForm, MessageKey>

type OpenFormProps = {
  order: Order
  forms: { credit: Credit; form: OrderForm | null; close: () => void }
  me: string
}

/** The form of the action that was chosen. A calculated refund comes before any other form. */
export function OpenForm({ order, forms: { credit, form, close }, me }: OpenFormProps) {
  const t = useTranslate()
  const { proposal, setProposal } = credit
  if (proposal) {
    const closeProposal = () => setProposal(null)
    return (
      <RefundProposal
        proposal={proposal}
        failure={credit.failure}
        onClose={closeProposal}
        onBooked={credit.finish}
      />
    )
  }
  if (form === null) return null
  return (
    <FormCard key={form} title={t(TITLES[form])} onClose={close}>
      <ActionForm form={form} order={order} credit={credit} me={me} onClose={close} />
    </FormCard>
  )
}

type ActionFormProps = {
  form: OrderForm
  order: Order
  credit: Credit
  me: string
  onClose: () => void
}

function ActionForm({ form, order, credit, me, onClose }: ActionFormProps) {
  switch (form) {
    case 'return':
      return <ReturnForm order={order} onClose={onClose} />
    case 'refund':
      return <RefundForm order={order} credit={credit} />
    case 'replace':
      return <ReplacementForm order={order} onClose={onClose} />
    case 'address':
      return <AddressForm number={order.number} me={me} onClose={onClose} />
    case 'cancel':
      return <CancelForm number={order.number} onClose={onClose} />
  }
}
