import { useState } from 'react'

/** The cart whose holder accepted the terms. In memory only, so that no later visit starts with consent. */
let agreed: string | null = null

/** A holder who goes back a step and returns does not accept the same terms again. */
export function useOrderConsent(cartGuid: string) {
  const [consent, setConsent] = useState(agreed === cartGuid)
  return {
    consent,
    setConsent: (ticked: boolean) => {
      agreed = ticked ? cartGuid : null
      setConsent(ticked)
    },
  }
}
