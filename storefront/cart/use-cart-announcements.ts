import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'

import type { Cart, Problem } from '#contract/cart.shop.ts'
import { reasonsFor } from '#storefront/cart/CartSummary.tsx'
import { type LineFailure, lineChanges, useLineChanges } from '#storefront/cart/line-changes.ts'
import { writeErrorText } from '#storefront/i18n/error-texts.ts'
import { LINE_TEXTS, sentenceFor } from '#storefront/i18n/refusal-texts.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { useToast } from '#ui/components/Toasts.tsx'

/**
 * Announces once, after all changes have arrived, what has changed and which problems exist. Shows failures as
 * toasts.
 */
export function useCartAnnouncements({
  cart,
  problems,
  pending,
}: {
  cart: Cart
  problems: Problem[]
  pending: boolean
}) {
  const texts = useTexts('basketcomponents')
  const announce = useAnnounce()
  const amounts = useAmounts()
  const changed = useRef(false)
  const failed = useRef(false)
  const announceFailure = useAnnounceFailure()
  const { failure } = useLineChanges(useQueryClient())

  const total = texts.text('announceTotal', {
    quantity: cart.Totals.number_of_products,
    points: amounts.points(cart.totals.order_total_points),
  })
  const reason = reasonsFor(problems, texts)
    .map(({ key, points }) => texts.text(key, { points }))
    .join(' ')

  useEffect(() => {
    if (!failure) return
    failed.current = true
    announceFailure(failure)
  }, [failure, announceFailure])

  useEffect(() => {
    if (pending) {
      changed.current = true
      return
    }
    // A failure has its own announcement.
    if (!failed.current) announce((changed.current ? `${total} ${reason}` : reason).trim())
    changed.current = false
    failed.current = false
  }, [pending, reason, total, announce])
}

function useAnnounceFailure() {
  const texts = useTexts('basketcomponents')
  const common = useTexts('websitetranslationcomponents')
  const queries = useQueryClient()
  const toast = useToast()
  return useCallback(
    (failure: LineFailure) => {
      toast(
        'error' in failure
          ? writeErrorText(failure.error, common)
          : sentenceFor(LINE_TEXTS, failure.code, { basket: texts, common }),
      )
      lineChanges(queries).eraseFailure()
    },
    [texts, common, queries, toast],
  )
}
