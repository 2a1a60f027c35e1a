import { BackofficeLink } from '#backoffice/kit/router/address.tsx'
import { useEuros } from '#backoffice/kit/display/use-euros.ts'
import type { PaymentMetric } from '#contract/finance/payments-report.staff.ts'

export type SummedRow = {
  from: string
  to: string
  /** Default: all channels of the reader. */
  channel?: string
  provider?: string
  country?: string
  bp?: number
}

/** An amount, and the way to the rows that it was summed from. */
export function SumLink({
  of,
  cents,
  over,
}: {
  of: PaymentMetric
  cents: number
  over: SummedRow
}) {
  const euros = useEuros()
  if (cents === 0) return <>–</>
  const asked = Object.entries(over).map(([name, value]) => [name, String(value)])
  return (
    <BackofficeLink to={`/backoffice/finance/payments/${of}?${new URLSearchParams(asked)}`}>
      {euros(cents)}
    </BackofficeLink>
  )
}
