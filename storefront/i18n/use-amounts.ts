import { useMemo } from 'react'

import { languages } from '#domain/language.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'

export type Amounts = {
  /** '1 punt', '12 punten', with a non-breaking space. */
  points: (points: number) => string
  /** '€ 15,00' as the language writes it. */
  euros: (cents: number) => string
}

/** Points and euros as formatted text. */
export function useAmounts(): Amounts {
  const language = useLanguage()
  const texts = useTexts('websitetranslationcomponents')
  return useMemo(() => {
    const euro = new Intl.NumberFormat(languages[language].tag, {
      style: 'currency',
      currency: 'EUR',
    })
    return {
      points: (points) => `${points}\u00A0${texts.text(points === 1 ? 'point' : 'points')}`,
      euros: (cents) => euro.format(cents / 100),
    }
  }, [language, texts])
}
