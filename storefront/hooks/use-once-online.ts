import { useEffect, useEffectEvent } from 'react'

/** What failed for want of a line is tried again by itself once there is one. */
export function useOnceOnline(lost: boolean, tryAgain: () => void) {
  const onOnline = useEffectEvent(tryAgain)
  useEffect(() => {
    if (!lost) return
    const again = () => onOnline()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [lost])
}
