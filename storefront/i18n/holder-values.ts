import type { SessionCart } from '#contract/sessions/session.ts'
import type { Language } from '#domain/language.ts'
import { shortDate, type TemplateValues } from '#domain/content/text-template.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useSession } from '#storefront/session/use-session.ts'

/** Placeholders that editors can use in a text: {points}, {valid_until}, {salutation}, {first_name}. */
export function useHolderValues(): TemplateValues {
  const language = useLanguage()
  const cart = useSession()?.shoppingcart
  return cart ? valuesOf(cart, language) : NO_VALUES
}

const NO_VALUES: TemplateValues = {}
const cache = new WeakMap<SessionCart, Map<Language, TemplateValues>>()

/** Computed once, because every text of a page uses it. */
function valuesOf(cart: SessionCart, language: Language): TemplateValues {
  const byLanguage = cache.get(cart) ?? new Map<Language, TemplateValues>()
  cache.set(cart, byLanguage)
  const values = byLanguage.get(language) ?? {
    points: cart.available_points,
    valid_until: shortDate(cart.valid_until, language),
    salutation: cart.salutation,
    first_name: cart.first_name,
  }
  byLanguage.set(language, values)
  return values
}
