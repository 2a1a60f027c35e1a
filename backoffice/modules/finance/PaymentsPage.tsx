import { PaymentsOfDay } from '#backoffice/modules/finance/PaymentsOfDay.tsx'
import { PaymentsOfMonth } from '#backoffice/modules/finance/PaymentsOfMonth.tsx'
import { useQueryParams } from '#backoffice/kit/router/address.tsx'

/** The payments of a month, or of one of its days. */
export function PaymentsPage() {
  const [query] = useQueryParams()
  const day = query.get('day') ?? ''
  // An invalid date in the address is sent as it is, so that the server reports it.
  return day === '' ? <PaymentsOfMonth /> : <PaymentsOfDay day={day} />
}
