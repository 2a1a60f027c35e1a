import { useMemo } from 'react'

import { shortDate, type TemplateValues } from '#domain/text-template.ts'
import { useLanguage } from '#storefront/use-language.ts'
import { useSession } from '#storefront/use-session.ts'

/** What editors may name in a text: {points}, {valid_until}, {salutation}, {first_name}. */
export function useHolderValues(): TemplateValues {
  const language = useLanguage()
  const cart = useSession()?.shoppingcart
  return useMemo(
    () =>
      cart
        ? {
            points: cart.available_points,
            valid_until: shortDate(cart.valid_until, language),
            salutation: cart.salutation,
            first_name: cart.first_name,
          }
        : {},
    [cart, language],
  )
}
