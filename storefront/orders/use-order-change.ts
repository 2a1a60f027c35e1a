import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { Order } from '#contract/orders/orders.shop.ts'
import { type Refusal, refused } from '#contract/shared/refusals.shop.ts'
import { writeErrorText } from '#storefront/i18n/error-texts.ts'
import { orderQuery } from '#storefront/api/queries.ts'
import { CHANGE_TEXTS, type ChangeReason, sentenceFor } from '#storefront/i18n/refusal-texts.ts'
import { useOrderTexts } from '#storefront/orders/use-order-texts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useToast } from '#ui/components/Toasts.tsx'

/**
 * Changes an order and shows the response at once. A refusal is shown as text, and the page fetches
 * the order again, because its options are outdated.
 */
export function useOrderChange(orderNumber: string) {
  const queries = useQueryClient()
  const texts = useOrderTexts()
  const common = useTexts('websitetranslationcomponents')
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [issue, setIssue] = useState('')

  async function change<T extends object>(
    send: () => Promise<T | Refusal<ChangeReason>>,
    orderOf: (answer: T) => Order | null,
  ): Promise<T | null> {
    setBusy(true)
    setIssue('')
    const outcome = await send().catch((error: unknown) => ({ error }))
    setBusy(false)
    const { queryKey } = orderQuery(orderNumber)
    if ('error' in outcome) {
      setIssue(writeErrorText(outcome.error, common))
      return null
    }
    if (refused(outcome)) {
      const code = outcome.refused
      const message = sentenceFor(CHANGE_TEXTS, code, { order: texts, common })
      setIssue(message)
      if (code === 'undo-closed') {
        // The dialog closes with its options, so the reason is shown as a toast.
        toast(message)
        void queries.invalidateQueries({ queryKey })
      }
      return null
    }
    const order = orderOf(outcome)
    if (order) queries.setQueryData(queryKey, order)
    else await queries.invalidateQueries({ queryKey })
    // Points and cart have changed, too.
    void queries.invalidateQueries({ queryKey: ['cart'] })
    return outcome
  }
  return { change, busy, issue }
}
