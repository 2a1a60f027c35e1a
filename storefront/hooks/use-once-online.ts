import { useEffect, useEffectEvent } from 'react'

/** Retries a call that failed without a connection once the browser is online. */
export function useOnceOnline(lost: boolean, tryAgain: () => void) {
  const onOnline = useEffectEvent(tryAgain)
  useEffect(() => {
    if (!lost) return
    const again = () => onOnline()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [lost])
}
