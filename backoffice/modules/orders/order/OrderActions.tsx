import { ActionMenu } from '#backoffice/kit/dialogs/ActionMenu.tsx'
import { ActionButton, actionButtonClass } from '#backoffice/kit/display/ActionButton.tsx'
import { BackofficeLink, navigate } from '#backoffice/kit/router/address.tsx'
import type { OrderAction } from '#backoffice/modules/orders/order/next-action.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'

type OrderActionsProps = {
  actions: readonly OrderAction[]
  open: (action: OrderAction) => void
}

const WORDS = {
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
export function OrderActions({ actions, open }: OrderActionsProps) {
  const t = useTranslate()
  const [first, ...rest] = actions
  if (!first) return null
  const wordOf = (action: OrderAction) =>
    action.kind === 'withdrawal'
      ? t('credit.ofWithdrawal', { number: action.number })
      : t(WORDS[action.kind])
  const run = (action: OrderAction) => {
    if (action.kind === 'task') return navigate(`/backoffice/tasks/${action.id}`)
    if (action.kind === 'track') return void window.open(action.link, '_blank', 'noreferrer')
    open(action)
  }
  const others = rest.map((action) => ({
    key: 'number' in action ? action.number : action.kind,
    label: wordOf(action),
    run: () => run(action),
  }))
  return (
    <>
      <FirstAction action={first} label={wordOf(first)} open={open} />
      {others.length > 0 ? <ActionMenu label={t('moreActions')} items={others} end /> : null}
    </>
  )
}

type FirstActionProps = { action: OrderAction; label: string; open: OrderActionsProps['open'] }

/** Actions that open another page are links. */
function FirstAction({ action, label, open }: FirstActionProps) {
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
      onClick={() => open(action)}
    >
      {label}
    </ActionButton>
  )
}
