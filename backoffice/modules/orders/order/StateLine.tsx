import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { amountText } from '#backoffice/kit/display/amount-text.ts'
import { ChannelName } from '#backoffice/kit/display/ChannelName.tsx'
import { StatusMark } from '#backoffice/kit/display/StatusMark.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { DateTime } from '#backoffice/kit/time/DateTime.tsx'
import type { Order } from '#backoffice/modules/orders/order/order-detail.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'

/** When, where and for how much it was ordered, and what is wrong with it. */
export function StateLine({ order }: { order: Order }) {
  const t = useTranslate()
  const euros = useEuros()
  const { placed_at, channel, points_paid, cents_paid } = order
  return (
    <>
      <span>
        {t('order.placed')} <DateTime at={placed_at} channel={channel} />
      </span>
      <ChannelName id={channel} />
      <span>{amountText({ points: points_paid, cents: cents_paid }, { t, euros })}</span>
      <Problems order={order} />
    </>
  )
}

function Problems({ order: { withdrawals, task, waits_for_approval } }: { order: Order }) {
  const t = useTranslate()
  const overdue = Math.max(0, ...withdrawals.map(({ overdue_days }) => overdue_days))
  return (
    <>
      {overdue > 0 ? (
        <StatusMark kind="bad">{t('order.refundOverdue', { count: overdue })}</StatusMark>
      ) : null}
      {task.map(({ id, kind }) => (
        <StatusMark key={id} kind="warn">
          <BackofficeLink to={`/backoffice/tasks/${id}`}>{t(`task.of.${kind}`)}</BackofficeLink>
        </StatusMark>
      ))}
      {waits_for_approval ? <StatusMark kind="wait">{t('order.waitsForSecond')}</StatusMark> : null}
    </>
  )
}
