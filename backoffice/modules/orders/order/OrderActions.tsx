import { ActionMenu } from '#backoffice/kit/dialogs/ActionMenu.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeLink, navigate } from '#backoffice/kit/router/address.tsx'
import type { OrderAction } from '#backoffice/modules/orders/order/next-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

type OrderActionsProps = {
  actions: readonly OrderAction[]
  onOpen: (action: OrderAction) => void
}

const LABELS = {
  task: 'order.toTask',
  return: 'withdrawal.back',
  address: 'address.change',
  track: 'order.track',
  refund: 'credit.title',
  withdrawal: 'credit.ofWithdrawal',
  replace: 'replacement.begin',
  cancel: 'order.cancel',
} as const satisfies Record<OrderAction['kind'], MessageKey>

/** The first action as the main button of the page, the others in a menu. */
export function OrderActions({ actions, onOpen }: OrderActionsProps) {
  const t = useTranslate()
  const [first, ...rest] = actions
  if (!first) return null
  const labelOf = (action: OrderAction) =>
    action.kind === 'withdrawal'
      ? t('credit.ofWithdrawal', { number: action.number })
      : t(LABELS[action.kind])
  const run = (action: OrderAction) => {
    if (action.kind === 'task') return navigate(`/backoffice/tasks/${action.id}`)
    if (action.kind === 'track') return void window.open(action.link, '_blank', 'noreferrer')
    onOpen(action)
  }
  const others = rest.map((action) => ({
    key: 'number' in action ? action.number : action.kind,
    label: labelOf(action),
    run: () => run(action),
  }))
  return (
    <>
      <FirstAction action={first} label={labelOf(first)} onOpen={onOpen} />
      {others.length > 0 ? <ActionMenu label={t('moreActions')} items={others} end /> : null}
    </>
  )
}

type FirstActionProps = { action: OrderAction; label: string; onOpen: OrderActionsProps['onOpen'] }

/** Actions that open another page are links. */
function FirstAction({ action, label, onOpen }: FirstActionProps) {
  if (action.kind === 'task') {
    return (
      <BackofficeLink className={actionButtonClass('main')} to={`/backoffice/tasks/${action.id}`}>
        {label}
      </BackofficeLink>
    )
  }
  if (action.kind === 'track') {
    return (
      <a className={actionButtonClass('main')} href={action.link} target="_blank" rel="noreferrer">
        {label}
      </a>
    )
  }
  return (
    // A refund is never the step that the state calls for.
    <ActionButton
      {...(action.kind === 'refund' ? {} : { variant: 'main' })}
      onClick={() => onOpen(action)}
    >
      {label}
    </ActionButton>
  )
}
