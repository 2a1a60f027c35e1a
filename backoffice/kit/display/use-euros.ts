import { useMemo } from 'react'

import { useBackofficeLanguage } from '#backoffice/i18n/translator.tsx'

/** Two decimals in the reader's form. */
export function useEuros(): (cents: number) => string {
  const { language } = useBackofficeLanguage()
  return useMemo(() => {
    const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' })
    return (cents: number) => money.format(cents / 100)
  }, [language])
}
