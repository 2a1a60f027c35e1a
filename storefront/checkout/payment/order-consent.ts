import { useState } from 'react'

/** The basket whose holder has ticked the terms, for as long as this window stands: on no visit after it is it ticked. */
let agreed: string | null = null

/** Whoever goes back a step and returns need not agree to the same terms again. */
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
