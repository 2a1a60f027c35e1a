import { useMemo } from 'react'

import { useTexts, type PageTexts } from '#storefront/i18n/texts.tsx'

/** The page's own texts, and for states, events and mails the texts of the confirmation page. */
export function useOrderTexts(): PageTexts {
  const shared = useTexts('confirmationpagecomponents')
  return useMemo(() => {
    const own = shared.block('orderPage')
    const textsWith = (key: string) => (own.has(key) ? own : shared)
    return {
      ...shared,
      has: (key) => own.has(key) || shared.has(key),
      text: (key, ...more) => textsWith(key).text(key, ...more),
      jsx: (key, ...more) => textsWith(key).jsx(key, ...more),
    }
  }, [shared])
}

/** The content key of a name: 'eventAddressChanged' for the event 'address-changed'. */
export const nameKey = (kind: 'state' | 'event' | 'mail' | 'parcel', name: string) =>
  kind + name.replace(/(^|-)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())
