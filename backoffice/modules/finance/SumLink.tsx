import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import type { PaymentMetric } from '#contract/finance/payments-report.staff.ts'

/** Which payments a sum contains. */
export type SumFilter = {
  from: string
  to: string
  /** Default: all channels of the reader. */
  channel?: string
  provider?: string
  country?: string
  bp?: number
}

/** An amount with a link to the rows that it was summed from. */
export function SumLink({
  metric,
  cents,
  filter,
}: {
  metric: PaymentMetric
  cents: number
  filter: SumFilter
}) {
  const euros = useEuros()
  if (cents === 0) return <>–</>
  const parameters = Object.entries(filter).map(([name, value]) => [name, String(value)])
  return (
    <BackofficeLink
      to={`/backoffice/finance/payments/${metric}?${new URLSearchParams(parameters)}`}
    >
      {euros(cents)}
    </BackofficeLink>
  )
}
