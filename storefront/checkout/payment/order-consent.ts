import { useState } from 'react'

/** The cart whose holder accepted the terms. In memory only, so that no later visit starts with consent. */
let acceptedCart: string | null = null

/** A holder who goes back a step and returns does not accept the same terms again. */
export function useOrderConsent(cartGuid: string) {
  const [consent, setConsent] = useState(acceptedCart === cartGuid)
  return {
    consent,
    setConsent: (isTicked: boolean) => {
      acceptedCart = isTicked ? cartGuid : null
      setConsent(isTicked)
    },
  }
}
