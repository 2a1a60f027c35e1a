import { type SumFilter, SumLink } from '#backoffice/modules/finance/SumLink.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import { useTranslate } from '#backoffice/i18n/translator.tsx'
import type { MessageKey } from '#backoffice/i18n/message-keys.ts'
import type { PaymentMetric } from '#contract/finance/payments-report.staff.ts'
import { classNames } from '#ui/lib/class-names.ts'

import css from './PaymentsPage.module.css'

/** An amount with its column name, shown beside it on a phone. A total links to its list, and zero is a dash. */
export function EuroCell({
  head,
  cents,
  metric,
  filter,
}: {
  head: MessageKey
  cents: number
  metric?: PaymentMetric
  filter?: SumFilter | undefined
}) {
  const t = useTranslate()
  const euros = useEuros()
  return (
    <td className={css.number} data-head={t(head)} data-none={cents === 0 || undefined}>
      {cents === 0 ? (
        '–'
      ) : metric && filter ? (
        <SumLink metric={metric} cents={cents} filter={filter} />
      ) : (
        euros(cents)
      )}
    </td>
  )
}

/** A difference. Zero is written out, as the proof that nothing is missing. */
export function DifferenceCell({ cents }: { cents: number }) {
  const t = useTranslate()
  const euros = useEuros()
  return (
    <td
      className={classNames(css.number, cents !== 0 && css.bad)}
      data-head={t('payments.difference')}
      data-none={cents === 0 || undefined}
    >
      {euros(cents)}
    </td>
  )
}
