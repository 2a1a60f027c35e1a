import { useMemo } from 'react'

import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'

/** The page's own texts, and for states, events and mails the texts of the confirmation page. */
export function useOrderTexts(): PageTexts {
  const shared = useTexts('confirmationpagecomponents')
  return useMemo(() => {
    const own = shared.block('orderPage')
    const of = (key: string) => (own.has(key) ? own : shared)
    return {
      ...shared,
      has: (key) => own.has(key) || shared.has(key),
      text: (key, ...more) => of(key).text(key, ...more),
      say: (key, ...more) => of(key).say(key, ...more),
    }
  }, [shared])
}

/** 'address-changed' is called eventAddressChanged in the content. */
export const nameKey = (kind: 'state' | 'event' | 'mail' | 'parcel', word: string) =>
  kind + word.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
