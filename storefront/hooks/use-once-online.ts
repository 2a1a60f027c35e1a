import { useEffect, useEffectEvent } from 'react'

/** Retries a call that failed without a connection as soon as the browser is online. */
export function useOnceOnline(isOffline: boolean, retry: () => void) {
  const onOnline = useEffectEvent(retry)
  useEffect(() => {
    if (!isOffline) return
    const listener = () => onOnline()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [isOffline])
}
