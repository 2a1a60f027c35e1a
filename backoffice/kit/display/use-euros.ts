import { useMemo } from 'react'

import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'

/** Formats cents as euros in the language of the user. */
export function useEuros(): (cents: number) => string {
  const { language } = useBackofficeLanguage()
  return useMemo(() => {
    const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' })
    return (cents: number) => money.format(cents / 100)
  }, [language])
}
